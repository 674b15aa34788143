import { expect, test } from 'vitest';
import type { Listing, Page, Result } from '../../../../connectors/contract.ts';
import { theirWords } from '../../../../connectors/http/reasons.ts';
import { buildShop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { connectVendor } from '../../../../test/shop/vendor.ts';

const own = testDatabase();

const listing = (remoteId: string, sku = 'TEAPOT'): Listing => ({
  remoteId,
  sku,
  name: sku,
  upc: null,
  imageUrl: null,
  url: null,
  raw: {},
});
type Part = Partial<Page<Listing>>;
const fails = (next?: Record<string, string>): Result<never> => ({
  ok: false,
  failure: { kind: 'retry', at: new Date(0), reason: theirWords('Busy.'), maybeDone: false, ...(next && { next }) },
});

/** A channel that lists TEAPOT as L1 and as L2. `read`: its next reads, page by page; `anew`: from the beginning. */
async function twice() {
  const shop = await buildShop(own, { reads: ['listings'] });
  let replies: Result<Page<Listing>>[] = [];
  const places: unknown[] = [];
  const vendor = await connectVendor(shop, {
    listings: () => ({
      stream: {
        mode: 'cursor',
        read: async (cursor) => {
          places.push(cursor);
          return replies.shift() ?? page({ next: cursor ?? {} });
        },
      },
    }),
  });
  const page = (part: Part): Result<Page<Listing>> => ({
    ok: true,
    value: { records: [], unreadable: [], gone: [], next: { at: 'the end' }, more: false, ...part },
  });
  const read = async (...parts: (Part | Result<never>)[]) => {
    replies = parts.map((part, at) => ('ok' in part ? part : page({ more: at < parts.length - 1, next: { at: `${at + 1}` }, ...part })));
    await shop.read('listings');
  };
  const anew = async (...parts: (Part | Result<never>)[]) => {
    await own.sql(`update streams set cursor = null where connection_id = $1 and stream = 'listings'`, [vendor.id]);
    await read(...parts);
  };
  const stands = async () => {
    const [row] = await own.sql<{ listed_id: string; others: string[] }>(
      `select listed_id, array(select jsonb_object_keys(other_listings)) as others from connector_products
        where connection_id = $1 and connector_product_sku = 'TEAPOT'`,
      [vendor.id],
    );
    return [row?.listed_id, ...(row?.others ?? [])];
  };
  const cursor = async () => (await own.sql(`select cursor from streams where connection_id = $1 and stream = 'listings'`, [vendor.id]))[0];
  await anew({ records: [listing('L1'), listing('L2')] });
  expect(await stands()).toEqual(['L1', 'L2']);
  return { shop, read, anew, stands, cursor, places };
}
const [first, second] = [{ records: [listing('L1')] }, { records: [listing('L2')] }];
const cup = { records: [listing('C1', 'CUP')] };

test('a listing that a read of all does not have is gone', async () => {
  const { anew, stands, cursor, places } = await twice();
  await anew(cup, first);
  expect(await stands()).toEqual(['L1']);
  expect(await cursor()).toEqual({ cursor: { at: '2' } });
  expect(places.slice(-2)).toEqual([null, { at: '1' }]);
});

test('one that stood for its SKU and is gone has an heir', async () => {
  const { anew, stands } = await twice();
  await anew(second, cup);
  expect(await stands()).toEqual(['L2']);
});

test('so it is where the read broke off in between, and went on', async () => {
  const { shop, anew, read, stands } = await twice();
  await anew(first, fails());
  expect(await stands()).toEqual(['L1', 'L2']);
  await shop.engine.passTime();
  await read(cup);
  expect(await stands()).toEqual(['L1']);
});

test.each<[string, (Part | Result<never>)[]]>([
  ['a listing cannot be read, and nobody knows which', [{ ...first, unreadable: [{ remoteId: null, reason: theirWords('?'), raw: {} }] }]],
  ['the other one cannot be read', [{ ...first, unreadable: [{ remoteId: 'L2', reason: theirWords('?'), raw: {} }] }]],
  ['the connector says that it is not all', [first, { ...cup, whole: 'breaks' }, cup]],
  ['the connector went round a record', [first, fails({ at: 'smaller' }), cup]],
  ['it has no listing at all', [{}]],
  ['it has not come to its end', [{ ...first, again: new Date(Date.now() + 3_600_000) }]],
])('none is gone where %s', async (_, parts) => {
  const { shop, anew, stands } = await twice();
  await anew(...parts);
  await shop.engine.passTime();
  await shop.engine.runJobs();
  expect(await stands()).toEqual(['L1', 'L2']);
});

test('none is gone by a read of what changed, but by one of which the connector says that it begins anew', async () => {
  const { read, stands } = await twice();
  await read(first);
  expect(await stands()).toEqual(['L1', 'L2']);
  await read({ whole: 'begins' }, first);
  expect(await stands()).toEqual(['L1']);
});
