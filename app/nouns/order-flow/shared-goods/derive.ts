import { sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { heirsOf } from '../../../shared/issues/types/origins.ts';
import { relatedTo } from '../../../shared/issues/types/related.ts';
import { recordEvents } from '../history.ts';
import { isUnreleased } from '../order-sql.ts';
import { enqueueCheck } from '../recheck.ts';
import { isShared, wasAskedAgain } from './shared-sql.ts';

/**
 * Finds out which unreleased orders have goods that may be sent with another order too, because the channel split or merged them:
 * they wait for a person. What a person decided stays decided. Depends on the rows alone, so that it does not matter which of
 * the orders was read first.
 */
export async function deriveSharedGoods(tenant: Tenant, orderIds: number[]): Promise<void> {
  await sql`
    update orders o set shared_goods = case when o.shared_goods is null then 'undecided' end, revision = o.revision + 1
    where ${inAccount(tenant, 'o')} and o.id = any(${orderIds}::bigint[]) and ${isUnreleased}
      and (o.shared_goods is null and ${isShared(tenant)} or o.shared_goods = 'undecided' and not ${isShared(tenant)}
        and not ${wasAskedAgain(tenant)})`.execute(tenant.db);
}

/**
 * These orders were cancelled or deleted. What a person ended because its goods were to go with one of them is sent by nobody: it waits for
 * a person again, also one that could go by itself if nobody had ended it. One that its own channel has cancelled does if that is taken
 * back. Returns those. The caller settles them.
 */
export async function askAboutSame(tenant: Tenant, endedIds: number[]): Promise<number[]> {
  if (endedIds.length === 0) return [];
  const { rows } = await sql<Columns<'orders', 'id'> & { other: Column<'orders', 'order_number'> }>`
    with same as (
      select o.id, min(it.order_number) as other
      from orders it cross join lateral (
        select id from (${relatedTo(tenant, 'it')}) as next where relation in ('part', 'merged')
        -- What that was merged into has the goods of one that ended so.
        union select id from (${heirsOf(tenant, 'it')}) as heir where it.ended_by is distinct from 'merged'
        -- What came here after this part of it had left.
        union select whole.id from orders whole where ${inAccount(tenant, 'whole')} and whole.connection_id = it.connection_id
          and whole.remote_id = it.split_from and whole.id > it.id
      ) as r
      join orders o on ${inAccount(tenant, 'o')} and o.id = r.id and o.ended_by = 'same_goods' and o.deleted_at is null
      where ${inAccount(tenant, 'it')} and it.id = any(${endedIds}::bigint[]) and o.id <> it.id
        -- One that is deleted after it was cancelled was asked about before.
        and (it.cancelled_at is null or it.deleted_at is null)
      group by o.id
    ),
    locked as (select id from orders where ${inAccount(tenant)} and id in (select id from same) order by id for no key update)
    update orders o set shared_goods = 'undecided', ended_by = null, checked_at = null, revision = o.revision + 1,
      cancelled_at = case when o.source_state = 'cancelled' then o.cancelled_at end
    from same join locked using (id)
    where ${inAccount(tenant, 'o')} and o.id = same.id and o.ended_by = 'same_goods' returning o.id, same.other`.execute(tenant.db);
  await recordEvents(
    tenant,
    rows.map(({ id: orderId, other }) => ({ orderId, kind: 'decided', sentence: { code: 'asked_again', other } })),
  );
  await enqueueCheck(tenant, idsOf(rows));
  return idsOf(rows);
}
