import { expect, test } from 'vitest';
import type { AsnState, InboundNotice, Result, Warehouse } from '../../../../connectors/contract.ts';
import { theirWords } from '../../../../connectors/http/reasons.ts';
import { announce } from './announce.ts';

const notice: InboundNotice = {
  ...{ reference: 'CD-P1', warehouseId: '10', orderNumbers: ['P-1'], expectedAt: null, carrier: null, freightNumber: null },
  lines: [{ lineReference: '1', sku: 'MUG', quantity: 10, lot: null, expectedAt: null }],
};
const there: AsnState = {
  ...{ asnId: 'A-1', reference: 'CD-P1', status: 'announced', changedAt: new Date(), orderNumbers: ['P-1'] },
  lines: [{ sku: 'MUG', quantity: 10 }],
};
const absent: Result<never> = { ok: false, failure: { kind: 'not_found', reason: theirWords('It is not there.') } };

/** An attempt may have arrived. What a warehouse that finds this makes of it, and how often it was told. */
async function announceAgain(found: Result<AsnState>, missingSince: Date | null, over: Partial<Warehouse> = { asnsRepeat: true }) {
  let told = 0;
  const createAsn = async () => {
    told += 1;
    return { ok: true as const, value: { ...there, created: true } };
  };
  const warehouse = { createAsn, findAsn: async () => found, ...over } as unknown as Warehouse;
  const effect = { maybe_done: true, by_number: false, asn_id: null, missing_since: missingSince } as never;
  const result = await announce({ warehouse, effect, notice, sent: [], engine: {} as never, connection: {} as never });
  return { result, told };
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

test('what may have arrived is looked for some minutes before a warehouse that would make it twice is told again', async () => {
  const wait = { ok: false, failure: { kind: 'retry', maybeDone: true, limited: true, reason: { code: 'sending.not_there_yet' } } };
  for (const missing of [null, minutesAgo(9)]) expect(await announceAgain(absent, missing)).toMatchObject({ result: wait, told: 0 });
  expect(await announceAgain(absent, minutesAgo(11))).toMatchObject({ result: { value: { kind: 'announced' } }, told: 1 });
});

test('what is found in the meantime is ours, and not told again', async () => {
  expect(await announceAgain({ ok: true, value: there }, minutesAgo(4))).toMatchObject({
    ...{ result: { value: { kind: 'announced', state: { asnId: 'A-1' } } }, told: 0 },
  });
});

test('a warehouse that has one announcement of a reference is told again at once', async () => {
  expect(await announceAgain(absent, null, {})).toMatchObject({ result: { value: { kind: 'announced' } }, told: 1 });
});
