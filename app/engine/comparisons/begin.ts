import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import type { Database } from '../../../platform/db.ts';
import { notify } from '../../../platform/events.ts';
import { inAccount, inAnyAccount } from '../../../platform/in-account.ts';
import { acrossAccounts, type Tenant, withoutPerson } from '../../../platform/tenant.ts';
import type { StopReason } from '../../base/installation/stop-reasons.ts';
import { lockRulesForChange } from '../../nouns/order-flow/recheck.ts';
import { readBefore, readOfWarehouse } from '../../shared/connections/streams/compared.ts';
import { forgetCounts } from '../../shared/connections/streams/forget-counts.ts';
import { doubtWhatWaits } from '../../shared/outbox/doubt.ts';
import { startRun } from '../../shared/runs/commands.ts';

const waitsInQueueDays = 7;
/** Channels tell dates in zones of their own. */
const clocksDifferDays = 2;

/** `since`: a comparison that began before this moment begins anew. `known_until`: until when the database knew what was sent. */
type Stopped = { reason: StopReason; since: string; known_until: string };

/**
 * Begins to compare all accounts, where the database was restored. Nothing leaves before the last of them is prepared; from then on each
 * account sends again when it is compared itself. Safe to call at any time, and after a crash in the middle.
 */
export async function beginComparisons(database: Database): Promise<void> {
  const stopped = await readStopped(database);
  if (!stopped) return;
  for (const accountId of await accountsWithConnections(database))
    await withoutPerson(database, accountId, (tenant) => compareAccount(tenant, stopped));
  await acrossAccounts(database, (db) =>
    sql`update installation set stopped = null where stopped = 'restored' and stopped_at = ${stopped.since}::timestamptz`.execute(db),
  );
}

async function readStopped(database: Database): Promise<Stopped | undefined> {
  const { rows } = await acrossAccounts(database, (db) =>
    sql<Stopped>`select reason, stopped_at::text as since,
      coalesce(known_until, stopped_at)::text as known_until from installation where stopped = 'restored'
        and life = database_life()`.execute(db),
  );
  return rows[0];
}

async function accountsWithConnections(database: Database): Promise<number[]> {
  const { rows } = await acrossAccounts(database, (db) =>
    sql<
      Columns<'connections', 'account_id'>
    >`select distinct account_id from connections where ${inAnyAccount()} order by account_id`.execute(db),
  );
  return rows.map(({ account_id }) => account_id);
}

/**
 * Waits for intakes and checks that release orders at this moment, and lets none begin before this transaction ends: what they queue would
 * be sent without being looked for, because they read when orders are looked for before that changed.
 */
async function awaitReleases(tenant: Tenant): Promise<void> {
  const { rows } = await sql<Columns<'connections', 'id'>>`select id from connections where ${inAccount(tenant)}
    order by id`.execute(tenant.db);
  for (const { id } of rows) await lockRulesForChange(tenant, id);
}

/**
 * Stops what leaves of an account until its connections are compared with what Crossdock knows. What waits to be sent may have been done
 * by what was lost: it is looked up before it leaves.
 */
export async function compareAccount(tenant: Tenant, { reason, since, known_until }: Stopped): Promise<void> {
  await awaitReleases(tenant);
  const { rows } = await sql<Columns<'comparisons', 'connection_id'>>`
    insert into comparisons (account_id, connection_id, reason, known_until, places)
    select c.account_id, c.id, ${JSON.stringify(reason)}::jsonb, ${known_until}::timestamptz,
      coalesce((select jsonb_object_agg(s.stream, s.cursor) from streams s
      where ${inAccount(tenant, 's')} and s.connection_id = c.id and s.stream = any(${readOfWarehouse}::text[])), '{}')
    from connections c where ${inAccount(tenant, 'c')} and c.disconnected_at is null
    on conflict (account_id, connection_id) do update set reason = excluded.reason, known_until = excluded.known_until,
      places = excluded.places, life = excluded.life, begun_at = excluded.begun_at, again_at = null,
      finished_at = null, run_id = null where comparisons.begun_at < ${since}::timestamptz
    returning connection_id`.execute(tenant.db);
  if (rows.length === 0) return;
  const runId = await startRun(tenant, { kind: 'comparison', subject: { code: 'comparison' } });
  await sql`update comparisons set run_id = ${runId} where ${inAccount(tenant)} and finished_at is null`.execute(tenant.db);
  await doubtWhatWaits(tenant);
  // Of what a queue gave before it was read to its end nothing is missing but what waited there to be paid for, or on hold.
  await sql`
    update streams s set cursor = (select jsonb_build_object('readFrom',
      coalesce(least(s.drained_at, ${known_until}::timestamptz) - make_interval(days => ${waitsInQueueDays}), s.since)))
    from connections c where ${inAccount(tenant, 's')} and s.stream = 'orders' and ${inAccount(tenant, 'c')} and c.id = s.connection_id
      and c.acknowledges`.execute(tenant.db);
  await sql`update streams set due_at = now() where ${inAccount(tenant)} and stream = any(${readBefore}::text[])`.execute(tenant.db);
  await forgetCounts(tenant);
  // The warehouse may have them together with others, or by themselves.
  await sql`
    update connections set finds_by_number = true, finds_sold_before = now() + make_interval(days => ${clocksDifferDays})
    where ${inAccount(tenant)} and 'warehouse' = any(capabilities)`.execute(tenant.db);
  notify(tenant, 'connections');
}
