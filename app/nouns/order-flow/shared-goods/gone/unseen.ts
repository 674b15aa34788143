import { sql } from 'kysely';
import type { Columns } from '../../../../../platform/columns.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { isUnreleased } from '../../order-sql.ts';
import { rereadBefore, rereadThere } from '../reread.ts';

/** So many are read again at once; for the others the list is read again before the usual time. None of them leaves in the meantime. */
const mostAtOnce = 20;
const againSeconds = 300;
/** Longer than an order's transaction lasts. */
const justSeenSeconds = 60;

/**
 * At the end of a walk through a channel's open orders: those of ours that it did not show, and that nobody has seen since it
 * began, are read again, one by one, because they may be gone. What the warehouse has, too, as long as it has not all shipped.
 * One that was seen just before may have been shown all the same, and not be noted as seen, because another transaction was still storing
 * or changing it: it is read again, and stays on its way.
 */
export async function rereadUnseen(tenant: Tenant, connectionId: number, walkBegan: Date): Promise<void> {
  const { rows } = await sql<Columns<'orders', 'id'> & { just_seen: boolean }>`
    select o.id, o.seen_at > ${walkBegan}::timestamptz - make_interval(secs => ${justSeenSeconds}) as just_seen from orders o
    where ${inAccount(tenant, 'o')} and o.connection_id = ${connectionId}
      and o.order_status in ('pending', 'error', 'packing', 'partially_shipped')
      and o.source_state not in ('shipped', 'cancelled') and o.seen_at < ${walkBegan} and o.gone_at is null and not o.must_reread
      -- So that the index by status, which leaves out what is archived, serves the query. What is archived is looked up before it leaves.
      and o.deleted_at is null and o.archived_at is null
    order by o.seen_at, o.id limit ${mostAtOnce + 1}`.execute(tenant.db);
  const [justSeen, unseen] = [true, false].map((is) =>
    rows
      .slice(0, mostAtOnce)
      .filter(({ just_seen }) => just_seen === is)
      .map(({ id }) => id),
  ) as [number[], number[]];
  await rereadBefore(tenant, unseen);
  await rereadThere(tenant, justSeen);
  if (rows.length > mostAtOnce)
    await sql`update streams set due_at = least(due_at, now() + make_interval(secs => ${againSeconds}))
      where ${inAccount(tenant)} and connection_id = ${connectionId} and stream = 'still_there'`.execute(tenant.db);
}

/**
 * Those of a walk's unseen orders, from one on, of which it is enough to know that they are there: the channel's status says nothing to us,
 * so that none of them is released, and no list of open orders can be asked for it.
 */
export async function unseenOfUnknownStatus(
  tenant: Tenant,
  connectionId: number,
  walkBegan: Date,
  { after, most }: { after: number; most: number },
): Promise<Columns<'orders', 'id' | 'remote_id'>[]> {
  const { rows } = await sql<Columns<'orders', 'id' | 'remote_id'>>`
    select o.id, o.remote_id from orders o
    where ${inAccount(tenant, 'o')} and o.connection_id = ${connectionId} and o.id > ${after} and ${isUnreleased}
      and o.source_state = 'unknown' and o.seen_at < ${walkBegan} and o.gone_at is null and not o.must_reread and o.archived_at is null
    order by o.id limit ${most}`.execute(tenant.db);
  return rows;
}
