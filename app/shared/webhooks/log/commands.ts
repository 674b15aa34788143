import { sql } from 'kysely';
import { invalid, refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { audit, lockOn } from '../subscriptions/commands.ts';

/** Sends an event again, with as many tries as a new one. @throws Refusal 404, 409 where the webhook is off */
export async function replayDelivery(tenant: Tenant, subscriptionId: number, id: number): Promise<void> {
  const { name } = await lockOn(tenant, subscriptionId);
  const { numAffectedRows } = await sql`
    update event_deliveries set state = 'waiting', due_at = now(), attempts = 0, done_at = null
    where ${inAccount(tenant)} and id = ${id} and subscription_id = ${subscriptionId}`.execute(tenant.db);
  if (!numAffectedRows) throw refuse(404, 'not_found', 'This delivery does not exist.');
  await audit(tenant, 'sent', { id: subscriptionId, name }, { to: { delivery: id } });
}

/** Events have their numbers nearly in the order of their times: the first number is among so many. */
const lookedAt = 10_000;

/**
 * Has the events since this time sent again, in their order and behind what is new: the worker queues them, some at a time. What was to be
 * sent again already stays so.
 * @throws Refusal 404, 409 where the webhook is off; Invalid where nothing has happened since
 */
export async function replaySince(tenant: Tenant, subscriptionId: number, since: Date): Promise<void> {
  const { name } = await lockOn(tenant, subscriptionId);
  const { numAffectedRows } = await sql`
    update event_subscriptions s set replay_from = least(s.replay_from, e.first), replay_to = greatest(s.replay_to, e.last)
    from (select min(first.sequence) as first, (select last_sequence from event_counters where ${inAccount(tenant)}) as last
      from (select sequence from events where ${inAccount(tenant)} and at >= ${since} and sequence is not null
        order by at limit ${sql.lit(lookedAt)}) as first) as e
    where ${inAccount(tenant, 's')} and s.id = ${subscriptionId} and e.first is not null`.execute(tenant.db);
  if (!numAffectedRows) throw invalid({ since: ['Nothing has happened since then.'] });
  await audit(tenant, 'sent', { id: subscriptionId, name }, { to: { events_since: since.toISOString() } });
}
