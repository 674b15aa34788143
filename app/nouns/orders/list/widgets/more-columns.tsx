import { issueLabel } from '../../../../shared/issues/issue.ts';
import type { Column } from '../../../../ui/list/declaration.ts';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import { TrackingLink } from '../../widgets/tracking-link.tsx';
import type { OrderInList } from './loaded.ts';
import classes from './row.module.css';

type Texts =
  | 'source_ref_num'
  | 'company_name'
  | 'city'
  | 'state'
  | 'shipping_method'
  | 'source_shipping'
  | 'warehouse_code'
  | 'amware_ref_num';

/** The extra columns that can be chosen. */
export const moreColumns: Column<OrderInList>[] = [
  { ...text('source_ref_num', 'PO number', 130), cell: ({ source_ref_num }) => <span className="mono">{source_ref_num || '–'}</span> },
  text('company_name', 'Company', 160),
  text('city', 'City', 130),
  text('state', 'State', 84),
  text('shipping_method', 'Shipping method', 170),
  text('source_shipping', 'Source shipping', 170),
  text('warehouse_code', 'Warehouse', 100),
  {
    ...text('amware_ref_num', 'Warehouse number', 130),
    cell: ({ amware_ref_num }) => <span className="mono">{amware_ref_num || '–'}</span>,
  },
  { key: 'items', title: 'Items', extra: true, width: 260, cell: (order) => <Items order={order} /> },
  { key: 'tracking', title: 'Tracking', extra: true, width: 180, cell: (order) => <Tracking order={order} /> },
  {
    key: 'units_shipped',
    title: 'Shipped',
    extra: true,
    width: 80,
    align: 'right',
    cell: ({ units_shipped = 0 }) => units_shipped.toLocaleString('en-US'),
  },
  { key: 'issue', title: 'Issue', extra: true, width: 190, cell: ({ issue }) => (issue ? issueLabel(issue.type) : '–') },
  time('created_at', 'Imported'),
  time('updated_at', 'Updated'),
];

function text(key: Texts, title: string, width: number): Column<OrderInList> {
  return { key, title, extra: true, width, cell: ({ [key]: value }) => <span title={value ?? undefined}>{value || '–'}</span> };
}

function time(key: 'created_at' | 'updated_at', title: string): Column<OrderInList> {
  return { key, title, extra: true, width: 108, align: 'right', cell: ({ [key]: at }) => (at ? <RelativeTime at={at} /> : '–') };
}

/** What it contains, as in `2 × 85123A, 1 × 22423 and 3 more`; the names are in the tooltip. */
function Items({ order: { items } }: { order: OrderInList }) {
  if (!items || items.first.length === 0) return '–';
  return (
    <span title={items.first.map(({ sku, name, quantity }) => `${quantity} × ${sku} ${name}`).join('\n')}>
      {items.first.map(({ sku, quantity }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be of one SKU, and they stay in their order.
        <span key={place}>
          {place > 0 && ', '}
          {quantity.toLocaleString('en-US')} × <span className="mono">{sku || '–'}</span>
        </span>
      ))}
      {items.more > 0 && <span className={classes.source}>and {items.more} more</span>}
    </span>
  );
}

function Tracking({ order: { tracking } }: { order: OrderInList }) {
  if (!tracking) return '–';
  return (
    <>
      <TrackingLink number={tracking.number} url={tracking.url} />
      {tracking.more > 0 && <span className={classes.source}>and {tracking.more} more</span>}
    </>
  );
}
