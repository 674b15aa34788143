import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';

/**
 * A hold and its end are one wish about a record, of which the last one counts: at the warehouse by two kinds of effect, at the channel by
 * two keys of one kind. `x` is the other one of `o`.
 */
export const isOtherWish = sql`x.id <> o.id and (
  o.kind = 'hold_at_channel' and x.kind = 'hold_at_channel' and x.order_id = o.order_id
  or o.kind in ('hold', 'release') and x.kind in ('hold', 'release') and x.warehouse_order_id = o.warehouse_order_id)`;

type Dropped = Columns<'outbox', 'order_id' | 'warehouse_order_id'> & { in_doubt: boolean };

/**
 * Drops effects `o` that a new wish takes the place of, as far as none is being sent; failed ones too, so that nobody tries them again.
 * `in_doubt`: it may have been done, so the new wish has to be sent.
 */
export async function dropFormerWishes(tenant: Tenant, which: RawBuilder<unknown>): Promise<Dropped[]> {
  const { rows } = await sql<Dropped>`
    update outbox o set state = 'dropped', done_at = now()
    where ${inAccount(tenant, 'o')} and o.state in ('waiting', 'failed') and ${which}
    returning o.order_id, o.warehouse_order_id, o.maybe_done or (old.state = 'waiting' and o.attempts > 0) as in_doubt`.execute(tenant.db);
  return rows;
}

/** Drops effects `o` that wait and of which nothing can have been done. */
export async function dropNeverSent(tenant: Tenant, which: RawBuilder<unknown>): Promise<void> {
  await sql`update outbox o set state = 'dropped', done_at = now()
    where ${inAccount(tenant, 'o')} and o.state = 'waiting' and o.attempts = 0 and not o.maybe_done and ${which}`.execute(tenant.db);
}

/**
 * Drops those of these effects that wait again, while a later wish about their record waits: it was made while they were being sent. What
 * was never sent to a channel needs no release there either.
 */
export async function dropSuperseded(tenant: Tenant, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<Columns<'outbox', 'order_id'> & { in_doubt: boolean }>`
    update outbox o set state = 'dropped', done_at = now()
    where ${inAccount(tenant, 'o')} and o.id = any(${ids}::bigint[]) and o.state = 'waiting'
      and o.kind in ('hold', 'release', 'hold_at_channel')
      and exists (select from outbox x where ${inAccount(tenant, 'x')} and ${isOtherWish} and x.state = 'waiting')
    returning o.order_id, o.maybe_done or o.attempts > 0 as in_doubt`.execute(tenant.db);
  const unsent = rows.flatMap(({ order_id, in_doubt }) => (in_doubt ? [] : (order_id ?? [])));
  if (unsent.length === 0) return;
  const isHeld = sql`exists (select from orders r where ${inAccount(tenant, 'r')} and r.id = o.order_id and r.held_at_channel)`;
  await dropNeverSent(
    tenant,
    sql`o.order_id = any(${unsent}::bigint[]) and o.kind = 'hold_at_channel' and o.key = 'free-' || o.order_id and not ${isHeld}`,
  );
}
