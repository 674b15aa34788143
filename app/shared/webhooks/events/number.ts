import { sql } from 'kysely';
import type { Column } from '../../../../platform/columns.ts';
import type { Database } from '../../../../platform/db.ts';
import { inAccount, inReach } from '../../../../platform/in-account.ts';
import { lockOf } from '../../../../platform/locks.ts';
import { acrossAccounts, type Tenant, withoutPerson } from '../../../../platform/tenant.ts';
import { isNewest } from '../../../base/installation/gate.ts';
import { testEvent } from './event-types.ts';

const atOnce = 1_000;
/** Of an account in one turn, so that others have theirs. */
const mostBatches = 5;

/**
 * Gives events that were committed their sequence, account by account, and queues a delivery of each for whoever subscribes to it. None
 * while this database may not be the newest of its installation: another one may give the same.
 * Returns how many were numbered. An event has no sequence before its commit, and one worker at a time gives them: whoever read up to
 * one finds all that come later behind it. `failed`: what one account's events cannot be numbered for, which keeps no other waiting.
 */
export async function numberEvents(database: Database, failed: (error: unknown, accountId: number) => void = rethrow): Promise<number> {
  const { rows } = await acrossAccounts(database, (db, reach) =>
    sql<{ account_id: Column<'events', 'account_id'> }>`
      select w.account_id from (select s.account_id from event_subscriptions s where ${inReach(reach, 's')}
          union select f.account_id from followed_scopes f where ${inReach(reach, 'f')}) w
      where ${isNewest} and exists (select 1 from events e where ${inReach(reach, 'e')} and e.account_id = w.account_id
        and e.sequence is null)
      order by random() limit 100`.execute(db),
  );
  let numbered = 0;
  for (const { account_id: accountId } of rows)
    numbered += await numberAccount(database, accountId).catch((error) => {
      failed(error, accountId);
      return 0;
    });
  return numbered;
}

const rethrow = (error: unknown) => {
  throw error;
};

async function numberAccount(database: Database, accountId: number): Promise<number> {
  let numbered = 0;
  for (let batch = 0, count = atOnce; batch < mostBatches && count === atOnce; batch += 1) {
    count = await withoutPerson(database, accountId, numberBatch);
    numbered += count;
  }
  return numbered;
}

/** See base/installation/sequences.ts. */
const floor = sql`(select n.sequences_after from installation n)`;

async function numberBatch(tenant: Tenant): Promise<number> {
  const { rows: locked } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(${lockOf('eventNumbers', tenant.accountId)}) as mine`.execute(tenant.db);
  if (!locked[0]?.mine) return 0;
  // A key that is made meanwhile raises it as well (follow_events): the next statement reads it as it is by then.
  await sql`select from event_counters where ${inAccount(tenant)} for update`.execute(tenant.db);
  const { rows } = await sql<{ count: number }>`
    with fresh as materialized (
      select id, row_number() over (order by id) as place from events where ${inAccount(tenant)} and sequence is null and ${isNewest}
      order by id limit ${atOnce}
    ),
    counter as (
      insert into event_counters (account_id, last_sequence)
      select ${tenant.accountId}::bigint,
        greatest((select last_sequence from event_counters where ${inAccount(tenant)}), ${floor}) + count(*) from fresh having count(*) > 0
      on conflict (account_id) do update set last_sequence = excluded.last_sequence
      returning last_sequence
    ),
    numbered as (
      update events e set sequence = counter.last_sequence - (select count(*) from fresh) + fresh.place from fresh, counter
      where ${inAccount(tenant, 'e')} and e.id = fresh.id
      returning e.id, e.type, e.record_id, e.sequence
    ),
    queued as (
      insert into event_deliveries (account_id, subscription_id, event_id)
      select ${tenant.accountId}::bigint, s.id, n.id from numbered n
      join event_subscriptions s on ${inAccount(tenant, 's')} and s.state = 'on' and s.deleted_at is null
        and (n.type = any(s.types) or (n.type = ${testEvent} and s.id = n.record_id))
      order by n.sequence returning 1
    )
    select count(*)::int as count from numbered`.execute(tenant.db);
  return rows[0]?.count ?? 0;
}
