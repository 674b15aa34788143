import { sql } from 'kysely';
import type { WarehouseShipment } from '../../../../connectors/contract.ts';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { restoreDeleted } from '../checking/restore-deleted.ts';
import { openOrderIssues } from '../order-issues.ts';
import { enqueueCheck } from '../recheck.ts';
import { goodsInWords } from '../release/adopting/differences.ts';
import { withdrawUnsent } from '../release/withdraw.ts';
import { isLineSent, sentTogether } from './parcel-contents.ts';

/** A parcel of an order that is no longer in the warehouse order that the parcel left with. */
type Stray = Columns<'orders', 'id' | 'connection_id'> & {
  parcel: Column<'shipments', 'remote_id'>;
  left_with: Column<'warehouse_orders', 'id'>;
  warehouse: Column<'connections', 'name'>;
  /** References of those lines of the order that are in the parcel. */
  lines: string[];
};

/**
 * Tells a person of parcels that left after their orders were taken back: the warehouse said that it had cancelled them, or somebody said
 * so. What has not left since waits for the person, so that the same goods do not leave again. What was deleted is back, because nobody
 * looks at it otherwise.
 */
export async function reportStrayParcels(tenant: Tenant, connectionId: number, parcels: readonly WarehouseShipment[]): Promise<void> {
  const strays = await findStrays(tenant, connectionId, parcels);
  if (strays.length === 0) return;
  const orderIds = [...new Set(strays.map(({ id }) => id))].toSorted((a, b) => a - b);
  await withdrawUnsent(tenant, orderIds);
  const standing = await readStanding(tenant, orderIds);
  const sent = new Map(parcels.map((parcel) => [parcel.remoteId, parcel]));
  await openOrderIssues(
    tenant,
    strays.map((stray) => {
      const { id: orderId, connection_id: connectionId, warehouse, lines } = stray;
      const { trackingNumber = stray.parcel, lines: all = [] } = sent.get(stray.parcel) ?? {};
      const goods = goodsInWords(all.filter((line) => lines.includes(line.lineReference)));
      const code = codeOf(stray, standing.get(orderId));
      const blocking = !standing.get(orderId)?.ended && standing.get(orderId)?.warehouse_order_id === null;
      return {
        ...{ orderId, connectionId, type: 'changed_after_release' as const, subject: subjectOf(stray.parcel), blocking },
        sentence: { code, warehouse, parcel: trackingNumber, goods },
      };
    }),
  );
  const deleted = orderIds.filter((id) => standing.get(id)?.deleted);
  if (deleted.length === 0) return;
  await restoreDeleted(tenant, deleted);
  await enqueueCheck(tenant, deleted);
}

type Standing = Columns<'orders', 'id' | 'warehouse_order_id'> & { ended: boolean; deleted: boolean };

async function readStanding(tenant: Tenant, orderIds: number[]): Promise<Map<number, Standing>> {
  const { rows } = await sql<Standing>`
    select id, warehouse_order_id, cancelled_at is not null or confirmed_at is not null as ended, deleted_at is not null as deleted
    from orders where ${inAccount(tenant)} and id = any(${orderIds}::bigint[])`.execute(tenant.db);
  return new Map(rows.map((row) => [row.id, row]));
}

function codeOf({ left_with }: Stray, standing: Standing | undefined) {
  const { warehouse_order_id = null, ended = false, deleted = false } = standing ?? {};
  if (warehouse_order_id !== null && warehouse_order_id > left_with) return 'parcel_left_twice' as const;
  if (ended) return 'parcel_left_anyway' as const;
  return deleted ? ('parcel_left_deleted' as const) : ('parcel_left_before' as const);
}

const subjectOf = (remoteId: string) => `parcel:${remoteId}`;

/** Warehouse orders `w` that one of their orders may have been taken out of, while others travel with it: they were sent with several. */
const hasSeveral = sql`jsonb_path_query_array(w.sent -> 'orderNumbers', '$[*] ? (@ starts with "SO-")') ->> 1 is not null`;

/**
 * By the numbers that the warehouse order was sent with, and the references of its lines. Where the warehouse had something else under a
 * reference, and never accepted ours, its parcels are none of ours. What was stored, or told of, before is left out.
 */
async function findStrays(tenant: Tenant, connectionId: number, parcels: readonly WarehouseShipment[]): Promise<Stray[]> {
  const given = parcels.flatMap(({ remoteId, reference, lines }) =>
    lines.map(({ lineReference: line, sku }) => ({ parcel: remoteId, subject: subjectOf(remoteId), reference, line, sku })),
  );
  if (given.length === 0) return [];
  const { rows } = await sql<Stray>`
    with given as materialized (
      select w.id, w.followed_by, w.lines_by_sku, ${sentTogether} as order_ids, there.name as warehouse, g.*
      from json_to_recordset(${JSON.stringify(given)}::json) as g (parcel text, subject text, reference text, line text, sku text)
      join warehouse_orders w on ${inAccount(tenant, 'w')} and w.connection_id = ${connectionId} and w.reference = g.reference
        and (w.state = 'cancelled' or ${hasSeveral}) and (w.accepted_at is not null or w.theirs is null) and w.sent is not null
      join connections there on ${inAccount(tenant, 'there')} and there.id = w.connection_id
    )
    select o.id, o.connection_id, given.parcel, given.id as left_with, given.warehouse, array_agg(given.line) as lines
    -- Nobody knows beforehand how few they are: without the array all orders of the account would be read.
    from orders o join given on o.id = any(given.order_ids) and ${inAccount(tenant, 'o')}
      and o.id = any(array(select unnest(order_ids) from given))
      and (o.warehouse_order_id is null
        or o.warehouse_order_id <> given.id and o.warehouse_order_id is distinct from given.followed_by)
    join connections c on ${inAccount(tenant, 'c')} and c.id = o.connection_id
    join order_lines l on ${inAccount(tenant, 'l')} and l.order_id = o.id and ${isLineSent(tenant)}
    where not exists (select from shipments s where ${inAccount(tenant, 's')} and s.order_id = o.id and s.connection_id = ${connectionId}
        and s.remote_id = given.parcel)
      and not exists (select from issues i where ${inAccount(tenant, 'i')} and i.order_id = o.id and i.type = 'changed_after_release'
        and i.subject = given.subject)
    group by o.account_id, o.id, given.parcel, given.id, given.warehouse order by o.id`.execute(tenant.db);
  return rows;
}
