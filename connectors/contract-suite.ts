import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Channel, ChannelOrder, Connector, Cursor, CursorStream, Failure, Page, Result, Settings, Warehouse } from './contract.ts';
import { memoryLimits } from './http/limits.ts';
import type { Exchange } from './http.ts';
import type { EdgeFault } from './scripted-edge.ts';
import { openSession } from './session.ts';

/** The other side that a connector is tried against: a scripted one, or a sandbox that can be told to misbehave. */
export type OtherSide = { origin: string; fault: (fault: EdgeFault | null) => void | Promise<void>; stop: () => Promise<void> };

/** What the suite needs to know of a connector. Both capabilities are there; a channel leaves `warehouse` alone and the other way round. */
export type Candidate = {
  connector: Connector;
  start: () => Promise<OtherSide>;
  settings: (origin: string) => Settings;
  /** What must never be in a log, in every spelling. */
  secrets: string[];
  /** Its streams, by name, with what names a record. The other side has at least two records in each. */
  streams: Record<string, (session: Opened) => { stream: CursorStream<unknown>; keyOf: (record: never) => string }>;
  /** Whether the other side can have this fault, for calls that write and calls that read. Without it, every fault is tried. */
  can?: (fault: EdgeFault, write: boolean) => boolean;
  /** A re-read of an order that the channel does not have. */
  deleted?: (session: Opened) => Promise<Result<ChannelOrder>>;
  /** Single calls that must work, then fail as typed. `write` when it changes something there. */
  calls: Record<string, { write: boolean; call: (session: Opened) => Promise<Result<unknown>> }>;
};

/** The capabilities of one session. Asking for one that the connector lacks fails the test. */
export type Opened = { channel: Channel; warehouse: Warehouse };

const since = new Date('2020-01-01T00:00:00Z');
const now = new Date('2026-11-21T12:00:00Z');

/** The tests that every connector must pass. */
export function contractSuite(candidate: Candidate): void {
  let side: OtherSide;
  const log: Exchange[] = [];

  beforeAll(async () => {
    side = await candidate.start();
  });
  beforeEach(() => side.fault(null));
  afterAll(() => side.stop());

  /** With a fault the other side has it from now on; a hang is not waited out for long. */
  const open: Open = async (fault) => {
    if (fault) await side.fault(fault);
    return opened(candidate, side, log, fault === 'hang' ? 200 : 10_000);
  };
  const faults = (write: boolean) => failures.filter(([fault]) => candidate.can?.(fault, write) ?? true);
  describe.each(Object.entries(candidate.streams))('stream %s', (_name, pick) => streamTests(open, pick, faults(false)));
  describe.each(Object.entries(candidate.calls))('call %s', (_name, call) => callTests(open, call, faults(call.write)));

  const { deleted } = candidate;
  if (deleted)
    test('an order that the channel has no more is not found, however often it is read', async () => {
      for (const session of [await open(), await open()])
        expect(await deleted(session)).toMatchObject({ ok: false, failure: { kind: 'not_found' } });
    });

  test('no secret is in any exchange of the log', () => {
    expect(log.length).toBeGreaterThan(10);
    const written = JSON.stringify(log);
    for (const secret of candidate.secrets) expect(written).not.toContain(secret);
  });
}

type Open = (fault?: EdgeFault) => Promise<Opened>;

function streamTests(open: Open, pick: Candidate['streams'][string], faults: typeof failures): void {
  const picked = async () => pick(await open());
  const keysOf = (page: Page<unknown>, keyOf: (record: never) => string) => page.records.map((record) => keyOf(record as never));

  test('gives records, and the same page twice the same keys', async () => {
    const { stream, keyOf } = await picked();
    const first = succeeded(await stream.read(null, since));
    expect(first.records.length).toBeGreaterThan(0);
    expect(first.unreadable).toEqual([]);
    expect(keysOf(succeeded(await stream.read(null, since)), keyOf)).toEqual(keysOf(first, keyOf));
  });

  test('resumes from any cursor, after the cursor was stored as JSON', async () => {
    const { stream, keyOf } = await picked();
    const pages = await drain(stream);
    expect(new Set(pages.flatMap(({ page }) => keysOf(page, keyOf))).size).toBeGreaterThan(1);
    for (const { cursor, page } of pages) {
      const again = succeeded(await stream.read(JSON.parse(JSON.stringify(cursor)) as Cursor | null, since));
      expect(keysOf(again, keyOf)).toEqual(keysOf(page, keyOf));
      expect(again.next).toEqual(page.next);
    }
  });

  test('rests when it is drained', async () => {
    const { stream } = await picked();
    const rest = (await drain(stream)).at(-1)?.page.next ?? null;
    expect(succeeded(await stream.read(rest, since)).more).toBe(false);
  });

  test.each(faults)('fails as %s', async (fault, expected) => {
    const { stream } = pick(await open(fault));
    expect(await stream.read(null, since)).toMatchObject({ ok: false, failure: expected(false) });
  });
}

function callTests(open: Open, { write, call }: Candidate['calls'][string], faults: typeof failures): void {
  test('works', async () => {
    expect(await call(await open())).toMatchObject({ ok: true });
  });

  test.each(faults)('fails as %s', async (fault, expected) => {
    expect(await call(await open(fault))).toMatchObject({ ok: false, failure: expected(write) });
  });
}

type Expected = (write: boolean) => Partial<Failure>;

// A fault, and the typed failure that it must become. `maybeDone` only for writes that may have been carried out.
const failures: [EdgeFault, Expected][] = [
  ['unauthorized', () => ({ kind: 'reconnect' })],
  ['forbidden', () => ({ kind: 'reconnect' })],
  ['not_found', () => ({ kind: 'not_found' })],
  ['conflict', () => ({ kind: 'rejected' })],
  ['unprocessable', () => ({ kind: 'rejected', code: 'invalid' })],
  ['too_many', () => ({ kind: 'retry', maybeDone: false })],
  ['too_many_for_7_s', () => ({ kind: 'retry', maybeDone: false, at: new Date(now.getTime() + 7000) })],
  ['server_error', (write) => ({ kind: 'retry', maybeDone: write })],
  ['redirect', (write) => ({ kind: 'retry', maybeDone: write })],
  ['hang', (write) => ({ kind: 'retry', maybeDone: write })],
  ['drop', (write) => ({ kind: 'retry', maybeDone: write })],
  ['truncated', (write) => ({ kind: 'retry', maybeDone: write })],
  ['malformed', (write) => ({ kind: 'retry', maybeDone: write })],
  ['wrong_type', (write) => ({ kind: 'retry', maybeDone: write })],
  ['wrong_shape', (write) => ({ kind: 'retry', maybeDone: write })],
];

/** Each session has its own allowance: what one test learned must not keep the next one waiting. */
function opened({ connector, settings }: Candidate, side: OtherSide, log: Exchange[], timeoutMs: number): Opened {
  const session = openSession(connector, settings(side.origin), {
    limitStore: memoryLimits(),
    sink: (exchange) => log.push(exchange),
    sandboxOrigin: side.origin,
    now: () => now,
    random: () => 0.5,
    timeoutMs,
  });
  return {
    get channel() {
      return connector.channel?.(session) ?? expect.unreachable('it is no channel');
    },
    get warehouse() {
      return connector.warehouse?.(session) ?? expect.unreachable('it is no warehouse');
    },
  };
}

async function drain(stream: CursorStream<unknown>): Promise<{ cursor: Cursor | null; page: Page<unknown> }[]> {
  const pages: { cursor: Cursor | null; page: Page<unknown> }[] = [];
  let cursor: Cursor | null = null;
  for (let more = true; more && pages.length < 100; ) {
    const page: Page<unknown> = succeeded(await stream.read(cursor, since));
    pages.push({ cursor, page });
    cursor = page.next;
    more = page.more;
  }
  expect(pages.at(-1)?.page.more).toBe(false);
  return pages;
}

function succeeded<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`It failed: ${JSON.stringify(result.failure)}`);
  return result.value;
}
