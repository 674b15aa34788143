import { href } from 'react-router';
import { OnCard } from '../../../../ui/list/columns/on-card.tsx';
import type { List } from '../../../../ui/list/declaration.ts';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import type { PurchaseOrderFilter } from '../../../purchase-flow/contract/filter.ts';
import type { PurchaseOrderRow } from '../../../purchase-flow/contract/purchase-orders.ts';
import { purchaseBulk } from './bulk.ts';
import { Expected, issueNote, orderName, orderState } from './cells.tsx';
import { type PurchaseChoices, purchaseOrderFilters } from './filters.ts';

type Loaded = { context: PurchaseChoices; filter: PurchaseOrderFilter; tagNames: Record<string, string> };

/** The declaration of the list; `reload` reloads it after a bulk action. */
export const purchaseOrdersList = ({ context, filter, tagNames }: Loaded, reload: () => void): List<PurchaseOrderRow> => ({
  ...list,
  bulk: purchaseBulk(filter, reload),
  filters: purchaseOrderFilters(context, tagNames),
});

const addressOf = ({ id }: PurchaseOrderRow) => href('/purchase-orders/:id', { id: String(id) });
const count = (units: number) => units.toLocaleString('en-US');
const time = (at: PurchaseOrderRow['announced_at']) => (at === null ? '–' : <RelativeTime at={at} />);

const figure = { width: 84, align: 'right' } as const;

const list: List<PurchaseOrderRow> = {
  noun: { one: 'purchase order', many: 'purchase orders' },
  rowKey: ({ id }) => id,
  rowHref: addressOf,
  rowEditHref: (row) => `${addressOf(row)}?edit=1`,
  rowName: ({ po_number }) => po_number,
  rowNote: issueNote,
  rowTags: ({ tags }) => tags,
  columns: [
    { key: 'po_number', title: 'Order', sort: 'DESC', width: 170, card: 'title', cell: orderName },
    { key: 'status', title: 'Status', sort: 'ASC', width: 170, card: 'badge', cell: orderState },
    { key: 'source', title: 'Source', width: 112, hideBelow: 'md', cell: ({ source_name }) => source_name },
    { key: 'vendor_name', title: 'Vendor', sort: 'ASC', card: 'text', cell: ({ vendor_name }) => vendor_name || '–' },
    {
      ...{ key: 'mapped_warehouse', title: 'Warehouse', width: 140, hideBelow: 'lg' },
      cell: ({ warehouse_name, mapped_warehouse }) => warehouse_name ?? mapped_warehouse ?? '–',
    },
    { key: 'units_ordered', title: 'Ordered', ...figure, hideBelow: 'md', cell: ({ units_ordered }) => count(units_ordered) },
    {
      ...{ key: 'units_received', title: 'Received', ...figure, hideBelow: 'sm', card: 'figure' },
      cell: ({ units_received, units_ordered }) => (
        <>
          {count(units_received)}
          <OnCard> of {count(units_ordered)} received</OnCard>
        </>
      ),
    },
    {
      ...{ key: 'expected_at', title: 'Expected', sort: 'ASC', ...figure, width: 96, card: 'meta' },
      cell: (order) => <Expected order={order} />,
    },
    // The list is sorted by it unless somebody says otherwise.
    { key: 'ordered_at', title: 'Date', sort: 'DESC', ...figure, hideBelow: 'md', cell: ({ ordered_at }) => time(ordered_at) },
    { key: 'issue', title: 'Issue', extra: true, width: 240, cell: ({ issue }) => issue?.sentence ?? '–' },
    { key: 'source_number', title: 'Source number', extra: true, width: 150, cell: ({ source_number }) => source_number },
    { key: 'warehouse_reference_number', title: 'ASN', extra: true, width: 120, cell: (row) => row.warehouse_reference_number ?? '–' },
    { key: 'announced_at', title: 'Sync date', extra: true, width: 110, align: 'right', cell: ({ announced_at }) => time(announced_at) },
    { key: 'updated_at', title: 'Last updated', extra: true, width: 110, align: 'right', cell: ({ updated_at }) => time(updated_at) },
  ],
};
