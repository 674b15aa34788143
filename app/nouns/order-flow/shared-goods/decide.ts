import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { closeIssues } from '../../../shared/issues/commands.ts';
import { recordEvents, recordForAll } from '../history.ts';
import { withdrawUnsent } from '../release/withdraw.ts';
import { settleOrders } from '../settle.ts';
import { recheck } from './reread.ts';
import { cameTooLate, wasAskedAgain } from './shared-sql.ts';

/**
 * A person says that these goods are sent too, whatever was sent with another order. So may an order that was merged into one that
 * had left without its goods. One that was cancelled in the meantime stays so.
 */
export async function shipThisToo(tenant: Tenant, id: number): Promise<void> {
  const { rows } = await sql`
    update orders o set shared_goods = 'ship', cancelled_at = null, ended_by = null, checked_at = null, updated_by = ${tenant.userId},
    revision = o.revision + 1,
      -- It waited at the channel when it was last read. The channel no longer has it, so nothing would end that.
      source_state = case when o.gone_at is not null and o.source_state in ('waiting', 'held') then 'ready' else o.source_state end
    where ${inAccount(tenant, 'o')} and o.id = ${id} and (o.shared_goods = 'undecided' and o.cancelled_at is null
      or o.ended_by = 'merged' and exists (select from order_merges m
      where ${inAccount(tenant, 'm')} and m.connection_id = o.connection_id and m.remote_id = o.remote_id and m.came_too_late))
    returning 1 as decided`.execute(tenant.db);
  if (rows.length === 0) throw nothingToDecide();
  await recordEvents(tenant, [{ orderId: id, kind: 'decided', sentence: { code: 'ship_too' } }]);
  await settleOrders(tenant, [id]);
  await recheck(tenant, [id]);
}

/** A person says that these goods are those of the other order: nothing of this one is sent. */
export async function endAsSameGoods(tenant: Tenant, id: number): Promise<void> {
  const { rows } = await sql`
    update orders set shared_goods = 'same', cancelled_at = now(), ended_by = 'same_goods', updated_by = ${tenant.userId},
    revision = revision + 1
    where ${inAccount(tenant)} and id = ${id} and shared_goods = 'undecided' and cancelled_at is null returning 1 as decided`.execute(
    tenant.db,
  );
  if (rows.length === 0) throw nothingToDecide();
  await recordEvents(tenant, [{ orderId: id, kind: 'decided', sentence: { code: 'same_goods' } }]);
  await closeIssues(tenant, { orderIds: [id] });
  await settleOrders(tenant, [id]);
}

/**
 * Takes a person's decision back, as long as nothing has left: the order waits for a person again; one that had ended as merged ends so
 * again.
 */
export async function undoDecision(tenant: Tenant, id: number): Promise<void> {
  await withdrawUnsent(tenant, [id]);
  const hadEnded = sql`(o.shared_goods = 'ship' and o.gone_at is not null and ${cameTooLate(tenant)})`;
  const { rows } = await sql`
    update orders o set shared_goods = ${undecided(tenant)}, checked_at = null, updated_by = ${tenant.userId}, revision = o.revision + 1,
      cancelled_at = (select case when ${hadEnded} then coalesce(o.cancelled_at, now()) else ${cancelledAt} end),
      ended_by = case when ${hadEnded} then 'merged' when o.ended_by <> 'same_goods' then o.ended_by end
    where ${inAccount(tenant, 'o')} and o.id = ${id} and o.shared_goods in ('ship', 'same') and o.warehouse_order_id is null
      and o.in_amware = 0 returning 1 as undone`.execute(tenant.db);
  if (rows.length === 0) throw refuse(409, 'too_late', 'This order is on its way to the warehouse: the decision can no longer be undone.');
  await recordEvents(tenant, [{ orderId: id, kind: 'decided', sentence: { code: 'decision_undone' } }]);
  await settleOrders(tenant, [id]);
  await recheck(tenant, [id]);
}

/**
 * After lines of unreleased orders changed at the channel, or merges into them were taken back: what a person decided about them or their
 * parts was about other goods.
 */
export async function forgetDecisions(tenant: Tenant, orderIds: number[]): Promise<void> {
  if (orderIds.length === 0) return;
  const affected = sql`
    select id from orders where ${inAccount(tenant)} and id = any(${orderIds}::bigint[])
    union
    select part.id from orders parent
    join orders part on ${inAccount(tenant, 'part')} and part.connection_id = parent.connection_id and part.split_from = parent.remote_id
    where ${inAccount(tenant, 'parent')} and parent.id = any(${orderIds}::bigint[])`;
  await forget(tenant, { affected, decided: ['ship', 'same'] }, 'decision_forgotten');
}

/** The other orders no longer have their goods, because the channel took the merges back: what was ended as the same is sent by itself. */
export async function forgetSame(tenant: Tenant, orderIds: number[]): Promise<void> {
  if (orderIds.length === 0) return;
  await forget(tenant, { affected: sql`select unnest(${orderIds}::bigint[]) as id`, decided: ['same'] }, 'merge_taken_back');
}

type Forgotten = { affected: RawBuilder<unknown>; decided: ('ship' | 'same')[] };

async function forget(tenant: Tenant, { affected, decided }: Forgotten, code: 'decision_forgotten' | 'merge_taken_back'): Promise<void> {
  const { rows } = await sql<Columns<'orders', 'id'>>`
    with affected as (${affected})
    update orders o set shared_goods = ${undecided(tenant)}, ended_by = null, revision = o.revision + 1, cancelled_at = ${cancelledAt}
    from affected
    where ${inAccount(tenant, 'o')} and o.id = affected.id and o.shared_goods = any(${decided}::text[]) and o.warehouse_order_id is null
    returning o.id`.execute(tenant.db);
  const forgotten = idsOf(rows);
  await recordForAll(tenant, forgotten, 'decided', { code });
  await settleOrders(tenant, forgotten);
  await recheck(tenant, forgotten);
}

/** Without the decision. What the channel has cancelled stays so. */
const cancelledAt = sql`case when o.ended_by is distinct from 'same_goods' or o.source_state = 'cancelled' then o.cancelled_at end`;

/** The check finds out whether it waits for a person. */
const undecided = (tenant: Tenant) => sql`case when ${wasAskedAgain(tenant)} then 'undecided' end`;

const nothingToDecide = () => refuse(409, 'nothing_to_decide', 'There is nothing left to decide about this order.');
