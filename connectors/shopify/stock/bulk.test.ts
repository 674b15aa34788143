import { expect, onTestFinished, test, vi } from 'vitest';
import type { Cursor } from '../../contract.ts';
import { had } from '../../contract-suite/opened.ts';
import { gid, rawVariant, type Shop } from '../edge.ts';
import { openShop } from '../opened.ts';

const many = 2_001;
const since = new Date('2020-01-01T00:00:00Z');
const operation = (changes: object) => ({
  bulkOperation: { status: 'COMPLETED', url: null, fileSize: '0', createdAt: '2026-11-21T11:00:00Z', ...changes },
});

async function shopWith(replies: Shop['replies'], changes: Partial<Shop> = {}) {
  const { listings, edge } = await openShop({
    ...changes,
    replies: {
      VariantsCount: () => ({ productVariantsCount: { count: many } }),
      RunBulk: () => ({ bulkOperationRunQuery: { bulkOperation: { id: gid('BulkOperation', 1) }, userErrors: [] } }),
      ...replies,
    },
  });
  onTestFinished(edge.stop);
  const { stream } = listings;
  const tried = async (cursor: Cursor | null) => (stream.mode === 'cursor' ? stream.read(cursor, since) : expect.unreachable());
  const read = async (cursor: Cursor | null) => had(await tried(cursor));
  return { edge, tried, read, asked: () => edge.asked().map((one) => one.operation) };
}

test('few products are read in pages at once', async () => {
  const { read, asked } = await shopWith({ VariantsCount: () => ({ productVariantsCount: { count: many - 1 } }) });
  expect((await read(null)).records).toHaveLength(1);
  expect(asked()).toEqual(['VariantsCount', 'Variants']);
});

test.each([
  ['does not begin', { RunBulk: () => ({ bulkOperationRunQuery: { bulkOperation: null, userErrors: [{ field: null, message: 'No' }] } }) }],
  ['fails', { BulkOperation: () => operation({ status: 'FAILED' }) }],
  ['is forgotten', { BulkOperation: () => ({ bulkOperation: null }) }],
  ['has no file', { BulkOperation: () => operation({ url: null }) }],
  ['has a file that is gone', { BulkOperation: () => operation({ url: 'https://storage.googleapis.com.example/gone', fileSize: '3' }) }],
])('the products are read in pages where the operation %s', async (_what, replies) => {
  const { read, asked } = await shopWith(replies);
  let page = await read(null);
  if (page.again) page = await read(page.next);
  expect(page.records).toMatchObject([{ remoteId: String(rawVariant(7).id).split('/').at(-1) }]);
  expect(asked().at(-1)).toBe('Variants');
  // And no further file is asked for.
  await read(page.next);
  expect(asked().filter((each) => each === 'RunBulk')).toHaveLength(1);
});

test('while Shopify works it is asked again, for some hours', async () => {
  const { read, asked } = await shopWith({ BulkOperation: () => operation({ status: 'RUNNING' }) });
  const begun = await read(null);
  expect(begun).toMatchObject({ records: [], more: false, again: new Date('2026-11-21T12:00:10Z') });
  expect(await read(begun.next)).toMatchObject({ records: [], next: begun.next, again: expect.any(Date) });
  const old = { ...(begun.next as object), begun: '2026-11-21T05:00:00Z' } as Cursor;
  expect((await read(old)).records).toHaveLength(1);
  expect(asked().at(-1)).toBe('Variants');
});

async function shopWithFile(file: Shop['file']) {
  let url = '';
  const size = 'text' in file && file.status === undefined ? Buffer.byteLength(file.text ?? '') : 3;
  const shop = await shopWith({ BulkOperation: () => operation({ url, fileSize: String(size) }) }, { file });
  url = `${shop.edge.origin}/file`;
  return shop;
}

const place = (next: Cursor | null, changes: object) => ({ ...(next as object), ...changes }) as Cursor;

test('a file that cannot be downloaded is asked for again, for a quarter of an hour; then the products are read in pages', async () => {
  const { tried, read, asked } = await shopWithFile({ status: 503, text: 'Unavailable' });
  const { next } = await read(null);
  const failing = place(next, { failing: '2026-11-21T12:00:00.000Z' });
  expect(await tried(next)).toMatchObject({ ok: false, failure: { kind: 'retry', next: failing } });
  const almost = place(next, { failing: '2026-11-21T11:45:01.000Z', begun: '2026-11-20T05:00:00.000Z' });
  expect(await tried(almost)).toMatchObject({ ok: false, failure: { kind: 'retry', next: almost } });
  expect((await read(place(next, { failing: '2026-11-21T11:44:59.000Z' }))).records).toHaveLength(1);
  expect(asked().at(-1)).toBe('Variants');
});

test('a file of long lines is read by few of them at once, and one that was downloaded again fails no longer', async () => {
  const name = 'x'.repeat(7 * 1024 * 1024);
  const text = [1, 2, 3, 4, 5].map((id) => `${JSON.stringify(rawVariant(id, { displayName: name }))}\n`).join('');
  const { read } = await shopWithFile({ text });
  const { next } = await read(null);
  const page = await read(place(next, { failing: '2026-11-21T11:50:00.000Z' }));
  expect([page.records.length, page.more, page.next]).toEqual([4, true, expect.not.objectContaining({ failing: expect.anything() })]);
  expect(await read(page.next)).toMatchObject({ records: [{ sku: 'SKU-5' }], more: false });
});

test('a file is read on from where it stands, and what was read before is not parsed again', async () => {
  const lines = [7, 8, 9].map((id) => JSON.stringify(rawVariant(id)));
  const { read } = await shopWithFile({ text: `${lines[0]}\n\n${lines[1]}\n${lines[2]}\n` });
  const { next } = await read(null);
  const parse = vi.spyOn(JSON, 'parse');
  onTestFinished(() => parse.mockRestore());
  const bytes = Buffer.byteLength(lines[0] ?? '') + 1;
  const page = await read({ ...(next as object), bytes } as Cursor);
  expect(page).toMatchObject({ records: [{ sku: 'SKU-8' }, { sku: 'SKU-9' }], unreadable: [], more: false });
  expect(lines.map((line) => parse.mock.calls.some(([text]) => text === line))).toEqual([false, true, true]);
});
