import { type Nullable, type Selectable, sql } from 'kysely';
import type { DB } from '../../../../db/tables.ts';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { inAccount, type OfAccount } from '../../../../platform/in-account.ts';
import { readPrepared } from '../../../../platform/prepared.ts';
import type { Unworded } from '../../../../platform/sentences.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { buildingsOf } from '../../../base/buildings.ts';
import { whoOf } from '../../../base/changes/who-of.ts';
import { isAskedToClose } from '../../purchase-flow/asn/withdraw.ts';
import type { PurchaseOrderDetail } from '../../purchase-flow/contract/detail.ts';
import type { PurchaseStatus } from '../../purchase-flow/purchase-order.ts';
import { isOverdue } from '../finding/conditions.ts';
import { type WaitingAnnouncement, waitingAnnouncement } from './announcement-waits.ts';

/** JSON has times as texts. */
type AsJson<Row> = { [Name in keyof Row]: Row[Name] extends Date ? string : Row[Name] extends Date | null ? string | null : Row[Name] };

type Line = AsJson<Selectable<DB['purchase_order_lines']>>;
type ReceiptRow = Columns<
  'receipts',
  'id' | 'asn_id' | 'type' | 'sku' | 'quantity' | 'lot_number' | 'expires_on' | 'carrier' | 'freight_number' | 'waits_for'
> &
  AsJson<Columns<'receipts', 'received_at'>> & {
    processed: boolean;
    under_way: boolean;
    serials: string[];
    lines: Columns<'receipt_lines', 'line_id' | 'quantity'>[];
  };
type FulfilmentRow = Columns<'fulfilments', 'id' | 'sku' | 'lot' | 'qty_shipped' | 'carrier' | 'tracking_number'> &
  AsJson<Columns<'fulfilments', 'ship_date'>> & { processed: boolean };

/** What a page shows of a purchase order as its column has it. */
type OwnColumn = Exclude<keyof PurchaseOrderDetail & keyof DB['purchase_orders'], 'source_location' | 'status'>;

export type DetailRow = Columns<'purchase_orders', OwnColumn> &
  Columns<'accounts', 'timezone' | 'date_style'> &
  Nullable<Pick<Columns<'connections', 'slug'>, 'slug'>> &
  Pick<
    PurchaseOrderDetail,
    'close_asked' | 'connector_locations' | 'overdue' | 'running' | 'updatedBy' | 'locked_by' | 'warehouse_name'
  > & {
    status: PurchaseStatus;
    events: Unworded<PurchaseOrderDetail['events'][number]>[];
    issues: Unworded<PurchaseOrderDetail['issues'][number]>[];
    source_place: Column<'purchase_orders', 'source_location_name'>;
    source_name: Column<'connections', 'name'> | null;
    source_state: Column<'connections', 'state'> | null;
    connector: Column<'connections', 'connector'> | null;
    announcement: WaitingAnnouncement | null;
    asn_state: Column<'asns', 'state'> | null;
    locked_at: Date | null;
    archived: boolean;
    lines: Line[];
    receipts: ReceiptRow[];
    fulfilments: FulfilmentRow[];
  };

/** The last entry of a kind in the history of `purchase_orders`. */
const lastEvent = (
  tenant: OfAccount,
  kind: string,
  what: ReturnType<typeof sql>,
) => sql`(select ${what} from purchase_order_events e left join users u on u.id = e.user_id
  where ${inAccount(tenant, 'e')} and e.purchase_order_id = purchase_orders.id and e.kind = ${kind} order by e.id desc limit 1)`;

const ofThis = sql`x.purchase_order_id = purchase_orders.id`;
const mostEvents = 200;

const receiptsOf = (tenant: Tenant) => sql`
  select json_agg(json_build_object('id', x.id, 'asn_id', x.asn_id, 'type', x.type, 'sku', x.sku, 'quantity', x.quantity,
    'lot_number', x.lot_number, 'expires_on', x.expires_on, 'serials', coalesce(x.serials, '{}'), 'carrier', x.carrier,
    'freight_number', x.freight_number, 'waits_for', x.waits_for,
    'received_at', x.received_at, 'processed', x.processed_at is not null,
    'under_way', x.booking_id is not null and x.processed_at is null,
    'lines', (select coalesce(json_agg(json_build_object('line_id', l.line_id, 'quantity', l.quantity)), '[]')
      from receipt_lines l where ${inAccount(tenant, 'l')} and l.receipt_id = x.id)) order by x.received_at, x.id)
  from receipts x where ${inAccount(tenant, 'x')} and ${ofThis}`;

const fulfilmentsOf = (tenant: Tenant) => sql`
  select json_agg(json_build_object('id', x.id, 'sku', x.sku, 'lot', x.lot, 'qty_shipped', x.qty_shipped, 'ship_date', x.ship_date,
    'carrier', x.carrier, 'tracking_number', x.tracking_number, 'processed', x.processed_at is not null) order by x.ship_date, x.id)
  from fulfilments x where ${inAccount(tenant, 'x')} and ${ofThis}`;

const eventsOf = (tenant: Tenant) => sql`
  select json_agg(json_build_object('id', e.id, 'at', e.at, 'kind', e.kind, 'sentence', e.sentence, 'by', e.by) order by e.id desc) from (
    select e.id, e.at, e.kind, e.sentence, ${whoOf} as by from purchase_order_events e left join users u on u.id = e.user_id
    where ${inAccount(tenant, 'e')} and e.purchase_order_id = purchase_orders.id order by e.id desc limit ${sql.lit(mostEvents)}) as e`;

/** A purchase order with everything of it, in one statement; undefined when the account has none of this id. */
export async function readDetailRow(tenant: Tenant, id: number): Promise<DetailRow | undefined> {
  const query = sql<DetailRow>`
    select purchase_orders.id, po_number, source_number, source_status, status, warehouse_reference_number, purchase_orders.updated_at,
      ordered_at, expected_at, connection_id, vendor_number,
      vendor_name, mapped_warehouse, announced_at, cancel_requested_at, withdraw_outcome, close_reason,
      ${isAskedToClose(tenant, 'purchase_orders')} as close_asked, on_hold, carrier, freight_number, note, locked, revision, open_issues,
      archived_at is not null as archived, coalesce(source_location_name, source_location) as source_place, ${isOverdue(tenant)} as overdue,
        a.timezone, a.date_style,
      c.slug, c.name as source_name, c.state as source_state, c.connector,
      ${waitingAnnouncement(tenant)} as announcement, u.name as "updatedBy",
      case when locked then ${lastEvent(tenant, 'locked', sql`u.name`)} end as locked_by, case
        when locked then ${lastEvent(tenant, 'locked', sql`e.at`)} end as locked_at,
      (select min(w.name) from warehouses w where ${inAccount(tenant, 'w')} and w.code = mapped_warehouse) as warehouse_name,
      (select x.state from asns x where ${inAccount(tenant, 'x')} and ${ofThis} order by x.id desc limit 1) as asn_state,
      (select x.run_id from bookings x where ${inAccount(tenant, 'x')} and ${ofThis} and x.state = 'waiting') as running,
      coalesce((select json_agg(building) from (${buildingsOf(tenant)}) as building), '[]') as connector_locations,
      coalesce((select json_agg(json_build_object('id', x.id, 'type', x.type, 'sentence', x.sentence, 'subject', x.subject, 'line_id',
        x.line_id) order by x.blocking desc, x.id)
        from issues x where ${inAccount(tenant, 'x')} and ${ofThis} and x.closed_at is null), '[]') as issues,
      coalesce((select json_agg(x order by x.position, x.id) from purchase_order_lines x where ${inAccount(tenant, 'x')} and ${ofThis}),
        '[]') as lines,
      coalesce((${receiptsOf(tenant)}), '[]') as receipts, coalesce((${fulfilmentsOf(tenant)}), '[]') as fulfilments,
      coalesce((${eventsOf(tenant)}), '[]') as events
    from purchase_orders join accounts a on a.id = purchase_orders.account_id
    left join connections c on ${inAccount(tenant, 'c')} and c.id = connection_id left join users u on u.id = updated_by
    where ${inAccount(tenant, 'purchase_orders')} and purchase_orders.id = ${id} and deleted_at is null`;
  const [row] = await readPrepared(tenant, query);
  return row;
}
