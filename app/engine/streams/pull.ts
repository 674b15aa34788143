import { sql } from 'kysely';
import type { Cursor, Failure, Result } from '../../../connectors/contract.ts';
import type { Column, Columns } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import { type Tenant, withoutPerson } from '../../../platform/tenant.ts';
import { addSpan, inSpan } from '../../../platform/traces/spans.ts';
import { isRecognised } from '../../base/installation/gate.ts';
import { enqueueAll, type Job, type JobPayload } from '../../base/job-queue.ts';
import { windowOf } from '../../base/scheduled-entities.ts';
import { streamKinds } from '../../base/stream-names.ts';
import { windowIsOpen } from '../../base/window.ts';
import type { Engine } from '../../base/worker-context.ts';
import { type Connection, type ConnectionRow, connectionOf, getConnection, misfitOf } from '../../shared/connections/calls/session.ts';
import { recordForbidden, settleForbidden } from '../../shared/connections/health/forbidden.ts';
import {
  afterSuccess,
  asWorking,
  isNews,
  mayCall,
  recordFailure,
  recordSuccess,
  releaseProbe,
} from '../../shared/connections/health/health.ts';
import { failingSince, forgetFailures, noteNotRead, settleNotRead, wasLate } from '../../shared/connections/health/not-read.ts';
import { endCatchingUp } from '../../shared/connections/identity/take-up.ts';
import { moveBack, placeToRead } from '../../shared/connections/streams/read-again.ts';
import { settleReadable, storeUnreadable } from '../../shared/connections/streams/unreadable.ts';
import { pullJob } from '../../shared/connections/streams/wake.ts';
import { advanceRun, type Counts, finishRun, type RowOutcome, startRun } from '../../shared/runs/commands.ts';
import type { RunSentence } from '../../shared/runs/words/sentences.ts';
import { acknowledge } from '../acknowledge.ts';
import { noteUnknown } from '../comparisons/unknown-references.ts';
import { afterFailure, anewMs, faultyMs, ourFault, storeSafely } from './pages/after-failure.ts';
import { storeAhead } from './pages/ahead.ts';
import { cursorJson, type PageRead, type Stored, storeRecords } from './pages/page.ts';
import { emptyInARow, orStuck } from './pages/progress.ts';
import { pageReader } from './pages/reader.ts';
import { streams } from './streams.ts';

/** With so many unchecked orders, intake pauses until they are checked. */
const backlogBound = 20_000;
const longestMs = 20_000;
/** A database that begins another life is recognised within a few seconds. */
const unrecognisedMs = 1_000;

/** `tries`: this read is the probe of a half-open circuit. */
type StreamPosition = Columns<'streams', 'since' | 'failures'> &
  Columns<'accounts', 'timezone'> & { cursor: Cursor | null; readAt: NonNullable<Column<'streams', 'read_at'>>; tries: boolean };
/** A stream that fails is read again within half a minute: a longer back-off would go on after the other side has recovered. */
const longestBackOff = 5;
type Pull = JobPayload<'stream:pull'>;

/**
 * Reads a stream on from its cursor, page after page, until there are no more; the next page is read while one is stored, and its records
 * are stored beside it where nothing speaks against it. The cursor moves over one page after the other, no earlier than in the transaction
 * that stores it: after a crash what it has not moved over is read again, which changes nothing.
 */
export async function pullStream(engine: Engine, pull: Pull, stop: AbortSignal): Promise<void> {
  const within = <T>(work: (tenant: Tenant) => Promise<T>) => withoutPerson(engine.database, pull.accountId, work);
  const until = Date.now() + longestMs;
  let runId = pull.runId;
  let connection: Connection;
  if (pull.from !== undefined) await within((tenant) => moveBack(tenant, pull));
  const pages = pageReader<StreamPosition>(
    (place) => readSafely(engine, connection, pull.stream, place),
    (before, place, page, read) => traced(pull, page, read, () => within((tenant) => storeAhead(tenant, pull, [before, place], page))),
  );
  const isTired = emptyInARow();
  const goOn = (at?: Date) => within((tenant) => enqueueAll(tenant, [again(pull, runId, at)]));
  try {
    for (;;) {
      const start = await within((tenant) => begin(tenant, engine, pull));
      if (start === 'unrecognised') return await goOn(new Date(engine.now().getTime() + unrecognisedMs));
      if ('code' in start) return await endRun(engine, pull, runId, 'cancelled', start);
      const isOver = () => stop.aborted || Date.now() > until;
      if (isOver()) return await goOn();
      connection = start.connection;
      const { place, result, read, stored } = await pages.page(start.place);
      if (!result.ok) return await failed(engine, { ...pull, connection }, runId, place, result.failure);
      if (!place.tries && !isOver()) pages.begin(place, result.value);
      const ahead = await stored;
      const page = ahead?.page ?? result.value;
      const store = () => within((tenant) => storePage(tenant, start.connection, pull, runId, place, page, ahead?.stored));
      const outcome = await storeSafely(engine, pull, () => (ahead ? store() : traced(pull, page, read, store)));
      if (!outcome) return await failed(engine, { ...pull, connection }, runId, place, ourFault(engine));
      runId = outcome.done;
      if (page.again) return await rescheduleRun(engine, pull, runId, page.again);
      if (!page.more) return await endRun(engine, pull, runId, 'done', { code: 'up_to_date' });
      if (isTired(page)) return await goOn(new Date(engine.now().getTime() + anewMs));
    }
  } finally {
    await pages.settled();
  }
}

/**
 * An exception is our own fault: it counts as a failure of the read, so that it is tried again later and a person sees that it fails. Where
 * the settings no longer fit, nothing helps but a person who edits them.
 */
async function readSafely(
  engine: Engine,
  connection: Connection,
  stream: Pull['stream'],
  place: StreamPosition,
): Promise<Result<PageRead>> {
  const call = { attempt: Math.min(place.failures, longestBackOff), subject: null };
  try {
    const result = await streams[stream].read(engine, connection, call, placeToRead(place));
    return orStuck(place, result, new Date(engine.now().getTime() + faultyMs));
  } catch (error) {
    const misfit = misfitOf(connection);
    if (misfit) return { ok: false, failure: { kind: 'reconnect', reason: misfit } };
    engine.log.error({ error, account: connection.accountId, connection: connection.id, stream }, 'reading failed unexpectedly');
    return { ok: false, failure: ourFault(engine) };
  }
}

/** A page begins a trace: what its records cause goes on with it, to the warehouse and back to the channel. */
function traced<T>(
  { accountId, connectionId, stream }: Pull,
  { count }: PageRead,
  read: { from: Date; until: Date },
  store: () => Promise<T>,
) {
  const attributes = { 'crossdock.account': accountId, 'crossdock.connection': connectionId, 'crossdock.records': count };
  return inSpan(`page ${stream}`, { parent: null, kind: 'CONSUMER', startedAt: read.from, attributes }, () => {
    addSpan(`read ${stream}`, read.from, read.until);
    return store();
  });
}

/** Marks the stream as being read. Returns why, when it may not be read now. */
async function begin(
  tenant: Tenant,
  engine: Engine,
  { connectionId, stream }: Pull,
): Promise<{ connection: Connection; place: StreamPosition } | RunSentence | 'unrecognised'> {
  const { rows } = await sql<ConnectionRow & Omit<StreamPosition, 'tries'> & { open: boolean; behind: boolean; recognised: boolean }>`
    with read as (
      update streams s set due_at = (select now() + make_interval(secs => s.every_seconds)), read_at = now(),
        failing_since = ${failingSince}
      where ${inAccount(tenant, 's')} and s.connection_id = ${connectionId} and s.stream = ${stream}
      returning s.account_id, s.connection_id, s.stream, s.cursor, s.since, s.read_at, s.failures
    )
    select c.*, a.suspended_at, s.cursor, s.since, s.read_at as "readAt", a.timezone, s.failures,
      ${windowIsOpen('c', windowOf(stream))} as open, ${isRecognised} as recognised,
      s.stream = 'orders' and (select count(*) from (select 1 from orders o where ${inAccount(tenant, 'o')} and o.checked_at is null
        limit ${backlogBound}) as waiting) >= ${backlogBound} as behind
    from read s join connections c on ${inAccount(tenant, 'c')} and c.id = s.connection_id
    join accounts a on a.id = s.account_id`.execute(tenant.db);
  const [row] = rows;
  if (!row) return { code: (await getConnection(tenant, engine.seal, connectionId)) ? 'no_such_stream' : 'connection_gone' };
  if (!row.recognised) return 'unrecognised';
  if (!row.open) {
    await forgetFailures(tenant, { connectionId, stream });
    return { code: 'outside_window' };
  }
  if (row.behind) return { code: 'orders_behind' };
  const connection = connectionOf(engine.seal, row);
  const may = await mayCall(tenant, connection);
  if (may === 'no') return { code: 'cannot_be_called' };
  const { cursor, since, readAt, timezone, failures } = row;
  return { connection, place: { cursor, since, readAt, timezone, failures, tries: may === 'once' } };
}

async function storePage(
  tenant: Tenant,
  connection: Connection,
  pull: Pull,
  runId: number | undefined,
  place: StreamPosition,
  page: PageRead,
  ahead?: Stored,
): Promise<number | undefined> {
  const bringsNothing = page.count === 0 && page.records.length === 0 && !page.finish;
  if (!(await moveOver(tenant, pull, place, page, bringsNothing))) return runId;
  const { applied, unreadable } = ahead ?? (await storeRecords(tenant, page));
  await page.finish?.(tenant);
  await noteUnknown(tenant, { connectionId: connection.id, stream: pull.stream, cursor: place.cursor }, page.references ?? []);
  const isDrained = !page.more && page.again === undefined;
  if (pull.stream === 'orders' && isDrained && connection.catchesUp) await endCatchingUp(tenant, connection.id);
  const aside = new Set(unreadable.map(({ remoteId }) => remoteId));
  const readable = page.readIds.filter((id) => !aside.has(id));
  await settleReadable(tenant, connection.id, pull.stream, readable);
  const outcomes = await storeUnreadable(tenant, connection.id, pull.stream, [...page.unreadable, ...unreadable]);
  if (page.acknowledges) await acknowledge(tenant, connection.id, pull.stream, page);
  if (!bringsNothing) await recordSuccess(tenant, connection.id);
  await settleForbidden(tenant, connection, pull.stream);
  const counts = { ...applied, failed: outcomes.length, ...(page.total === undefined ? {} : { total: page.total }) };
  return recordRun(tenant, pull, runId, counts, outcomes);
}

/**
 * Moves a stream's cursor over a page, and counts as handled what deliveries said before it was read. Where it brings nothing, that
 * is all, and the same statement notes that the connection works; with records this follows them, so that its row is not locked until then.
 * False, and nothing is changed, where another worker has read on, whose cursor counts, or where this is another database than the one
 * that the page was read for.
 */
async function moveOver(
  tenant: Tenant,
  { connectionId, stream }: Pull,
  place: StreamPosition,
  { next, more, again, deliveries }: Pick<PageRead, 'next' | 'more' | 'again' | 'deliveries'>,
  bringsNothing: boolean,
): Promise<boolean> {
  const { rows } = await sql<{ was_blocked: boolean | null; was_late: boolean }>`
    with moved as (
      update streams set cursor = ${cursorJson(next)}::jsonb, failures = 0, due_at = coalesce(${again ?? null}::timestamptz, due_at),
        drained_at = case when ${more || again !== undefined} then drained_at else ${place.readAt} end,
        failing_since = case when ${more || again !== undefined} then failing_since end
      where ${inAccount(tenant)} and connection_id = ${connectionId} and stream = ${stream}
        and cursor is not distinct from ${cursorJson(place.cursor)}::jsonb and ${isRecognised}
      returning ${!more && again === undefined} and ${wasLate(place.readAt)} as was_late
    ),
    handled as (
      update webhook_deliveries set handled_at = now()
      where ${inAccount(tenant)} and connection_id = ${connectionId} and stream = ${stream} and handled_at is null
        and received_at <= ${place.readAt} and exists (select 1 from moved)
        and (${deliveries === undefined} or id = any(${deliveries ?? []}::bigint[]))
      returning id
    ),
    worked as (
      update connections set ${asWorking}
      where ${inAccount(tenant)} and id = ${connectionId} and ${bringsNothing} and exists (select 1 from moved) and ${isNews}
      returning old.blocked_until is not null as was_blocked
    )
    select (select was_blocked from worked) as was_blocked, was_late from moved`.execute(tenant.db);
  const [moved] = rows;
  if (moved && moved.was_blocked !== null) await afterSuccess(tenant, connectionId, moved.was_blocked);
  if (moved?.was_late) await settleNotRead(tenant, { connectionId, stream });
  return moved !== undefined;
}

/** Records a run, unless the poll found nothing new, or only changes that each order's history shows. */
async function recordRun(
  tenant: Tenant,
  { connectionId, stream }: Pull,
  runId: number | undefined,
  counts: Counts,
  outcomes: RowOutcome[],
) {
  const worth = runId !== undefined || outcomes.length > 0 || ((counts.done ?? 0) > 0 && streamKinds[stream].recordsRuns);
  if (!worth) return undefined;
  const run = runId ?? (await startRun(tenant, { kind: 'sync', subject: { code: 'stream', stream }, connectionId }));
  await advanceRun(tenant, run, counts, outcomes);
  return run;
}

/** Records a failed read: the cursor stays, the stream is due again when the failure says so, and the connection's health counts it. */
async function failed(
  engine: Engine,
  pull: Pull & { connection: Connection },
  runId: number | undefined,
  place: StreamPosition,
  failure: Failure,
): Promise<void> {
  const { at, next } = afterFailure(engine, place, failure);
  await withoutPerson(engine.database, pull.accountId, async (tenant) => {
    const ownTurn = failure.kind === 'retry' && failure.limited === true;
    await sql`update streams set failures = case when ${ownTurn} then failures else failures + 1 end, due_at = coalesce(${at}::timestamptz,
      due_at),
        failing_since = (select case when ${ownTurn} then failing_since else coalesce(failing_since, now()) end),
        cursor = case when cursor is not distinct from ${cursorJson(place.cursor)}::jsonb then ${cursorJson(next)}::jsonb else cursor end
      where ${inAccount(tenant)} and connection_id = ${pull.connectionId} and stream = ${pull.stream}`.execute(tenant.db);
    if (failure.kind === 'forbidden') await recordForbidden(tenant, pull.connectionId, pull.stream, failure.reason);
    else if (!ownTurn) await recordFailure(tenant, pull.connection, failure, place.tries);
    else if (place.tries) await releaseProbe(tenant, pull.connectionId);
    if (failure.kind !== 'forbidden' && failure.kind !== 'reconnect' && !ownTurn) await noteNotRead(tenant, pull, failure);
    if (runId === undefined) return;
    if (failure.kind === 'retry' || next === null) await enqueueAll(tenant, [again(pull, runId, at ?? undefined)]);
    else await finishRun(tenant, runId, 'failed', { code: 'read_failed', reason: failure.reason });
  });
}

/** What is being read is still being made there: its run goes on then. */
async function rescheduleRun(engine: Engine, pull: Pull, runId: number | undefined, at: Date): Promise<void> {
  if (runId === undefined) return;
  await withoutPerson(engine.database, pull.accountId, (tenant) => enqueueAll(tenant, [again(pull, runId, at)]));
}

async function endRun(
  engine: Engine,
  pull: Pull,
  runId: number | undefined,
  state: 'done' | 'cancelled',
  sentence: RunSentence,
): Promise<void> {
  if (runId === undefined) return;
  await withoutPerson(engine.database, pull.accountId, (tenant) => finishRun(tenant, runId, state, sentence));
}

/** The job that continues this read. A run has a job of its own, which no poll of the same stream replaces. */
function again({ accountId, connectionId, stream }: Pull, runId: number | undefined, runAt?: Date): Job<'stream:pull'> {
  const job = pullJob(accountId, connectionId, stream, runAt);
  return runId === undefined ? job : { ...job, key: `${job.key}:run:${runId}`, payload: { ...job.payload, runId } };
}
