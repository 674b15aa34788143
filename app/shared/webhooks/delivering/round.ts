import { sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import type { Database } from '../../../../platform/db.ts';
import { inAccount, inReach } from '../../../../platform/in-account.ts';
import { acrossAccounts, type Tenant } from '../../../../platform/tenant.ts';
import { isNewest } from '../../../base/installation/gate.ts';
import { deadAfter } from './outcome.ts';
import { queueReplayed } from './replay.ts';

/** Longer than a round lasts. No longer than needed: the deliveries of a worker that dies wait this long. */
const leaseSeconds = 60;
/** Deliveries of one round. */
const atOnce = 200;

type Which = { accountId: number; id: number };
export type Receiver = Columns<'event_subscriptions', 'id' | 'url' | 'secret' | 'former_secret' | 'failures' | 'replay_from'> & {
  isRotating: boolean;
};
/** `due`: since when it was due, to the microsecond. */
export type Due = Columns<'events', 'id' | 'type' | 'record_id' | 'at' | 'sequence'> &
  Columns<'event_deliveries', 'attempts'> & { delivery: Column<'event_deliveries', 'id'>; due: string };
/** `takenAt`: when its lease began, by the clock of this process. */
export type Round = { receiver: Receiver; due: Due[]; takenAt: number };

/**
 * Subscriptions, across accounts, to which something is to be sent now and nobody sends yet; none while nothing may leave. In any order, so
 * that none waits for ever behind others to which there is always something to send.
 */
export async function dueSubscriptions(database: Database, most: number): Promise<Which[]> {
  const { rows } = await acrossAccounts(database, (db, reach) =>
    sql<Columns<'event_subscriptions', 'account_id' | 'id'>>`
      select s.account_id, s.id from event_subscriptions s
      join accounts a on a.id = s.account_id and a.suspended_at is null
      where ${inReach(reach, 's')} and ${isNewest} and s.state = 'on' and s.deleted_at is null
        and (s.rest_until is null or s.rest_until <= now()) and (s.lease_until is null or s.lease_until < now())
        and (s.replay_from is not null or exists (select 1 from event_deliveries d where ${inReach(reach, 'd')}
          and d.account_id = s.account_id and d.subscription_id = s.id and d.state = 'waiting' and d.due_at <= now()))
      order by random() limit ${most}`.execute(db),
  );
  return rows.map(({ account_id: accountId, id }) => ({ accountId, id }));
}

/**
 * Takes or keeps a subscription for `token`, and reads what is due: of one whose receiver is taken for dead one delivery, else many. What
 * is to be sent again follows what is new. Null when another worker sends to it, or nothing may be sent now.
 */
export async function takeRound(tenant: Tenant, id: number, token: string): Promise<Round | null> {
  const takenAt = performance.now();
  const { rows } = await sql<Receiver>`
    with taken as (
      update event_subscriptions set lease_token = ${token}::uuid, lease_until = now() + make_interval(secs => ${leaseSeconds})
      where ${inAccount(tenant)} and id = ${id} and state = 'on' and deleted_at is null and (rest_until is null or rest_until <= now())
        and (lease_until is null or lease_until < now() or lease_token = ${token}::uuid) and ${isNewest}
      returning id, url, secret, former_secret, former_until, failures, replay_from
    )
    select id, url, secret, former_secret, failures, replay_from, coalesce(former_until > now(), false) as "isRotating"
    from taken`.execute(tenant.db);
  const [receiver] = rows;
  if (!receiver) return null;
  const due = await readDue(tenant, receiver);
  if (due.length > 0 || receiver.replay_from === null) return { receiver, due, takenAt };
  await queueReplayed(tenant, id);
  return { receiver, due: await readDue(tenant, receiver), takenAt };
}

async function readDue(tenant: Tenant, { id, failures }: Receiver): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select d.id as delivery, d.attempts, d.due_at::text as due, e.id, e.type, e.record_id, e.at, e.sequence
    from event_deliveries d join events e on ${inAccount(tenant, 'e')} and e.id = d.event_id
    where ${inAccount(tenant, 'd')} and d.subscription_id = ${id} and d.state = 'waiting' and d.due_at <= now()
    order by d.due_at, d.id limit ${failures >= deadAfter ? 1 : atOnce}`.execute(tenant.db);
  return rows;
}

/** Gives a subscription back, for whoever sends to it next. */
export async function release(tenant: Tenant, id: number, token: string): Promise<void> {
  await sql`update event_subscriptions set lease_token = null, lease_until = null
    where ${inAccount(tenant)} and id = ${id} and lease_token = ${token}::uuid`.execute(tenant.db);
}
