import { expect, test } from 'vitest';
import { manualClock } from '../clock.ts';
import { twoItems, visit, warehouseOrder } from '../test/visit.ts';

type Page = {
  records: { id: string; reference: string; sequence: number; status: string }[];
  next: string;
  more: boolean;
  remaining: number;
};

async function warehouse(orders: number) {
  const clock = manualClock('2026-11-20T10:00:00Z');
  const visited = await visit({ clock, pace: 'manual' });
  visited.control.client().catalogue.take(twoItems);
  for (let number = 1; number <= orders; number++) {
    clock.advance(1000);
    await visited.amware('/orders', warehouseOrder(`r${number}`, { lines: [{ line_reference: 'a', sku: 'MUG', quantity: 1 }] }));
  }
  const read = async (query = '') => (await visited.amware<Page>(`/order-changes${query}`)).body;
  return { ...visited, clock, read };
}
const references = ({ records }: Page) => records.map(({ reference }) => reference);

test('pages follow one another, and the cursor goes on where the feed ended', async () => {
  const { read, amware } = await warehouse(5);
  const first = await read('?limit=2');
  expect([references(first), first.more, first.remaining]).toEqual([['r1', 'r2'], true, 3]);
  const second = await read(`?limit=10&after=${first.next}`);
  expect([references(second), second.more, second.remaining]).toEqual([['r3', 'r4', 'r5'], false, 0]);
  expect(await read(`?limit=10&after=${first.next}`)).toEqual(second);
  const empty = await read(`?after=${second.next}`);
  expect([empty.records, empty.next]).toEqual([[], second.next]);
  await amware('/orders', warehouseOrder('r6'));
  expect(references(await read(`?after=${second.next}`))).toEqual(['r6']);
});

test('an order that changes moves to the end and appears once, as it is now', async () => {
  const { read, steer } = await warehouse(3);
  const before = await read();
  await steer(`/amware/orders/${before.records[0]?.id}/advance`, { method: 'POST' });
  expect(references(await read())).toEqual(['r2', 'r3', 'r1']);
  const after = await read(`?after=${before.next}`);
  expect(after.records).toMatchObject([{ reference: 'r1', status: 'picking' }]);
  const sequences = (await read()).records.map(({ sequence }) => sequence);
  expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
});

test('a feed can begin at an instant, also at one after which nothing has happened', async () => {
  const { read, amware } = await warehouse(3);
  expect(references(await read('?since=2026-11-20T10:00:02Z'))).toEqual(['r2', 'r3']);
  const nothing = await read('?since=2026-11-20T11:00:00Z');
  expect(nothing.records).toEqual([]);
  await amware('/orders', warehouseOrder('r4'));
  expect(references(await read(`?after=${nothing.next}`))).toEqual(['r4']);
});

test.each(['?after=bm9wZQ', '?limit=0', '?limit=501', '?since=yesterday'])('%s is refused', async (query) => {
  const { amware } = await warehouse(0);
  expect(await amware(`/order-changes${query}`)).toMatchObject({ status: 400, body: { code: 'invalid' } });
});

test('a stock snapshot stays as it was while it is read, and expires', async () => {
  const { amware, clock } = await warehouse(0);
  type Stock = {
    rows: { sku: string; on_hand: number; allocated: number; on_hold: number; available: number }[];
    next: string;
    total: number;
    more: boolean;
  };
  const first = (await amware<Stock>('/stock?limit=1')).body;
  await amware('/orders', warehouseOrder('r1'));
  const rest = (await amware<Stock>(`/stock?after=${first.next}`)).body;
  const rows = [...first.rows, ...rest.rows];
  expect([rows.length, first.total, rest.more]).toEqual([first.total, rest.total, false]);
  expect(rows.every(({ allocated }) => allocated === 0)).toBe(true);
  expect(rows.every((row) => row.on_hand === row.allocated + row.on_hold + row.available)).toBe(true);
  const now = (await amware<Stock>('/stock')).body.rows;
  expect(now.reduce((sum, { allocated }) => sum + allocated, 0)).toBe(6);
  clock.advance(16 * 60_000);
  expect(await amware(`/stock?after=${first.next}`)).toMatchObject({ status: 410, body: { code: 'snapshot_expired' } });
});

test('items and methods are listed, and the key says whose it is', async () => {
  const { amware } = await warehouse(0);
  expect((await amware<Page>('/items')).body.records).toMatchObject([{ sku: 'MUG', name: 'A mug' }, { sku: 'CUP' }]);
  expect((await amware('/account')).body).toEqual({ id: 'demo', name: 'Demo Gifts' });
  expect((await amware('/warehouses')).body).toMatchObject({ warehouses: [{ id: 'KY1' }, { id: 'NV2' }] });
  expect((await amware('/account', { headers: { authorization: 'Bearer wrong' } })).status).toBe(401);
});
