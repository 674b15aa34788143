import type { StreamName } from '../connections/streams/stream-names.ts';

/** Read first: what the channels have. An order that was lost is here again then, under the reference that it had. */
export const readBefore: readonly StreamName[] = ['orders', 'open_orders', 'purchase_orders'];

/** Read then, from before what was lost: what the warehouse has of all that. */
export const readOfWarehouse: readonly StreamName[] = ['order_changes', 'shipments', 'asn_changes', 'receipts'];
