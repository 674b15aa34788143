import { expect, onTestFinished, test } from 'vitest';
import type { Cursor } from '../../contract.ts';
import { gid, rawVariant, type Shop } from '../edge.ts';
import { had, openShop } from '../opened.ts';

const many = 2_001;
const since = new Date('2020-01-01T00:00:00Z');
const operation = (changes: object) => ({
  bulkOperation: { status: 'COMPLETED', url: null, objectCount: '0', createdAt: '2026-11-21T11:00:00Z', ...changes },
});

async function shopWith(replies: Shop['replies']) {
  const { listings, edge } = await openShop({
    replies: {
      VariantsCount: () => ({ productVariantsCount: { count: many } }),
      RunBulk: () => ({ bulkOperationRunQuery: { bulkOperation: { id: gid('BulkOperation', 1) }, userErrors: [] } }),
      ...replies,
    },
  });
  onTestFinished(edge.stop);
  const { stream } = listings;
  const read = async (cursor: Cursor | null) => had(stream.mode === 'cursor' ? await stream.read(cursor, since) : expect.unreachable());
  return { read, asked: () => edge.asked().map((one) => one.operation) };
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
  ['has a file that is gone', { BulkOperation: () => operation({ url: 'https://storage.googleapis.com.example/gone' }) }],
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
