import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { enqueue } from '../../../base/job-queue.ts';
import { isStillHere } from '../conditions.ts';
import { isUnreleased } from '../order-sql.ts';
import { enqueueCheck, lockRulesForChange } from '../recheck.ts';
import { withdrawUnsent } from './withdraw.ts';

type Which = { connectionId: number; condition: RawBuilder<unknown> };

/** Orders `o` of a connection that meet a condition and have not left: waiting, or in the outbox and not sent. */
const whichHaveNotLeft = (tenant: Tenant, { connectionId, condition }: Which) => sql`
  o.connection_id = ${connectionId} and ${isStillHere} and ${condition}
  and not exists (select from outbox x where ${inAccount(tenant, 'x')} and x.warehouse_order_id = o.warehouse_order_id and x.kind = 'submit'
    and (x.state = 'sending' or x.maybe_done))`;

/** How many orders would stop if the mapping that they go by were taken away. */
export async function countNotLeft(tenant: Tenant, which: Which): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from orders o where ${inAccount(tenant, 'o')} and ${whichHaveNotLeft(tenant, which)}`.execute(tenant.db);
  return rows[0]?.n ?? 0;
}

/**
 * Takes those orders back and locks them until the transaction ends, because a mapping that they go by changes. Waits for intakes
 * that still use the former mapping. Returns their ids.
 */
export async function takeBack(tenant: Tenant, which: Which): Promise<number[]> {
  await lockRulesForChange(tenant, which.connectionId);
  await withdrawQueued(tenant, which);
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select o.id from orders o where ${inAccount(tenant, 'o')} and ${whichHaveNotLeft(tenant, which)} and ${isUnreleased} order by o.id
      for no key update`.execute(tenant.db);
  return idsOf(rows);
}

/**
 * After a preset or field mapping changed: takes back at once what is in the outbox and was not sent, and has every order of the
 * connection that is not released checked by a job, those that wait for a person first. Returns how many these are.
 */
export async function recheckUnreleased(tenant: Tenant, connectionId: number): Promise<number> {
  await lockRulesForChange(tenant, connectionId);
  await withdrawQueued(tenant, { connectionId, condition: sql`true` }, { checked: connectionId });
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from orders o where ${inAccount(tenant, 'o')} and o.connection_id = ${connectionId}
      and ${isUnreleased}`.execute(tenant.db);
  const n = rows[0]?.n ?? 0;
  if (n === 0) return 0;
  const ids = await unreleasedOf(tenant, { connectionId }, first);
  await enqueueCheck(tenant, ids, { isUrgent: true, reason: { connectionId, of: 'first' } });
  const one = `recheck:${tenant.accountId}:${connectionId}`;
  await enqueue(tenant, 'orders:recheck', { connectionId, after: ids.at(-1) ?? 0 }, { isUrgent: true, key: one, queue: one });
  return n;
}

/** Takes back what is in the outbox and was not sent. */
async function withdrawQueued(tenant: Tenant, which: Which, options?: { checked: number }): Promise<void> {
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select o.id from orders o where ${inAccount(tenant, 'o')} and ${whichHaveNotLeft(tenant, which)}
      and o.warehouse_order_id is not null`.execute(tenant.db);
  if (rows.length > 0) await withdrawUnsent(tenant, idsOf(rows), options);
}

/**
 * So many orders that wait for a person are checked by the first job, before all other jobs, so that what a rule mended begins to go on at
 * once, whatever other accounts have to do.
 */
const first = 20;
/** So many ids are read in one job. */
const mostIds = 20_000;

type Recheck = { connectionId: number; others?: boolean; after?: number; begun?: number };

/** The orders of a connection behind `after` that are not released and in `error`, or the others: so many at most. */
async function unreleasedOf(tenant: Tenant, { connectionId, others = false, after = 0 }: Recheck, most: number): Promise<number[]> {
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select o.id from orders o
    where ${inAccount(tenant, 'o')} and o.connection_id = ${connectionId} and ${isUnreleased} and o.id > ${after}
      and o.order_status ${others ? sql`<>` : sql`=`} 'error'
    order by o.id limit ${most}`.execute(tenant.db);
  return idsOf(rows);
}

/**
 * Enqueues the checks of a connection's orders that are not released, behind this one: first of those in `error`, then of the others. Each
 * goes by the rules as they are when it runs, so those of a rule that was saved before and still wait are replaced: see `CheckReason`.
 */
export async function enqueueRecheck(tenant: Tenant, recheck: Recheck, most = mostIds): Promise<void> {
  const { connectionId, others = false, begun = 0 } = recheck;
  const ids = await unreleasedOf(tenant, recheck, most);
  const last = ids.at(-1);
  const all = await enqueueCheck(tenant, ids, { reason: { connectionId, of: others ? 'others' : 'error' }, begun });
  if (last !== undefined && ids.length === most) await goOn(tenant, { connectionId, others, after: last, begun: all });
  else if (!others) await enqueueRecheck(tenant, { connectionId, others: true }, most);
}

/**
 * Not by the key of the beginning: a rule that was saved since begins anew, in the same queue, and this is replaced by how that one
 * goes on.
 */
function goOn(tenant: Tenant, recheck: Recheck): Promise<void> {
  const one = `recheck:${tenant.accountId}:${recheck.connectionId}`;
  return enqueue(tenant, 'orders:recheck', recheck, { key: `${one}:on`, queue: one, keepsPlace: true });
}
