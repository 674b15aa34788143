import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';

const atOnce = 1_000;

/**
 * Queues the next events that a subscription wants again, whether it has had them or not, and notes how far that is. Due by a microsecond
 * one after the other, since those that it has had keep the place that they were queued in first.
 */
export async function queueReplayed(tenant: Tenant, id: number): Promise<void> {
  await sql`
    with next as materialized (
      select e.id, e.sequence, row_number() over (order by e.sequence) as place from event_subscriptions s
      join events e on ${inAccount(tenant, 'e')} and e.sequence between s.replay_from and s.replay_to and e.type = any(s.types)
      where ${inAccount(tenant, 's')} and s.id = ${id}
      order by e.sequence limit ${atOnce}
    ),
    queued as (
      insert into event_deliveries (account_id, subscription_id, event_id, due_at)
      select ${tenant.accountId}::bigint, ${id}::bigint, next.id, now() - (${atOnce} - next.place) * interval '1 microsecond'
      from next order by next.sequence
      on conflict (account_id, event_id, subscription_id) do update set state = 'waiting', due_at = excluded.due_at, attempts = 0,
        done_at = null
    ),
    last as (select max(sequence) as sequence from next having count(*) = ${atOnce})
    update event_subscriptions s set replay_from = (select sequence + 1 from last),
      replay_to = case when exists (select from last) then s.replay_to end
    where ${inAccount(tenant, 's')} and s.id = ${id}`.execute(tenant.db);
}
