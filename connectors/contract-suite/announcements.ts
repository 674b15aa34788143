import { expect, test } from 'vitest';
import type { AsnState, InboundNotice, WarehouseReceipt } from '../contract.ts';
import { type Directed, goodsOf } from './directed.ts';
import { records, succeeded } from './streams.ts';

const absent = { ok: false, failure: { kind: 'rejected', code: 'other', reason: { code: 'refused', status: 0 } } } as const;

export function announcementTests(directed: Directed): void {
  const { candidate, warehouse, nextReference } = directed;
  const create = async (notice: InboundNotice) => succeeded(await (warehouse().createAsn?.(notice) ?? absent));
  const find = async (reference: string) => (await warehouse().findAsn?.(reference)) ?? absent;
  const announced = async () => {
    const notice = candidate.notice?.(nextReference()) ?? expect.unreachable('nothing is announced to it');
    return { notice, asn: await create(notice) };
  };

  test('is new by the call that made it, and comes back as the warehouse has it', async () => {
    const { notice, asn } = await announced();
    expect(asn.created).toBe(true);
    for (const each of [asn, succeeded(await find(notice.reference))]) {
      expect(each).toMatchObject({ asnId: asn.asnId, reference: notice.reference, status: 'announced' });
      if (each.lines) expect(goodsOf(each.lines)).toEqual(goodsOf(notice.lines));
      if (each.orderNumbers) expect(each.orderNumbers).toEqual(notice.orderNumbers);
    }
  });

  test('made twice is one, also with other goods under its reference', async () => {
    const { notice, asn } = await announced();
    const more = notice.lines.map((line) => ({ ...line, quantity: line.quantity + 1 }));
    for (const again of [notice, { ...notice, lines: more }]) {
      const second = await create(again);
      expect(second).toMatchObject({ asnId: asn.asnId, created: false });
      if (second.lines) expect(goodsOf(second.lines)).toEqual(goodsOf(notice.lines));
    }
    const all = await records(required(warehouse().asnChanges));
    expect(new Set(all.filter(({ reference }) => reference === notice.reference).map(({ asnId }) => asnId)).size).toBe(1);
  });

  findTests(directed, announced, find);
  changeTests(directed, announced, find);
  receiptTests(directed, announced, find);
  recountTests(directed, announced);
  closeTests(directed, announced, find);
}

type Announced = () => Promise<{ notice: InboundNotice; asn: AsnState }>;
type Find = (reference: string) => ReturnType<NonNullable<ReturnType<Directed['warehouse']>['findAsn']>>;

function findTests({ warehouse }: Directed, announced: Announced, find: (...args: Parameters<Find>) => Promise<unknown>): void {
  test('is not found where there is none of exactly this reference', async () => {
    const { notice } = await announced();
    for (const other of ['CD-never-announced', notice.reference.slice(0, -1), `${notice.reference}0`])
      expect(await find(other)).toMatchObject({ ok: false, failure: { kind: 'not_found' } });
  });

  test('that is found by a number carries it', async () => {
    const { notice } = await announced();
    for (const number of [...notice.orderNumbers, 'PO-of-nobody'])
      for (const { orderNumbers } of succeeded((await warehouse().findAsnsByNumber?.(number)) ?? { ok: true, value: [] as AsnState[] }))
        expect(orderNumbers).toContain(number);
  });
}

function changeTests({ warehouse }: Directed, announced: Announced, find: (...args: Parameters<Find>) => Promise<unknown>): void {
  test('that is cancelled before anything came is cancelled, and once more changes nothing', async () => {
    const { notice, asn } = await announced();
    for (const _ of ['once', 'twice'])
      expect(await warehouse().cancelAsn?.(asn.asnId, 'not needed')).toEqual({ ok: true, value: 'cancelled' });
    expect(await find(notice.reference)).toMatchObject({ ok: true, value: { status: 'cancelled' } });
    const last = (await records(required(warehouse().asnChanges))).findLast(({ reference }) => reference === notice.reference);
    expect(last?.status).toBe('cancelled');
  });

  test('is told anew, where the warehouse takes that', async () => {
    const { replaceAsn } = warehouse();
    if (!replaceAsn) return;
    const { notice, asn } = await announced();
    const more = notice.lines.map((line) => ({ ...line, quantity: line.quantity + 1 }));
    const state = succeeded(await replaceAsn(asn.asnId, { ...notice, lines: more }));
    if (state.lines) expect(goodsOf(state.lines)).toEqual(goodsOf(more));
  });
}

const receiptsOf = async (warehouse: Directed['warehouse'], asnId: string) =>
  (await records(required(warehouse().receipts))).filter((receipt: WarehouseReceipt) => receipt.asnId === asnId);

function receiptTests({ side, warehouse }: Directed, announced: Announced, find: (...args: Parameters<Find>) => Promise<unknown>): void {
  test('goods that come in pieces are received once each, until it is closed', async () => {
    const { receive } = side();
    if (!receive) return;
    const { notice, asn } = await announced();
    await receive(asn.asnId, 'a part');
    expect(await find(notice.reference)).toMatchObject({ ok: true, value: { status: 'receiving' } });
    expect(await warehouse().cancelAsn?.(asn.asnId, 'not needed')).toEqual({ ok: true, value: 'too_late' });
    const first = await receiptsOf(warehouse, asn.asnId);
    await receive(asn.asnId, 'the rest');
    const all = await receiptsOf(warehouse, asn.asnId);
    expect(await find(notice.reference)).toMatchObject({ ok: true, value: { status: 'closed' } });
    expect(new Set(all.map(({ remoteId }) => remoteId)).size).toBe(all.length);
    for (const receipt of first) expect(all).toContainEqual(receipt);
    expect(goodsOf(summedUp(all))).toEqual(goodsOf(notice.lines));
  });

  test('goods that nobody announced are received too, once, of no announcement', async () => {
    const { receiveUnannounced } = side();
    if (!receiveUnannounced) return;
    const { notice } = await announced();
    const sku = notice.lines[0]?.sku ?? '';
    await receiveUnannounced(sku);
    const unannounced = (await records(required(warehouse().receipts))).filter(({ asnId }: WarehouseReceipt) => asnId === null);
    expect(unannounced).toMatchObject([{ sku, quantity: 2 }]);
  });
}

function recountTests({ side, warehouse }: Directed, announced: Announced): void {
  test('a count that is corrected later is the same receipt with another quantity', async () => {
    const { receive, recount } = side();
    if (!receive || !recount) return;
    const { asn } = await announced();
    await receive(asn.asnId, 'the rest');
    const before = await receiptsOf(warehouse, asn.asnId);
    await recount(asn.asnId);
    const after = await receiptsOf(warehouse, asn.asnId);
    expect(after.map(({ remoteId }) => remoteId)).toEqual(before.map(({ remoteId }) => remoteId));
    const units = (all: WarehouseReceipt[]) => all.reduce((sum, { quantity }) => sum + quantity, 0);
    expect(units(after)).toBe(units(before) - 1);
  });
}

function closeTests({ side, warehouse }: Directed, announced: Announced, find: (...args: Parameters<Find>) => Promise<unknown>): void {
  test('what is closed short is closed, where the warehouse takes that', async () => {
    const { receive } = side();
    const { closeAsn } = warehouse();
    if (!receive || !closeAsn) return;
    const { notice, asn } = await announced();
    await receive(asn.asnId, 'a part');
    expect(await closeAsn(asn.asnId, 'no more comes')).toEqual({ ok: true, value: 'closed' });
    expect(await find(notice.reference)).toMatchObject({ ok: true, value: { status: 'closed' } });
  });
}

function summedUp(receipts: readonly WarehouseReceipt[]): { sku: string; quantity: number }[] {
  const units = new Map<string, number>();
  for (const { sku, quantity } of receipts) units.set(sku, (units.get(sku) ?? 0) + quantity);
  return [...units].map(([sku, quantity]) => ({ sku, quantity }));
}

const required = <T>(stream: T | undefined): T => stream ?? expect.unreachable('it does not report that');
