import { sql } from 'kysely';
import type { Columns } from '../../platform/columns.ts';
import type { Database } from '../../platform/db.ts';
import { idsOf } from '../../platform/ids.ts';
import { inReach } from '../../platform/in-account.ts';
import { locks } from '../../platform/locks.ts';
import type { Reach } from '../../platform/nodes/lost-nodes.ts';
import { inPieces } from '../../platform/pieces.ts';
import { acrossAccounts, type Tenant } from '../../platform/tenant.ts';
import { enqueueAll, type Job } from '../base/job-queue.ts';
import type { StreamName } from '../base/stream-names.ts';
import { pullJob } from '../shared/connections/streams/wake.ts';
import { allWaitingAnywhere } from '../shared/outbox/all-waiting.ts';
import { drainJob } from '../shared/outbox/queue.ts';
import { enqueueDueWords } from './words.ts';

/**
 * Enqueues the reads of all streams that are due, and the words that are to be indexed, across accounts. Job keys make it harmless to run
 * this often and in many workers.
 */
export async function tick(database: Database): Promise<void> {
  await acrossAccounts(database, async (db, reach) => {
    const { rows: alone } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${locks.tick}) as mine`.execute(db);
    if (!alone[0]?.mine) return;
    const { rows: pulls } = await sql<Columns<'streams', 'account_id' | 'connection_id'> & { stream: StreamName }>`
      select s.account_id, s.connection_id, s.stream from streams s
      join connections c on ${inReach(reach, 'c')} and c.account_id = s.account_id and c.id = s.connection_id
      join accounts a on a.id = s.account_id and a.suspended_at is null
      where ${inReach(reach, 's')} and s.due_at <= now() and c.state = 'active' and (c.blocked_until is null or c.blocked_until <= now())
        order by s.due_at`.execute(db);
    await enqueueAll(
      { db },
      pulls.map((row) => inItsPlace(pullJob(row.account_id, row.connection_id, row.stream))),
    );
    await enqueueDueWords(db, reach);
  });
}

/** What waits already goes on waiting where it stands: put behind the others again each time, it would not get its turn in a backlog. */
const inItsPlace = (job: Job): Job => ({ ...job, keepsPlace: true });

const sweptEveryMs = 10_000;
/** Orders to check in one sweep, and by what a job. */
const [mostChecks, checksInAJob] = [20_000, 500];

/**
 * Enqueues what no event did, across accounts, because of a crash, an ended lease or a time window that opened: effects to send,
 * orders to check, housekeeping. Of more than `most` orders to check, each `turn` reads others, so that no account's backlog keeps the
 * others from theirs for long.
 */
export async function sweep(database: Database, most = mostChecks, turn = Math.floor(Date.now() / sweptEveryMs)): Promise<void> {
  await acrossAccounts(database, async (db, reach) => {
    const { rows: drains } = await sql<Columns<'outbox', 'account_id' | 'connection_id'>>`
      select distinct x.account_id, x.connection_id from outbox x
      join connections c on ${inReach(reach, 'c')} and c.account_id = x.account_id and c.id = x.connection_id
      join accounts a on a.id = x.account_id and a.suspended_at is null
      where ${inReach(reach, 'x')} and ${allWaitingAnywhere('x')}
        and x.due_at <= now() and (x.state = 'waiting' or x.lease_until < now()) and c.state = 'active'`.execute(db);
    const { rows: live } = await sql<
      Columns<'connections', 'account_id'>
    >`select distinct account_id from connections where ${inReach(reach)}`.execute(db);
    // What an account without a connection still has is to be erased and deleted in time too: within hours is soon enough.
    const { rows: others } = await sql<Columns<'connections', 'account_id'>>`
      select a.account_id from (select id as account_id from accounts) as a where ${inReach(reach, 'a')} and random() < 0.01`.execute(db);
    const checks = await readUnchecked(db, reach, { ...placeOf(turn, live), most });
    const accounts = new Set([...live, ...others].map(({ account_id }) => account_id));
    const jobs: Job[] = [
      ...drains.map((row) => drainJob(row.account_id, row.connection_id)),
      ...checks.map((payload) => ({
        name: 'orders:check-missed' as const,
        payload,
        key: `sweep:${payload.accountId}:${payload.orderIds[0]}`,
      })),
      ...[...accounts].map((accountId) => ({ name: 'account:tidy' as const, payload: { accountId }, key: `tidy:${accountId}` })),
    ];
    await enqueueAll({ db }, jobs.map(inItsPlace));
  });
}

/** From which account on, to higher ids or to lower; then those on its other side. */
type Place = { from: number; isUp: boolean };

/** Each second turn begins at an end, the others at one account after the other: between two that are busy as well. */
function placeOf(turn: number, live: readonly { account_id: number }[]): Place {
  const isUp = turn % 2 === 0;
  const accounts = live.map(({ account_id }) => account_id).toSorted((a, b) => a - b);
  const inside = turn % 4 < 2 ? undefined : accounts[Math.floor(turn / 4) % accounts.length];
  return { from: inside ?? (isUp ? 0 : Number.MAX_SAFE_INTEGER), isUp };
}

/** Orders that were not checked, by jobs of an account each. */
async function readUnchecked(db: Tenant['db'], reach: Reach, { from, isUp, most }: Place & { most: number }) {
  const order = isUp ? sql`account_id, id` : sql`account_id desc, id desc`;
  const [onwards, before] = isUp
    ? [sql`account_id >= ${from}`, sql`account_id < ${from}`]
    : [sql`account_id <= ${from}`, sql`account_id > ${from}`];
  const { rows } = await sql<Columns<'orders', 'account_id' | 'id'>>`
    select account_id, id from (
      (select account_id, id from orders where ${inReach(reach)} and checked_at is null and ${onwards} order by ${order} limit ${most})
      union all
      (select account_id, id from orders where ${inReach(reach)} and checked_at is null and ${before} order by ${order} limit ${most})
    ) as waiting limit ${most}`.execute(db);
  return [...Map.groupBy(rows, ({ account_id }) => account_id)].flatMap(([accountId, orders]) => {
    const ids = idsOf(orders).toSorted((a, b) => a - b);
    return inPieces(ids, checksInAJob).map((orderIds) => ({ accountId, orderIds }));
  });
}
