import { sql } from 'kysely';
import type { Column, Columns } from '../../../../../platform/columns.ts';
import { refuse } from '../../../../../platform/http/refusal.ts';
import { idsOf } from '../../../../../platform/ids.ts';
import { inAccount, type OfAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { closeIssues } from '../../../../shared/issues/commands.ts';
import { restSubject } from '../../../../shared/issues/types/after-release.ts';
import { dropAllOfOrders } from '../../../../shared/outbox/drops.ts';
import { type OutcomeSentence, type WarehouseTask, wordOutcome } from '../../../../shared/runs/outcome-sentences.ts';
import { recordForAll } from '../../history.ts';
import { openOrderIssues } from '../../order-issues.ts';
import { isToBeCancelled } from '../../order-sql.ts';
import { enqueueCheck } from '../../recheck.ts';
import { settleOrders } from '../../settle.ts';
import { withdrawUnsent } from '../withdraw.ts';
import { isSecondLeft, nothingToDecide, sendRest } from './send-rest.ts';

/**
 * Orders `o`, neither ended nor sent whole, that went, or were to go, to a warehouse that is disconnected, `gone`. Of one that was split
 * and has left in part, the rest waits for a person also where that warehouse had cancelled it: it cannot go there.
 */
const withGone = (tenant: Tenant) => sql`
  connections gone
  join warehouse_orders w on ${inAccount(tenant, 'w')} and w.connection_id = gone.id
  join orders o on ${inAccount(tenant, 'o')} and o.warehouse_order_id = w.id
    and (w.state in ('waiting', 'accepted') or ${isSecondLeft} and (w.state = 'shipped' or w.state = 'cancelled' and o.units_shipped > 0))
    and o.cancelled_at is null and o.confirmed_at is null and o.units_shipped < o.units_ordered
    and (o.second_ended_at is null or o.units_shipped = 0)
  where ${inAccount(tenant, 'gone')} and 'warehouse' = any(gone.capabilities) and gone.disconnected_at is not null`;

/** The warehouse that is connected instead. */
const another = (tenant: OfAccount) =>
  sql`(select c.name from connections c where ${inAccount(tenant, 'c')} and 'warehouse' = any(c.capabilities)
    and c.disconnected_at is null)`;

/** The warehouse of a warehouse order `w` is disconnected, another one is connected, and nothing of it is being sent. */
export const isWithFormer = (tenant: OfAccount) => sql`(exists (select from connections gone where ${inAccount(tenant, 'gone')}
    and gone.id = w.connection_id and gone.disconnected_at is not null)
  and exists ${another(tenant)}
  and not exists (select from outbox x where ${inAccount(tenant, 'x')} and x.warehouse_order_id = w.id and x.state = 'sending'
    and x.lease_until > now()))`;

type LeftBehind = Columns<'orders', 'id'> & {
  gone: Column<'connections', 'name'>;
  another: Column<'connections', 'name'>;
  connection: Column<'connections', 'id'>;
};

/** So many at a sweep. */
const most = 500;

/**
 * Once another warehouse is connected than the one that has an order: what was never sent goes to the other, and what was sent waits
 * for a person, because nobody can ask the former one whether it leaves. The same warehouse connected again takes up its connection, so
 * that its orders go on by themselves and their issues close.
 */
export async function takeOverOrders(tenant: Tenant): Promise<void> {
  await closeMended(tenant);
  const former = await formerWarehouses(tenant);
  if (former.length === 0) return;
  const { rows: unsent } = await sql<Columns<'orders', 'id'>>`
    select o.id from ${withGone(tenant)} and o.id = any(${leftAt(tenant, former)}) and w.state = 'waiting'
      and exists (select from outbox x where ${inAccount(tenant, 'x')} and x.warehouse_order_id = w.id and x.kind = 'submit'
        and x.state in ('waiting', 'failed') and not x.maybe_done)
    order by o.id limit ${most}`.execute(tenant.db);
  if (unsent.length > 0) await withdrawUnsent(tenant, idsOf(unsent));
  const { rows } = await sql<LeftBehind>`
    select o.id, gone.name as gone, ${another(tenant)} as another, gone.id as connection
    from ${withGone(tenant)} and o.id = any(${leftAt(tenant, former)})
      and not exists (select from issues i where ${inAccount(tenant, 'i')} and i.order_id = o.id and i.type = 'former_warehouse'
        and i.closed_at is null)
    order by o.id limit ${most}`.execute(tenant.db);
  await openOrderIssues(
    tenant,
    rows.map(({ id, gone, another, connection }) => ({
      ...{ orderId: id, connectionId: connection, type: 'former_warehouse', subject: 'former_warehouse' },
      sentence: { code: 'former_warehouse_has_it', gone, another },
    })),
  );
}

/** The warehouses that are disconnected, where another one is connected. */
async function formerWarehouses(tenant: Tenant): Promise<number[]> {
  const { rows } = await sql<Columns<'connections', 'id'>>`
    select id from connections where ${inAccount(tenant)} and 'warehouse' = any(capabilities) and disconnected_at is not null
      and exists (select from connections c where ${inAccount(tenant, 'c')} and 'warehouse' = any(c.capabilities)
        and c.disconnected_at is null)`.execute(tenant.db);
  return idsOf(rows);
}

/** Ids of the orders that may still be at these, each found by an index: most orders of an account are done. */
const leftAt = (tenant: Tenant, former: number[]) => sql`array(
  select o.id from warehouse_orders w join orders o on ${inAccount(tenant, 'o')} and o.warehouse_order_id = w.id
  where ${inAccount(tenant, 'w')} and w.state in ('waiting', 'accepted') and w.id > 0
    and w.connection_id = any(${former}::bigint[])
  union
  select o.id from orders o where ${inAccount(tenant, 'o')} and o.order_status in ('pending', 'packing', 'partially_shipped', 'error')
    and o.is_split and o.deleted_at is null and o.archived_at is null)`;

/** The former warehouse is connected again, or the order has ended. */
async function closeMended(tenant: Tenant): Promise<void> {
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select i.order_id as id from issues i
    where ${inAccount(tenant, 'i')} and i.type = 'former_warehouse' and i.closed_at is null
      and not exists (select from ${withGone(tenant)} and o.id = i.order_id) limit ${most}`.execute(tenant.db);
  const orderIds = idsOf(rows);
  await closeIssues(tenant, { orderIds, types: ['former_warehouse'] });
  await settleOrders(tenant, orderIds);
}

/** What a person decides about orders of a former warehouse. */
type Decision = 'send-anew' | 'end-here';

/**
 * The former warehouse does not send it: what has not shipped goes to the one that is connected now. Returns the sentence for the person.
 * @throws Refusal 409
 */
export const sendAnew = (tenant: Tenant, id: number) => decideOne(tenant, id, 'send-anew');

/** Nobody sends it: it ends here. Returns the sentence for the person. @throws Refusal 409 */
export const endHere = (tenant: Tenant, id: number) => decideOne(tenant, id, 'end-here');

async function decideOne(tenant: Tenant, id: number, decision: Decision): Promise<string> {
  const reason = (await decideFormer(tenant, [id], decision)).get(id);
  if (reason !== undefined) throw refuse(409, 'nothing_to_decide', wordOutcome(reason));
  return decision === 'end-here' ? 'The order is cancelled.' : 'What has not shipped is sent to the warehouse that is connected now.';
}

/** Decides about orders of a former warehouse. Returns why, of those that were left as they are, by their id. */
export async function decideFormer(tenant: Tenant, orderIds: number[], decision: Decision): Promise<Map<number, OutcomeSentence>> {
  const partly = await shippedInPart(tenant, orderIds);
  const left = await leave(
    tenant,
    orderIds.filter((id) => !partly.has(id)),
    decision,
  );
  const unwanted = left.size < orderIds.length ? await unwantedOf(tenant, orderIds) : new Map<number, OutcomeSentence>();
  const restIsUnknown = left.size < orderIds.length ? await withUnknownRest(tenant, orderIds) : new Set();
  const reasons = new Map<number, OutcomeSentence>();
  for (const id of orderIds) {
    if (left.has(id)) continue;
    const unknown = restIsUnknown.has(id) ? ({ code: 'rest_unknown' } as const) : nothingToDecide;
    const reason = partly.has(id) ? await restOf[decision](tenant, id) : (unwanted.get(id) ?? unknown);
    if (reason !== null) reasons.set(id, reason);
  }
  return reasons;
}

const restOf: Record<Decision, (tenant: Tenant, id: number) => Promise<OutcomeSentence | null>> = {
  'send-anew': sendRest,
  'end-here': async () => ({ code: 'part_shipped' }),
};

async function shippedInPart(tenant: Tenant, orderIds: number[]): Promise<Set<number>> {
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select id from orders where ${inAccount(tenant)} and id = any(${orderIds}::bigint[]) and units_shipped > 0`.execute(tenant.db);
  return new Set(idsOf(rows));
}

/** The channel no longer has an order `o`, and nobody said that it goes all the same. */
const isGone = sql`(o.gone_at is not null and o.shared_goods is distinct from 'ship')`;

/** Why those of these orders are not sent that somebody cancelled while their warehouse could not be asked, or that are gone. */
async function unwantedOf(tenant: Tenant, orderIds: number[]): Promise<Map<number, OutcomeSentence>> {
  const { rows } = await sql<Columns<'orders', 'id'> & { code: 'to_be_cancelled' | 'not_at_channel' }>`
    select o.id, case when ${isToBeCancelled} then 'to_be_cancelled' else 'not_at_channel' end as code
    from orders o where ${inAccount(tenant, 'o')} and o.id = any(${orderIds}::bigint[]) and (${isToBeCancelled} or ${isGone})
      and o.cancelled_at is null`.execute(tenant.db);
  return new Map(rows.map(({ id, code }) => [id, { code }]));
}

/** Those of these orders of which the warehouse cancelled a rest, and no parcel with their goods is known. */
async function withUnknownRest(tenant: Tenant, orderIds: number[]): Promise<Set<number>> {
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select o.id from orders o join issues i on ${inAccount(tenant, 'i')} and i.order_id = o.id and i.closed_at is null
      and i.type = 'changed_after_release' and i.subject = ${restSubject}
    where ${inAccount(tenant, 'o')} and o.id = any(${orderIds}::bigint[]) and o.units_shipped = 0`.execute(tenant.db);
  return new Set(idsOf(rows));
}

const decided = { 'send-anew': 'sent_anew', 'end-here': 'ended_here' } as const;

/**
 * Takes orders of which nothing has shipped from their former warehouse: those that are to be cancelled, or that their channel no longer
 * has, only to end. Returns those that had one.
 */
async function leave(tenant: Tenant, orderIds: number[], decision: Decision): Promise<Set<number>> {
  const cancelledAt = decision === 'end-here' ? sql`now()` : sql`null`;
  const { rows } = await sql<Columns<'orders', 'id'>>`
    with left_behind as (select o.id, w.id as warehouse_order from ${withGone(tenant)} and o.id = any(${orderIds}::bigint[])
      and o.units_shipped = 0 and (${decision === 'end-here'} or not ${isToBeCancelled} and not ${isGone})
      and not exists (select from outbox x where ${inAccount(tenant, 'x')} and x.warehouse_order_id = w.id and x.state = 'sending'
        and x.lease_until > now())
      order by o.id for no key update of o, w),
    emptied as (
      update warehouse_orders w set state = 'cancelled', changed_at = now()
      where ${inAccount(tenant, 'w')} and w.id in (select warehouse_order from left_behind)
        and not exists (select from orders x where ${inAccount(tenant, 'x')} and x.warehouse_order_id = w.id
          and x.id not in (select id from left_behind))
      returning w.id
    ),
    dropped as (${dropAllOfOrders(tenant, sql`select id from emptied`)})
    update orders o set warehouse_order_id = null, in_amware = 0, amware_ref_num = null, cancel_requested_at = null, cancel_outcome = null,
      hold_outcome = null, cancelled_at = ${cancelledAt}, checked_at = null, updated_by = ${tenant.userId}, revision = o.revision + 1
    from left_behind l where ${inAccount(tenant, 'o')} and o.id = l.id returning o.id`.execute(tenant.db);
  const ids = idsOf(rows);
  await closeIssues(tenant, { orderIds: ids, types: ['former_warehouse'] });
  await recordForAll(tenant, ids, 'decided', { code: decided[decision] });
  await settleOrders(tenant, ids);
  await enqueueCheck(tenant, ids);
  return new Set(ids);
}

/** The names of disconnected warehouses that these orders are with, by order: what these are asked for waits. */
export async function disconnectedWarehouses(tenant: Tenant, orderIds: number[]): Promise<Map<number, string>> {
  const { rows } = await sql<Columns<'orders', 'id'> & Columns<'connections', 'name'>>`
    select o.id, c.name from orders o
    join warehouse_orders w on ${inAccount(tenant, 'w')} and w.id = o.warehouse_order_id
    join connections c on ${inAccount(tenant, 'c')} and c.id = w.connection_id and c.disconnected_at is not null
    where ${inAccount(tenant, 'o')} and o.id = any(${orderIds}::bigint[])`.execute(tenant.db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export const waitsForWarehouse = (warehouse: string, task: WarehouseTask): string =>
  wordOutcome({ code: 'waits_for_warehouse', warehouse, task } satisfies OutcomeSentence);
