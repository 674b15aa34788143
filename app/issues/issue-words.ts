import type { IssueType } from './issue.ts';

/** What each kind of issue is called where many are listed. */
export const issueWords: Record<IssueType, string> = {
  unmapped_sku: 'SKU not linked',
  unmapped_shipping: 'Shipping code not mapped',
  unmapped_location: 'Location not mapped',
  address_incomplete: 'Address incomplete',
  out_of_stock: 'Out of stock',
  rejected_by_warehouse: 'Rejected by the warehouse',
  rejected_by_channel: 'Rejected by the channel',
  needs_reconnect: 'Connection refused',
  retries_exhausted: 'No success after retries',
  changed_after_release: 'Changed after it was sent',
  unreadable: 'Could not be read',
};
