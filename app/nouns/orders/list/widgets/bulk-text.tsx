import type { BulkAction } from '../../../order-flow/contract/bulk-action.ts';

/** What is said of a bulk action before it is started. */
export default function BulkText({ of }: { of: BulkAction | 'export' }) {
  return texts[of];
}

const texts: Record<BulkAction | 'export', string> = {
  'clear-errors': 'Their issues are checked again: those that are resolved are closed, the others stay with the current reason.',
  cancel: 'For orders at the warehouse, a cancellation is requested; the others are cancelled at once. Shipped orders stay as they are.',
  hold: 'They wait until they are taken off hold. For orders at a warehouse that can hold them, a hold is requested. It can be undone from Activity.',
  unhold:
    'Their hold ends: ready orders are sent to the warehouse. For orders that the warehouse holds, the end of the hold is requested, once somebody has decided about what changed since they were sent.',
  change:
    'Only orders that have not left are changed. Sync does not overwrite the change, and orders that become ready are sent. You can undo it until somebody changes them again.',
  archive: 'Those that are shipped, fulfilled or cancelled leave the list. It can be undone from Activity.',
  export: 'They are written to a CSV file, a row an order. It is kept under Import/export, for everyone in the account.',
  delete:
    'Those that the warehouse does not have are deleted, and sync does not bring them back. It can be undone for 30 days from Activity.',
};
