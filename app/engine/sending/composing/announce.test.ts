import { expect, test } from 'vitest';
import type { AsnState, InboundNotice, Result, Warehouse } from '../../../../connectors/contract.ts';
import { theirWords } from '../../../../connectors/http/reasons.ts';
import { goodsInWords } from '../../../nouns/order-flow/release/adopting/differences.ts';
import { digestOf } from '../../../nouns/purchase-flow/asn/notice.ts';
import { announce, announceChange, cancelWhole } from './announce.ts';

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
async function announceAgain(
  found: Result<AsnState>,
  missingSince: Date | null,
  over: Partial<Warehouse> = { asnsRepeat: true },
  said = notice,
) {
  let told = 0;
  const createAsn = async () => {
    told += 1;
    return { ok: true as const, value: { ...there, created: true } };
  };
  const warehouse = { createAsn, findAsn: async () => found, ...over } as unknown as Warehouse;
  const effect = { maybe_done: true, by_number: false, asn_id: null, missing_since: missingSince } as never;
  const sent = [goodsInWords(there.lines ?? [])];
  const result = await announce({ warehouse, effect, notice: said, sent, engine: {} as never, connection: {} as never });
  return { result, told };
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

test('what may have arrived is looked for some minutes before a warehouse that would make it twice is told again', async () => {
  const wait = { ok: false, failure: { kind: 'retry', maybeDone: true, limited: true, reason: { code: 'sending.not_there_yet' } } };
  for (const missing of [null, minutesAgo(9)]) expect(await announceAgain(absent, missing)).toMatchObject({ result: wait, told: 0 });
  expect(await announceAgain(absent, minutesAgo(11))).toMatchObject({ result: { value: { kind: 'announced' } }, told: 1 });
});

test('what could not be looked for, for want of requests, waits no longer for that', async () => {
  const reason = theirWords('Too many calls.');
  const limited: Result<never> = { ok: false, failure: { kind: 'retry', at: new Date(), reason, maybeDone: false, limited: true } };
  const { result, told } = await announceAgain(limited, minutesAgo(9));
  // Doubt of an attempt of its own would begin the wait for its intake anew.
  expect([result, told]).toEqual([limited, 0]);
});

test('what is found in the meantime is ours, and not told again', async () => {
  expect(await announceAgain({ ok: true, value: there }, minutesAgo(4))).toMatchObject({
    ...{ result: { value: { kind: 'announced', state: { asnId: 'A-1' } } }, told: 0 },
  });
});

test('a warehouse that has one announcement of a reference is told again at once', async () => {
  expect(await announceAgain(absent, null, {})).toMatchObject({ result: { value: { kind: 'announced' } }, told: 1 });
});

const twelve: InboundNotice = { ...notice, lines: notice.lines.map((line) => ({ ...line, quantity: 12 })) };

test('a warehouse that cannot be told again has what it was told before, as long as that is what is announced', async () => {
  const found = { ok: true as const, value: there };
  const replied = (digest: string | null) => ({ result: { ok: true, value: { kind: 'announced', digest } } });
  expect(await announceAgain(found, null)).toMatchObject(replied(digestOf(notice)));
  expect(await announceAgain(found, null, {}, twelve)).toMatchObject(replied(null));
  const replaceAsn = async () => found;
  expect(await announceAgain(found, null, { replaceAsn }, twelve)).toMatchObject(replied(digestOf(twelve)));
});

test('a change that a warehouse cannot be told says what helps, unless it has these goods already', async () => {
  const findAsn: Warehouse['findAsn'] = async () => ({ ok: true, value: there });
  const change = (said: InboundNotice, over: Partial<Warehouse> = {}) => announceChange({ findAsn, ...over } as Warehouse, 'A-1', said);
  const reason = { code: 'sending.no_changes' };
  expect(await change(twelve)).toMatchObject({ ok: false, failure: { kind: 'rejected', reason } });
  const later = { ...notice, expectedAt: new Date() };
  expect(await change(later)).toMatchObject({ ok: true, value: { kind: 'announced', digest: digestOf(later) } });
  const busy: Result<never> = { ok: false, failure: { kind: 'retry', at: new Date(), maybeDone: false, reason: theirWords('Busy.') } };
  expect(await change(twelve, { findAsn: async () => busy })).toEqual(busy);
});

test('a withdrawal that a warehouse cannot be asked for says so, and what helps', async () => {
  const reason = { code: 'sending.no_withdrawing' };
  expect(await cancelWhole({} as Warehouse, 'A-1')).toMatchObject({ ok: false, failure: { kind: 'rejected', reason } });
  const cancelAsn: Warehouse['cancelAsn'] = async () => ({ ok: true, value: 'too_late' });
  expect(await cancelWhole({ cancelAsn } as Warehouse, 'A-1')).toEqual({ ok: true, value: { kind: 'withdrawn', outcome: 'too_late' } });
});
