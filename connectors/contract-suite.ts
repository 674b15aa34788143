import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Failure, Result } from './contract.ts';
import { type Candidate, type Opened, type OtherSide, openerOf } from './contract-suite/candidate.ts';
import { consentTests } from './contract-suite/consent.ts';
import { type Fault, faults } from './contract-suite/faults.ts';
import { hintTests } from './contract-suite/hints.ts';
import { pendingStockTests, pendingUploadTests } from './contract-suite/pending.ts';
import { queueTests, read, streamTests, succeeded, tokenTests } from './contract-suite/streams.ts';
import type { Exchange } from './http.ts';
import { wordReason } from './reasons.ts';
import type { EdgeFault } from './scripted-edge.ts';

export type { Candidate, Opened, OtherSide };

/** The tests that every connector must pass. */
export function contractSuite(candidate: Candidate): void {
  const { connector, calls, streams } = candidate;
  let side: OtherSide;
  let session: ReturnType<typeof openerOf>;
  const log: Exchange[] = [];

  beforeAll(async () => {
    side = await candidate.start();
    session = openerOf(candidate, side, log);
  });
  beforeEach(() => side.fault(null));
  afterAll(() => side.stop());

  /** With a fault the other side has it from now on; a hang is not waited out for long, but a look before it has its time. */
  const open: Open = async (fault, onlyWrites) => {
    // Signed in before the fault: a fault of the sign-in is another matter.
    if (connector.auth.kind === 'token') succeeded(await session().identify());
    if (fault) await side.fault(fault, onlyWrites);
    return session(fault === 'hang' ? (onlyWrites ? 2_000 : 200) : undefined);
  };

  const expire = () => (side.expireTokens ? side.expireTokens() : expect.unreachable('the other side must be able to expire tokens'));
  describe.each(Object.entries(streams))('stream %s', (_name, pick) => {
    const picked = async () => pick(await open());
    streamTests(picked);
    if (connector.auth.kind === 'token') tokenTests(picked, expire, () => log.map(({ status }) => status));
    test.each(possible(candidate, false))('fails as %s', async (fault, expected) => {
      expectFailure(await read(pick(await open(fault)).stream, null), expected(false));
    });
  });

  describe.each(Object.entries(calls))('call %s', (_name, call) => callTests(open, call, (write) => possible(candidate, write)));
  if (possible(candidate, true).some(([fault]) => fault === 'hang')) hangTest(open, Object.values(calls));
  consentTests(candidate, () => side);
  furtherTests(candidate, open);
  // At the end: what is acknowledged is gone for the tests after it.
  describe.each(Object.entries(streams))('queue %s', (_name, pick) => queueTests(async () => pick(await open())));

  secretTests(candidate, log);
}

function furtherTests(candidate: Candidate, open: Open): void {
  const { connector, parcel, deliveries, deleted, pending, pendingStock, pendingUpload } = candidate;
  identityTests(connector.name, open);
  if (connector.confirmations) closingTests(open, parcel);
  if (deliveries) hintTests(open, deliveries);
  if (deleted) deletedTests(open, deleted);
  if (pending) pendingTests(open, pending);
  if (pendingStock) pendingStockTests(open, pendingStock);
  if (pendingUpload) pendingUploadTests(open, pendingUpload);
}

function secretTests({ secrets }: Candidate, log: readonly Exchange[]): void {
  test('no secret is in any exchange of the log', () => {
    expect(log.length).toBeGreaterThan(10);
    const written = JSON.stringify(log);
    for (const secret of secrets) expect(written).not.toContain(secret);
  });
}

const possible = ({ can }: Candidate, write: boolean) => faults.filter(([fault]) => can?.(fault, write) ?? true);

type Open = (fault?: EdgeFault, onlyWrites?: boolean) => Promise<Opened>;

type Call = Candidate['calls'][string];

function callTests(open: Open, { write, looksFirst, searches, call }: Call, possible: (write: boolean) => Fault[]): void {
  test('works', async () => {
    expect(await call(await open())).toMatchObject({ ok: true });
  });

  test.each(possible(write && !looksFirst))('fails as %s', async (fault, expected) => {
    const missing = searches && fault === 'not_found';
    expectFailure(await call(await open(fault)), missing ? { kind: 'retry', maybeDone: false } : expected(write && !looksFirst));
  });
  if (looksFirst)
    test.each(possible(true).filter(([fault]) => fault !== 'hang'))('fails as %s after it has looked', async (fault, expected) => {
      expectFailure(await call(await open(fault, true)), expected(true));
    });
}

/** Together: each waits for the whole time that its look is given. */
function hangTest(open: Open, calls: Call[]): void {
  const looking = calls.filter(({ looksFirst }) => looksFirst);
  test.runIf(looking.length > 0)('what looks first fails as hang after it has looked', async () => {
    const ready: [Call, Opened][] = [];
    for (const each of looking) ready.push([each, await open('hang', true)]);
    const results = await Promise.all(ready.map(([{ call }, opened]) => call(opened)));
    for (const result of results) expectFailure(result, { kind: 'retry', maybeDone: true });
  });
}

/** Typed as it must be, with a reason that the catalogue words; what the other side wrote is not kept whole. */
function expectFailure(result: Result<unknown>, expected: Partial<Failure>): void {
  expect(result).toMatchObject({ ok: false, failure: expected });
  const words = result.ok ? '' : wordReason(result.failure.reason);
  expect(words).not.toMatch(/^$|No text for/);
  expect(words.length).toBeLessThan(500);
}

function identityTests(connector: string, open: Open): void {
  test('a credential says what it belongs to by keys of its vendor, the same each time', async () => {
    const [first, again] = [succeeded(await (await open()).identify()), succeeded(await (await open()).identify())];
    expect(first.name).not.toBe('');
    expect(first.keys.length).toBeGreaterThan(0);
    for (const key of first.keys) expect(key).toMatch(new RegExp(`^${connector}:[a-z_]+/[^\\s]+$`));
    expect(new Set(first.keys).size).toBe(first.keys.length);
    expect(again.keys).toEqual(first.keys);
  });
}

/** A line that was raised here leaves in more units than the channel sold: its last parcel may hold nothing that the channel knows. */
function closingTests(open: Open, parcel: Candidate['parcel']): void {
  test('an order whose last parcel holds nothing that was sold is closed, and once more does no harm', async () => {
    const some = parcel?.() ?? expect.unreachable('a channel that is told of parcels has an order to tell of');
    const last = { ...some, key: 'shipment-of-nothing-sold', trackingNumber: 'CD0001', lines: [], completes: true };
    for (const _ of ['once', 'twice']) {
      const { confirmations } = await open();
      expect(succeeded(await confirmations.confirm([last]))).toMatchObject([{ key: last.key, kind: 'confirmed' }]);
    }
  });
}

function deletedTests(open: Open, deleted: NonNullable<Candidate['deleted']>): void {
  test('an order that the channel no longer has is not found, however often it is read', async () => {
    for (const session of [await open(), await open()])
      expect(await deleted(session)).toMatchObject({ ok: false, failure: { kind: 'not_found' } });
  });
}

function pendingTests(open: Open, { confirm, settle }: NonNullable<Candidate['pending']>): void {
  test('a confirmation that the channel settles later is asked for by its ticket', async () => {
    const [outcome] = succeeded(await confirm(await open()));
    if (outcome?.kind !== 'pending') throw new Error(`It is not pending: ${JSON.stringify(outcome)}`);
    await settle?.();
    const { ask } = (await open()).confirmations;
    expect(await ask?.(outcome.ticket, [outcome.key])).toMatchObject({ ok: true, value: [{ key: outcome.key, kind: 'confirmed' }] });
  });
}
