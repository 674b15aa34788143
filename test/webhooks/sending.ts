import { openDeliverer } from '../../app/shared/webhooks/delivering/deliverer.ts';
import type { EventType } from '../../app/shared/webhooks/events/event-types.ts';
import { writeEvents } from '../../app/shared/webhooks/events/write.ts';
import { createSubscription } from '../../app/shared/webhooks/subscriptions/commands.ts';
import { inTenant, type Tenant } from '../../platform/tenant.ts';
import { addAccount } from '../build.ts';
import type { TestDatabase } from '../database.ts';
import { testEngine } from '../shop/engine.ts';

/** When the last of some calls of the account, which is $1, had ended: how long it takes until a test looks does not count. */
const lastEnd = `select max(t.at + t.took_ms * interval '1 millisecond') from delivery_tries t
  join event_deliveries called on called.account_id = t.account_id and called.id = t.delivery_id where t.account_id = $1`;

/** An account whose events go to a receiver, and functions that say what happens to it. */
export async function startSending(own: TestDatabase, origin: string | null) {
  const engine = await testEngine(own, origin);
  const account = await addAccount(own);
  const within = <T>(work: (tenant: Tenant) => Promise<T>) => inTenant(own.database, account, work);
  const subscribe = (url: string, types: EventType[] = ['order.shipped'], name = url) =>
    within((tenant) => createSubscription(tenant, engine.seal, { name: name.slice(0, 60), url, types }));
  const happen = (type: EventType, ...ids: number[]) =>
    within((tenant) =>
      writeEvents(
        tenant,
        ids.map((id) => ({ type, id })),
      ),
    );
  const deliver = async () => {
    const deliverer = openDeliverer(engine);
    await deliverer.turn();
    await deliverer.settled();
  };
  /** Makes due what waits for a time. */
  const passTime = () =>
    own.sql(`update event_deliveries set due_at = now() where account_id = ${account.accountId};
      update event_subscriptions set rest_until = null where account_id = ${account.accountId}`);
  /** `secs`: how long after the end of its last call it is due. */
  const deliveries = () =>
    own.sql<{ state: string; attempts: number; record: string; secs: number | null }>(
      `select d.state, d.attempts, e.record_id::text as record,
         round(extract(epoch from d.due_at - (${lastEnd} and called.id = d.id)))::int as secs
       from event_deliveries d join events e on e.account_id = d.account_id and e.id = d.event_id
       where d.account_id = $1 order by d.id`,
      [account.accountId],
    );
  /** `rests`: how long after the end of the last call. */
  const standing = async (id: number) =>
    (
      await own.sql<{ state: string; off_because: string | null; failures: number; rests: number | null }>(
        `select state, off_because, failures,
           round(extract(epoch from rest_until - (${lastEnd} and called.subscription_id = s.id)))::int as rests
         from event_subscriptions s where account_id = $1 and id = $2`,
        [account.accountId, id],
      )
    )[0];
  return { ...account, engine, within, subscribe, happen, deliver, passTime, deliveries, standing };
}
