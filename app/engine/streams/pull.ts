import { sql } from 'kysely';
import type { Cursor, Failure } from '../../../connectors/contract.ts';
import type { Column, Columns } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import { inTenant, type Tenant } from '../../../platform/tenant.ts';
import { addSpan, inSpan } from '../../../platform/traces/spans.ts';
import { isRecognised } from '../../base/installation/gate.ts';
import { enqueueAll, type Job, type JobPayload } from '../../base/job-queue.ts';
import { windowOf } from '../../base/scheduled-entities.ts';
import { streamKinds } from '../../base/stream-names.ts';
import { windowIsOpen } from '../../base/window.ts';
import type { Engine } from '../../base/worker-context.ts';
import { type Connection, getConnection } from '../../shared/connections/calls/session.ts';
import { forbiddenMs, recordForbidden, settleForbidden } from '../../shared/connections/health/forbidden.ts';
import { mayCall, recordFailure, recordSuccess, releaseProbe } from '../../shared/connections/health/health.ts';
import { endCatchingUp } from '../../shared/connections/identity/take-up.ts';
import { moveBack, placeToRead } from '../../shared/connections/streams/read-again.ts';
import { settleReadable, storeUnreadable } from '../../shared/connections/streams/unreadable.ts';
import { pullJob } from '../../shared/connections/streams/wake.ts';
import { advanceRun, type Counts, finishRun, type RowOutcome, startRun } from '../../shared/runs/commands.ts';
import type { RunSentence } from '../../shared/runs/words/sentences.ts';
import { acknowledge } from '../acknowledge.ts';
import { noteUnknown } from '../comparisons/unknown-references.ts';
import { storeAhead } from './pages/ahead.ts';
import { cursorJson, type PageRead, type Stored, storeRecords } from './pages/page.ts';
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
/** Not at once: a place that is always forgotten would keep a worker busy for ever. */
const anewMs = 5_000;
/** A stream that fails is read again within half a minute: a longer back-off would go on after the other side has recovered. */
const longestBackOff = 5;
type Pull = JobPayload<'stream:pull'>;

/**
 * Reads a stream on from its cursor, page after page, until there are no more; the next page is read while one is stored, and its records
 * are stored beside it where nothing speaks against it. The cursor moves over one page after the other, no earlier than in the transaction
 * that stores it: after a crash what it has not moved over is read again, which changes nothing.
 */
export async function pullStream(engine: Engine, pull: Pull, stop: AbortSignal): Promise<void> {
  const within = <T>(work: (tenant: Tenant) => Promise<T>) => inTenant(engine.database, { accountId: pull.accountId, userId: null }, work);
  const until = Date.now() + longestMs;
  let runId = pull.runId;
  let connection: Connection;
  if (pull.from !== undefined) await within((tenant) => moveBack(tenant, pull));
  const pages = pageReader<StreamPosition>(
    (place) =>
      streams[pull.stream].read(
        engine,
        connection,
        { attempt: Math.min(place.failures, longestBackOff), subject: null },
        placeToRead(place),
      ),
    (before, place, page, read) => traced(pull, page, read, () => within((tenant) => storeAhead(tenant, pull, [before, place], page))),
  );
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
      runId = await (ahead ? store() : traced(pull, page, read, store));
      if (page.again) return await rescheduleRun(engine, pull, runId, page.again);
      if (!page.more) return await endRun(engine, pull, runId, 'done', { code: 'up_to_date' });
    }
  } finally {
    await pages.settled();
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
  const connection = await getConnection(tenant, engine.seal, connectionId);
  if (!connection) return { code: 'connection_gone' };
  const { rows } = await sql<Omit<StreamPosition, 'tries'> & { open: boolean; behind: boolean; recognised: boolean }>`
    with read as (
      update streams s set due_at = (select now() + make_interval(secs => s.every_seconds)), read_at = now()
      where ${inAccount(tenant, 's')} and s.connection_id = ${connectionId} and s.stream = ${stream}
      returning s.account_id, s.connection_id, s.stream, s.cursor, s.since, s.read_at, s.failures
    )
    select s.cursor, s.since, s.read_at as "readAt", a.timezone, s.failures, ${windowIsOpen('c', windowOf(stream))} as open,
      ${isRecognised} as recognised,
      s.stream = 'orders' and (select count(*) from (select 1 from orders o where ${inAccount(tenant, 'o')} and o.checked_at is null
        limit ${backlogBound}) as waiting) >= ${backlogBound} as behind
    from read s join connections c on ${inAccount(tenant, 'c')} and c.id = s.connection_id
    join accounts a on a.id = s.account_id`.execute(tenant.db);
  const [place] = rows;
  if (!place) return { code: 'no_such_stream' };
  if (!place.recognised) return 'unrecognised';
  if (!place.open) return { code: 'outside_window' };
  if (place.behind) return { code: 'orders_behind' };
  const may = await mayCall(tenant, connection);
  if (may === 'no') return { code: 'cannot_be_called' };
  return { connection, place: { ...place, tries: may === 'once' } };
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
  const { rows } = await sql`
    update streams set cursor = ${cursorJson(page.next)}::jsonb, failures = 0, due_at = coalesce(${page.again ?? null}::timestamptz,
      due_at),
      drained_at = case when ${page.more || page.again !== undefined} then drained_at else ${place.readAt} end
    where ${inAccount(tenant)} and connection_id = ${connection.id} and stream = ${pull.stream}
      and cursor is not distinct from ${cursorJson(place.cursor)}::jsonb and ${isRecognised}
    returning 1 as moved`.execute(tenant.db);
  // Another worker has read on: its cursor counts, and it stores this page. Or this is another database than the one it was read for.
  if (rows.length === 0) return runId;
  const { applied, unreadable } = ahead ?? (await storeRecords(tenant, page));
  await page.finish?.(tenant);
  await noteUnknown(tenant, { connectionId: connection.id, stream: pull.stream, cursor: place.cursor }, page.references ?? []);
  if (pull.stream === 'orders' && !page.more && page.again === undefined) await endCatchingUp(tenant, connection.id);
  await sql`update webhook_deliveries set handled_at = now()
    where ${inAccount(tenant)} and connection_id = ${connection.id} and stream = ${pull.stream} and handled_at is null
      and received_at <= ${place.readAt}`.execute(tenant.db);
  const aside = new Set(unreadable.map(({ remoteId }) => remoteId));
  const readable = page.readIds.filter((id) => !aside.has(id));
  await settleReadable(tenant, connection.id, pull.stream, readable);
  const outcomes = await storeUnreadable(tenant, connection.id, pull.stream, [...page.unreadable, ...unreadable]);
  if (page.acknowledges) await acknowledge(tenant, connection.id, pull.stream, page);
  await recordSuccess(tenant, connection.id);
  await settleForbidden(tenant, connection, pull.stream);
  const counts = { ...applied, failed: outcomes.length, ...(page.total === undefined ? {} : { total: page.total }) };
  return recordRun(tenant, pull, runId, counts, outcomes);
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

/** When to read again after a failure, and from where: a cursor that the other side has forgotten begins anew. */
function afterFailure(engine: Engine, { cursor }: StreamPosition, failure: Failure): { at: Date | null; next: Cursor | null } {
  if (failure.kind === 'retry') return { at: failure.at, next: failure.next ?? cursor };
  if (failure.kind === 'forbidden') return { at: new Date(engine.now().getTime() + forbiddenMs), next: cursor };
  if (failure.kind === 'cursor_expired' && cursor !== null) return { at: new Date(engine.now().getTime() + anewMs), next: null };
  return { at: null, next: cursor };
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
  await inTenant(engine.database, { accountId: pull.accountId, userId: null }, async (tenant) => {
    const ownTurn = failure.kind === 'retry' && failure.limited === true;
    await sql`update streams set failures = case when ${ownTurn} then failures else failures + 1 end, due_at = coalesce(${at}::timestamptz,
      due_at),
        cursor = case when cursor is not distinct from ${cursorJson(place.cursor)}::jsonb then ${cursorJson(next)}::jsonb else cursor end
      where ${inAccount(tenant)} and connection_id = ${pull.connectionId} and stream = ${pull.stream}`.execute(tenant.db);
    if (failure.kind === 'forbidden') await recordForbidden(tenant, pull.connectionId, pull.stream, failure.reason);
    else if (!ownTurn) await recordFailure(tenant, pull.connection, failure, place.tries);
    else if (place.tries) await releaseProbe(tenant, pull.connectionId);
    if (runId === undefined) return;
    if (failure.kind === 'retry' || next === null) await enqueueAll(tenant, [again(pull, runId, at ?? undefined)]);
    else await finishRun(tenant, runId, 'failed', { code: 'read_failed', reason: failure.reason });
  });
}

/** What is being read is still being made there: its run goes on then. */
async function rescheduleRun(engine: Engine, pull: Pull, runId: number | undefined, at: Date): Promise<void> {
  if (runId === undefined) return;
  await inTenant(engine.database, { accountId: pull.accountId, userId: null }, (tenant) => enqueueAll(tenant, [again(pull, runId, at)]));
}

async function endRun(
  engine: Engine,
  pull: Pull,
  runId: number | undefined,
  state: 'done' | 'cancelled',
  sentence: RunSentence,
): Promise<void> {
  if (runId === undefined) return;
  await inTenant(engine.database, { accountId: pull.accountId, userId: null }, (tenant) => finishRun(tenant, runId, state, sentence));
}

/** The job that continues this read. A run has a job of its own, which no poll of the same stream replaces. */
function again({ accountId, connectionId, stream }: Pull, runId: number | undefined, runAt?: Date): Job<'stream:pull'> {
  const job = pullJob(accountId, connectionId, stream, runAt);
  return runId === undefined ? job : { ...job, key: `${job.key}:run:${runId}`, payload: { ...job.payload, runId } };
}
