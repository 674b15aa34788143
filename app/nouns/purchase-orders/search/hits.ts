import type { Hits } from '../../../shared/noun/search.ts';
import { type FoundPurchaseOrder, foundPurchaseOrder, searchPurchaseOrdersCall } from '../../purchase-flow/contract/purchase-orders.ts';
import { statusLook } from '../../purchase-flow/purchase-order.ts';

export const purchaseOrderHits: Hits<FoundPurchaseOrder> = {
  may: 'work',
  hit: foundPurchaseOrder,
  prefix: 'PO',
  offered: 4,
  best: 'newest',
  line: ({ po_number, source_number, vendor_name, status, ordered_at }) => ({
    ...{ number: po_number, source: source_number, name: vendor_name, status: statusLook(status), at: ordered_at },
  }),
  columns: [
    {
      ...{ key: 'po_number', title: 'Order', width: 200, card: 'title' },
      value: ({ po_number, source_number }) => ({ number: po_number, source: source_number }),
    },
    { key: 'status', title: 'Status', width: 150, card: 'badge', value: ({ status }) => statusLook(status) },
    { key: 'source', title: 'Source', width: 140, hideBelow: 'md', value: ({ source_name }) => source_name },
    { key: 'vendor_name', title: 'Vendor', card: 'text', value: ({ vendor_name }) => vendor_name },
    { key: 'asn', title: 'ASN', width: 140, hideBelow: 'md', value: ({ warehouse_reference_number }) => warehouse_reference_number },
    {
      ...{ key: 'expected_at', title: 'Expected', width: 120, align: 'right', hideBelow: 'md' },
      value: ({ expected_at }) => (expected_at === null ? null : { due: expected_at }),
    },
    { key: 'ordered_at', title: 'Date', width: 128, align: 'right', card: 'meta', value: ({ ordered_at }) => ({ at: ordered_at }) },
  ],
  call: searchPurchaseOrdersCall,
};
