import { sql } from 'kysely';
import { href } from 'react-router';
import type { Columns } from '../../../../platform/columns.ts';
import { notify } from '../../../../platform/events.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { publish } from '../../../people/notifications/publish.ts';
import { standingAfter } from './outcome.ts';
import type { Try } from './send.ts';

/** Stores the calls of a round, and what they say of their receiver. Admins are told where it was switched off by them. */
export async function storeTries(tenant: Tenant, id: number, tries: readonly Try[], now: Date): Promise<void> {
  if (tries.length === 0) return;
  const { rows } = await sql<Columns<'event_subscriptions', 'name' | 'url' | 'state' | 'failures' | 'failing_since'>>`
    select name, url, state, failures, failing_since from event_subscriptions
    where ${inAccount(tenant)} and id = ${id} for update`.execute(tenant.db);
  const [before] = rows;
  await storeCalls(
    tenant,
    tries.map((each) => (each.url === before?.url ? each : againAtOther(each, now))),
  );
  notify(tenant, 'webhooks');
  const ofAddress = tries.filter(({ url }) => url === before?.url);
  if (before?.state !== 'on' || ofAddress.length === 0) return;
  const { failures, failingSince, restUntil, off } = standingAfter(
    { failures: before.failures, failingSince: before.failing_since },
    ofAddress,
    now,
  );
  const arrived = ofAddress.some(({ state }) => state === 'delivered');
  await sql`update event_subscriptions set failures = ${failures}, failing_since = ${failingSince}, rest_until = ${restUntil},
      state = ${off ? 'off' : 'on'}, off_because = ${off}, delivered_at = (select case when ${arrived} then now() else delivered_at end)
    where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  if (off === null) return;
  await publish(tenant, {
    kind: 'webhook_off',
    sentence: { code: off === 'gone' ? 'webhook_gone' : 'webhook_failing', name: before.name },
    path: href('/settings/webhooks/:id', { id: String(id) }),
  });
}

/** What the former address did not take goes to the one that was entered while it was called. */
const againAtOther = (each: Try, now: Date): Try => (each.state === 'delivered' ? each : { ...each, state: 'waiting', dueAt: now });

/** Whether nobody had it sent again since it was read. */
const isSame = sql`(d.due_at = call.due)`;

/**
 * Those of deliveries that there still are: an event may have grown old while it was sent. One that was to be sent again since then is due
 * as it was said, whatever became of this call.
 */
async function storeCalls(tenant: Tenant, tries: readonly Try[]): Promise<void> {
  await sql`
    with call as materialized (
      select * from json_to_recordset(${JSON.stringify(tries)}::json) as call (delivery bigint, due timestamptz, state text,
        "dueAt" timestamptz, at timestamptz, url text, "tookMs" int, status int, reason jsonb, reply text)
    ),
    ended as (
      update event_deliveries d set state = case when ${isSame} then call.state else d.state end,
        attempts = d.attempts + case when ${isSame} then 1 else 0 end,
        due_at = case when ${isSame} then coalesce(call."dueAt", d.due_at) else d.due_at end,
        done_at = (select case when not ${isSame} then d.done_at when call.state <> 'waiting' then now() end)
      from call where ${inAccount(tenant, 'd')} and d.id = call.delivery
      returning d.id
    )
    insert into delivery_tries (account_id, delivery_id, at, url, took_ms, status, reason, reply)
    select ${tenant.accountId}::bigint, delivery, at, url, "tookMs", status, reason, reply
    from call join ended on ended.id = call.delivery returning 1`.execute(tenant.db);
}
