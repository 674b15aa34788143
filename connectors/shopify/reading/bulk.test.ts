import { expect, onTestFinished, test } from 'vitest';
import type { ChannelOrder, Cursor, Page } from '../../contract.ts';
import { had } from '../../contract-suite/opened.ts';
import { gid, type RawOrder, rawLine, rawOrder, rawPart, rawVariant, type Shop } from '../edge.ts';
import { openShop } from '../opened.ts';

const since = new Date('2020-01-01T00:00:00Z');
type Raw = Record<string, unknown>;

/** The lines of an order in the file of a bulk operation: its parts, and their lines, come after it. */
function rowsOf({ fulfillmentOrders, ...order }: RawOrder): Raw[] {
  return [
    order,
    ...fulfillmentOrders.nodes.flatMap(({ lineItems, merchantRequests: _requests, ...part }) => [
      { ...part, __parentId: order.id },
      ...(lineItems as { nodes: Raw[] }).nodes.map((line) => ({ ...line, __parentId: part.id })),
    ]),
  ];
}
const textOf = (rows: Raw[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const ended = (id: number, changes: Raw = {}) =>
  rawOrder(id, { displayFulfillmentStatus: 'FULFILLED', fulfillmentOrders: { nodes: [rawPart(id, { status: 'CLOSED' })] }, ...changes });

async function shopWithFile(text: string, changes: Partial<Shop> = {}, operation: Raw = {}) {
  let url = '';
  const status = { status: 'COMPLETED', fileSize: String(Buffer.byteLength(text)), createdAt: '2026-11-21T11:00:00Z' };
  const { orders, edge, shop } = await openShop({
    ...{ file: { text }, ...changes },
    replies: {
      OrdersCount: () => ({ ordersCount: { count: 501 } }),
      RunBulk: () => ({ bulkOperationRunQuery: { bulkOperation: { id: gid('BulkOperation', 1) }, userErrors: [] } }),
      BulkOperation: () => ({ bulkOperation: { ...status, url, ...operation } }),
    },
  });
  onTestFinished(edge.stop);
  url = `${edge.origin}/file`;
  const { stream } = orders;
  if (stream.mode !== 'cursor') return expect.unreachable();
  const read = async (cursor: Cursor | null): Promise<Page<ChannelOrder>> => had(await stream.read(cursor, since));
  /** Reads on until this page is not one of the file. */
  const all = async () => {
    const pages: Page<ChannelOrder>[] = [];
    for (let cursor: Cursor | null = (await read(null)).next; cursor && 'operation' in cursor; cursor = pages.at(-1)?.next ?? null)
      pages.push(await read(JSON.parse(JSON.stringify(cursor)) as Cursor));
    return pages;
  };
  return { shop, edge, read, all, asked: () => edge.asked().map((one) => one.operation) };
}
const idsIn = (pages: Page<ChannelOrder>[]) => pages.flatMap(({ records }) => records.map(({ remoteId }) => remoteId));

test('what has ended is as the file has it, whole; what is open is read anew, as it is now', async () => {
  const parts = {
    nodes: [rawPart(31, { status: 'CLOSED', lineItems: { nodes: [rawLine(1), rawLine(2, {}, { id: gid('LineItem', 42) })] } })],
  };
  const first = [ended(1), rawOrder(2), ended(3, { fulfillmentOrders: parts })];
  const cancelledSince = rawOrder(2, { cancelledAt: '2026-11-21T11:30:00Z' });
  const { all, asked } = await shopWithFile(textOf(first.flatMap(rowsOf)), { orders: [cancelledSince] });
  const [page] = await all();
  expect(page?.records.map(({ remoteId, state, lines }) => [remoteId, state, lines.length])).toEqual([
    ['1', 'shipped', 1],
    ['3', 'shipped', 2],
    ['2', 'cancelled', 1],
  ]);
  expect(asked()).toEqual(['OrdersCount', 'RunBulk', 'BulkOperation', 'OrdersById']);
});

test('then what changed since the operation began is read in pages, so that nothing is lost between', async () => {
  const { all, read, shop } = await shopWithFile(textOf([1, 2].flatMap((id) => rowsOf(ended(id)))), { orders: [] });
  const [page] = await all();
  expect(page?.more).toBe(false);
  shop.orders.push(rawOrder(1, { updatedAt: '2026-11-21T10:59:00Z' }), rawOrder(2, { updatedAt: '2026-11-21T10:57:00Z' }));
  expect(idsIn([await read(page?.next ?? null)])).toEqual(['1']);
});

test('a file is read a piece at a time, each order once, and goes on from any piece', async () => {
  const orders = Array.from({ length: 120 }, (_, n) => (n % 3 === 0 ? rawOrder(n + 1) : ended(n + 1)));
  const { all, edge } = await shopWithFile(textOf(orders.flatMap(rowsOf)), { orders });
  const pages = await all();
  expect(pages.map(({ records, more }) => [records.length, more])).toEqual([
    [50, true],
    [50, true],
    [20, false],
  ]);
  expect(
    idsIn(pages)
      .map(Number)
      .toSorted((a, b) => a - b),
  ).toEqual(orders.map((_, n) => n + 1));
  const ranges = edge.requests.flatMap(({ path, headers }) => (path === '/file' ? [headers.range ?? null] : []));
  expect(ranges).toEqual([null, expect.stringMatching(/^bytes=[1-9]\d+-$/), expect.stringMatching(/^bytes=[1-9]\d+-$/)]);
});

test('of many that are open a few are read with each piece', async () => {
  const orders = Array.from({ length: 60 }, (_, n) => rawOrder(n + 1));
  const pages = await (await shopWithFile(textOf(orders.flatMap(rowsOf)), { orders })).all();
  expect(pages.map(({ records }) => records.length)).toEqual([25, 25, 10]);
  expect(idsIn(pages)).toEqual(orders.map((_, n) => String(n + 1)));
});

test('a server that does not cut the file sends all of it, and what was read is passed over', async () => {
  const orders = [1, 2, 3].map((id) => ended(id));
  const text = textOf(orders.flatMap(rowsOf));
  const { read } = await shopWithFile(text, { file: { status: 200, text } });
  const { next } = await read(null);
  const bytes = Buffer.byteLength(textOf(rowsOf(ended(1))));
  expect(idsIn([await read({ ...(next as object), bytes } as Cursor)])).toEqual(['2', '3']);
});

const whole = textOf([1, 2].flatMap((id) => rowsOf(ended(id))));
test.each([
  ['ends before its end', whole, { fileSize: String(whole.length + 1) }, 0],
  ['has a line that is no JSON', `${whole}{"id":`, {}, 0],
  ['has a line of no order', `${whole}{"id":"gid://shopify/FulfillmentOrder/9","__parentId":"gid://shopify/Order/9"}\n`, {}, 0],
  ['begins with a line of no order', whole.slice(whole.indexOf('\n') + 1), {}, 0],
  ['is another one by now', whole, {}, 7],
  ['has a record without an id', `${whole}{"name":"#1"}\n`, {}, 0],
  ['is of other records', textOf([rawVariant(7)]), {}, 0],
  ['has no size', whole, { fileSize: null }, 0],
  ['is larger than any shop’s', whole, { fileSize: String(9 * 1024 ** 3) }, 0],
])('orders are read in pages where the file %s', async (_what, text, operation, bytes) => {
  const { read, asked } = await shopWithFile(text, { orders: [rawOrder(7)] }, operation);
  const { next } = await read(null);
  expect(idsIn([await read({ ...(next as object), bytes } as Cursor)])).toEqual(['7']);
  expect(asked()).toContain('Orders');
});

test('an order that is larger than any is not kept in memory: orders are read in pages', async () => {
  const lines = [1, 2, 3, 4, 5].map((id) => rawLine(id, { productTitle: 'x'.repeat(7 * 1024 * 1024) }));
  const huge = ended(1, { fulfillmentOrders: { nodes: [rawPart(1, { status: 'CLOSED', lineItems: { nodes: lines } })] } });
  const { read, asked } = await shopWithFile(textOf(rowsOf(huge)), { orders: [rawOrder(7)] });
  expect(idsIn([await read((await read(null)).next)])).toEqual(['7']);
  expect(asked()).toContain('Orders');
});

test('an order with more lines than are read of one is not taken for a whole one', async () => {
  const lines = Array.from({ length: 5_001 }, (_, n) => rawLine(n + 1));
  const huge = ended(1, { fulfillmentOrders: { nodes: [rawPart(1, { status: 'CLOSED', lineItems: { nodes: lines } })] } });
  const { all } = await shopWithFile(textOf(rowsOf(huge)), { orders: [] });
  expect(await all()).toMatchObject([{ records: [], unreadable: [] }]);
});
