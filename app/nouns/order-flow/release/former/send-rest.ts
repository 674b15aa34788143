import { sql } from 'kysely';
import type { Column, Columns } from '../../../../../platform/columns.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { closeIssues } from '../../../../shared/issues/commands.ts';
import { typesMendedBy } from '../../../../shared/issues/issue.ts';
import { restSubject } from '../../../../shared/issues/types/after-release.ts';
import { isBuildingGone, isMethodGone } from '../../../../shared/issues/types/mapping.checks.ts';
import { dropAllOfOrders } from '../../../../shared/outbox/drops.ts';
import { insertEffects, wakeOutbox } from '../../../../shared/outbox/queue.ts';
import type { OutcomeSentence } from '../../../../shared/runs/outcome-sentences.ts';
import { recordEvents } from '../../history.ts';
import { restOfLine } from '../../lines/units.ts';
import { hasChangedSince } from '../../order-sql.ts';
import { settleOrders } from '../../settle.ts';
import { hasOpenRequest } from '../cancelling/decide.ts';
import type { Need } from '../stock/fitting.ts';
import { needsOfRest } from '../stock/needs.ts';

type Rest = Columns<'orders', 'on_hold' | 'locked'> & {
  former: Column<'warehouse_orders', 'id'>;
  former_connection: Column<'connections', 'id'>;
  another: Column<'connections', 'id'> | null;
  another_name: Column<'connections', 'name'> | null;
  is_wanted: boolean;
  is_linked: boolean;
  has_method: boolean;
  /** The building that it leaves from, where the warehouse has none of that name. */
  building_gone: Column<'orders', 'warehouse_code'>;
  /** The same of its method. */
  method_gone: Column<'orders', 'shipping_code'>;
  is_stopped: boolean;
};

/** Its second parcel has not gone, though the warehouse has done with the first. */
export const isSecondLeft = sql`(o.is_split and o.second_ended_at is null and o.units_shipped < o.units_ordered)`;

/** What no longer stops an order once a person decides that its rest is sent. */
const closed = ['former_warehouse' as const, ...typesMendedBy('retry')];

/**
 * Sends what has not shipped of an order to the warehouse that is connected now, under a reference of its own: its own warehouse is gone,
 * or has cancelled that. What has shipped stays there. The order is at no moment one that nothing has left of. Returns why it cannot be,
 * or null.
 */
export async function sendRest(tenant: Tenant, orderId: number): Promise<OutcomeSentence | null> {
  const rest = await readRest(tenant, orderId);
  const obstacle = rest === undefined ? nothingToDecide : obstacleTo(rest);
  if (rest === undefined || obstacle !== null) return obstacle;
  const { needs, missing } = await needsOfRest(tenant, orderId, freedFor(tenant, orderId));
  if (needs.length === 0) return nothingToDecide;
  if (missing.length > 0) return { code: 'rest_out_of_stock', missing };
  await promiseRest(tenant, orderId, needs);
  await queueRest(tenant, orderId, rest);
  await closeIssues(tenant, { orderIds: [orderId], types: closed });
  await closeIssues(tenant, { orderIds: [orderId], types: ['changed_after_release'], subjects: [restSubject] });
  await closeIssues(tenant, { orderIds: [orderId], types: ['second_parcel'], subjects: ['doubt', 'rules'] });
  const goods = needs.map(({ sku, units }) => ({ sku, units }));
  const sentence = { code: 'rest_sent', warehouse: rest.another_name, goods } as const;
  await recordEvents(tenant, [{ orderId, kind: 'decided', sentence }]);
  await settleOrders(tenant, [orderId]);
  return null;
}

export const nothingToDecide: OutcomeSentence = { code: 'nothing_to_decide' };

function obstacleTo(rest: Rest): OutcomeSentence | null {
  const { another, is_wanted, on_hold, locked, is_linked, has_method, is_stopped, building_gone, method_gone } = rest;
  if (another === null) return { code: 'no_warehouse_for_rest' };
  if (!is_wanted) return { code: 'rest_not_wanted' };
  if (on_hold) return { code: 'rest_on_hold' };
  if (locked) return { code: 'rest_locked' };
  if (is_stopped) return { code: 'rest_stopped' };
  if (building_gone !== null) return { code: 'rest_building_gone', building: building_gone };
  if (method_gone !== null) return { code: 'rest_method_gone', method: method_gone };
  if (!has_method) return { code: 'rest_without_method' };
  return is_linked ? null : { code: 'rest_not_linked' };
}

async function readRest(tenant: Tenant, orderId: number): Promise<Rest | undefined> {
  const { rows } = await sql<Rest>`
    select o.on_hold, o.locked, w.id as former, another.id as another, another.name as another_name,
      o.source_state = 'ready' and o.gone_at is null and o.deleted_at is null and o.cancel_requested_at is null
        and not ${hasOpenRequest(tenant)} as is_wanted,
      o.shipping_code is not null as has_method, not exists (select from order_lines l where ${inAccount(tenant, 'l')} and l.order_id = o.id
        and not l.is_charge and (l.product_id is null or l.mapped_sku is null) and ${restOfLine(tenant)} > 0) as is_linked,
      case when ${isBuildingGone(tenant)} then o.warehouse_code end as building_gone,
      case when ${isMethodGone(tenant)} then o.shipping_code end as method_gone,
      w.connection_id as former_connection, ${hasChangedSince(tenant, 'o', restSubject)} or exists (select from issues i
        where ${inAccount(tenant, 'i')} and i.order_id = o.id and i.closed_at is null and i.blocking
        and i.type <> all(${closed}::text[]) and not (i.type = 'changed_after_release' and i.subject = ${restSubject})) as is_stopped
    from orders o
    join warehouse_orders w on ${inAccount(tenant, 'w')} and w.id = o.warehouse_order_id
      and (w.state = 'accepted' or w.state = 'shipped' and ${isSecondLeft} or w.state = 'cancelled')
    join connections gone on ${inAccount(tenant, 'gone')} and gone.id = w.connection_id
      and (gone.disconnected_at is not null or w.state = 'cancelled' and not o.is_split)
    left join connections another on ${inAccount(tenant, 'another')} and 'warehouse' = any(another.capabilities)
      and another.disconnected_at is null
    where ${inAccount(tenant, 'o')} and o.id = ${orderId} and o.units_shipped > 0 and o.units_shipped < o.units_ordered
      and o.second_ended_at is null and o.cancelled_at is null and o.confirmed_at is null
      and not exists (select from outbox x where ${inAccount(tenant, 'x')} and x.warehouse_order_id = w.id and x.state = 'sending'
        and x.lease_until > now())
    for no key update of o`.execute(tenant.db);
  return rows[0];
}

/** What the order was promised before is free for its rest. */
const freedFor = (tenant: Tenant, orderId: number) => sql<number>`coalesce((select sum(r.units)::int from reservations r
  where ${inAccount(tenant, 'r')} and r.order_id = ${orderId} and r.product_id = p.id), 0)`;

async function promiseRest(tenant: Tenant, orderId: number, needs: Need[]): Promise<void> {
  await sql`delete from reservations where ${inAccount(tenant)} and order_id = ${orderId}`.execute(tenant.db);
  await sql`
    insert into reservations (account_id, order_id, product_id, units)
    select ${tenant.accountId}, ${orderId}, "productId", units
      from json_to_recordset(${JSON.stringify(needs)}::json) as row ("productId" bigint,
      units int) returning 1`.execute(tenant.db);
}

/** The order never stands without a warehouse order: it goes from the former one to that of its rest. */
async function queueRest(tenant: Tenant, orderId: number, { former, former_connection, another }: Rest): Promise<void> {
  await queuePart(tenant, orderId, { warehouseId: another as number, byNumber: another !== former_connection });
  await dropAllOfOrders(
    tenant,
    sql`select ${former}::bigint where not exists (select from orders x where ${inAccount(tenant, 'x')}
      and x.warehouse_order_id = ${former})`,
  ).execute(tenant.db);
}

type Part = {
  warehouseId: number;
  /** Whether that warehouse may have it by an order number, from before it was connected. */
  byNumber: boolean;
};

/** Queues what has not left of an order as the second part of its reference. */
export async function queuePart(tenant: Tenant, orderId: number, { warehouseId, byNumber }: Part): Promise<void> {
  await sql`
    with part as (
      select o.id, reference_part(c.reference_key) || reference_part(o.remote_id) as stands_for
      from orders o join connections c on ${inAccount(tenant, 'c')} and c.id = o.connection_id where ${inAccount(tenant, 'o')}
        and o.id = ${orderId}
    ),
    numbered as (select *, next_warehouse_attempt(${tenant.accountId}, stands_for, 2) as attempt from part),
    made as (
      insert into warehouse_orders (account_id, connection_id, reference, part, attempt)
      select ${tenant.accountId}, ${warehouseId}, warehouse_reference(stands_for, 2, attempt), 2, attempt from numbered returning id,
        connection_id
    ),
    queued as (${insertEffects(tenant, submit(tenant, byNumber))}),
    former as (
      update warehouse_orders w set followed_by = made.id from made where ${inAccount(tenant, 'w')} and w.id in (
        select s.warehouse_order_id from shipments s where ${inAccount(tenant, 's')} and s.order_id = ${orderId})
    )
    update orders o set warehouse_order_id = made.id, hold_outcome = null, checked_at = null,
      updated_by = coalesce(${tenant.userId}, o.updated_by), revision = o.revision + 1
    from made where ${inAccount(tenant, 'o')} and o.id = ${orderId}`.execute(tenant.db);
  await wakeOutbox(tenant, [warehouseId]);
}

const submit = (tenant: Tenant, byNumber: boolean) => ({
  kind: 'submit' as const,
  connectionId: sql`made.connection_id`,
  key: sql`made.id::text`,
  warehouseOrderId: sql`made.id`,
  byNumber: sql`${byNumber} and coalesce(o.order_date < greatest(channel.finds_sold_before, c.finds_sold_before), false)`,
  from: sql`made cross join part join orders o on ${inAccount(tenant, 'o')} and o.id = part.id join connections channel
    on ${inAccount(tenant, 'channel')} and channel.id = o.connection_id
    join connections c on ${inAccount(tenant, 'c')} and c.id = made.connection_id`,
});
