import { expect, test } from 'vitest';
import type { Failure, InventoryLevel, LevelOutcome, Listing, Result } from '../../../connectors/contract.ts';
import { theirWords } from '../../../connectors/http/reasons.ts';
import { testDatabase } from '../../../test/database.ts';
import { count, link, pushesOf, shopWithVendor, taken, tell } from '../../../test/shop/told-of-stock.ts';
import { storeListings, storeReport } from '../../nouns/links/listings/store.ts';
import { pushAll } from '../../nouns/stock-out/commands.ts';
import { queueNotedStock } from '../../nouns/stock-out/noted/noted.ts';

const own = testDatabase();

/** A shop with a channel that takes stock as a feed, and says what became of it when it is asked. */
async function shopWithFeeds(atOnce?: number) {
  let feeds = 0;
  const asked: { ticket: string; keys: string[] }[] = [];
  const feed = {
    of: (levels: InventoryLevel[]): Result<LevelOutcome[]> => {
      feeds += 1;
      return {
        ok: true,
        value: levels.map(({ key }) => ({ key, pending: { ticket: `feed-${feeds}`, at: new Date(Date.now() + 60_000) } })),
      };
    },
    outcomes: (_: string, keys: string[]): Result<LevelOutcome[]> => ({ ok: true, value: keys.map((key) => ({ key })) }),
  };
  const ask = async (ticket: string, keys: string[]) => {
    asked.push({ ticket, keys });
    return feed.outcomes(ticket, keys);
  };
  const all = await shopWithVendor(own, (levels) => feed.of(levels), 'available', {}, ask, atOnce);
  const { shop } = all;
  const goOn = async () => {
    await shop.engine.passTime();
    await shop.sync();
  };
  const effects = () =>
    own.sql(`select state, ticket, ticket_quantity, maybe_done from outbox where account_id = $1 and kind = 'stock' order by id`, [
      shop.accountId,
    ]);
  const told = async () =>
    (
      await own.sql(`select stock_sent from connector_products where connection_id = $1 and product_id is not null order by id`, [
        all.vendor.id,
      ])
    ).map(({ stock_sent }) => stock_sent);
  return { ...all, feed, asked, goOn, effects, told };
}

/** Settles nothing for now. */
const stillPending = (ticket: string, keys: string[]): Result<LevelOutcome[]> => ({
  ok: true,
  value: keys.map((key) => ({ key, pending: { ticket, at: new Date(Date.now() + 60_000) } })),
});

/**
 * Two SKUs whose stock falls from 1,000 to 40 while it is not settled, told one a call. `lower`: the SKU of which 30 more are kept back.
 * `replies` to what is told in the meantime.
 */
async function fallsBeside(replies: (levels: InventoryLevel[]) => Result<LevelOutcome[]>, lower?: 'A' | 'B') {
  const all = await shopWithFeeds(1);
  const { shop, vendor, feed, goOn } = all;
  for (const sku of ['A', 'B']) await link(shop, vendor.id, sku, 'MUG');
  await own.sql('update connector_products set stock_buffer = 30 where connection_id = $1 and connector_product_sku = $2', [
    vendor.id,
    lower ?? '',
  ]);
  feed.outcomes = stillPending;
  await tell(shop, vendor.id, 'on');
  await shop.sync();
  feed.of = replies;
  count(shop, 40);
  await shop.sync();
  for (const _ of [1, 2]) await goOn();
  return all;
}

test('stock that a channel settles later is asked for by its ticket, all of one together, and each has an outcome', async () => {
  const { shop, vendor, quantities, feed, asked, goOn, effects, told } = await shopWithFeeds();
  for (const sku of ['A', 'B', 'C']) await link(shop, vendor.id, sku, 'MUG');
  feed.outcomes = stillPending;
  await tell(shop, vendor.id, 'on');
  await shop.sync();
  expect(await effects()).toEqual(Array(3).fill({ state: 'waiting', ticket: 'feed-1', ticket_quantity: 1000, maybe_done: false }));
  // Nothing is known to be told before it is settled.
  expect(await told()).toEqual([null, null, null]);
  const [no, later]: Failure[] = [
    { kind: 'rejected', code: 'invalid', reason: theirWords('No such item.') },
    { kind: 'retry', at: new Date(Date.now() + 60_000), reason: theirWords('Busy.'), maybeDone: false },
  ];
  feed.outcomes = (_, [first = '', second = '', third = '']) => ({
    ok: true,
    value: [{ key: first }, { key: second, failure: no as Failure }, { key: third, failure: later as Failure }],
  });
  await goOn();
  expect(asked.at(-1)).toMatchObject({ ticket: 'feed-1', keys: [expect.any(String), expect.any(String), expect.any(String)] });
  expect(await told()).toEqual([1000, null, null]);
  expect(await effects()).toMatchObject([
    { state: 'done', ticket: null },
    { state: 'failed', ticket: null },
    { state: 'waiting', ticket: null },
  ]);
  feed.outcomes = (_, keys) => ({ ok: true, value: keys.map((key) => ({ key })) });
  await goOn();
  await goOn();
  // What failed in passing was sent anew, and nothing else.
  expect(quantities()).toEqual([...['A', 'B', 'C'].map((sku) => [sku, '1', 1000]), ['C', '1', 1000]]);
  expect(await told()).toEqual([1000, null, 1000]);
});

test('what changes before it is settled is told afterwards, and what is settled is what was sent', async () => {
  const { shop, vendor, quantities, feed, goOn, told } = await shopWithFeeds();
  await link(shop, vendor.id, 'MUG');
  feed.outcomes = stillPending;
  await tell(shop, vendor.id, 'on');
  await shop.sync();
  count(shop, 40);
  await shop.sync();
  expect(quantities()).toEqual([['MUG', '1', 1000]]);
  feed.outcomes = (_, keys) => ({ ok: true, value: keys.map((key) => ({ key })) });
  await goOn();
  expect((await pushesOf(shop, 'MUG')).at(-1)).toEqual(['sent', 1000]);
  await goOn();
  expect(quantities().slice(1)).toEqual([['MUG', '1', 40]]);
  expect(await told()).toEqual([40]);
  // A ticket is no call that may arrive late: nothing is told once more.
  await own.sql(`update graphile_worker._private_jobs set run_at = now()`);
  await goOn();
  expect(quantities()).toHaveLength(2);
});

test('what falls while it is not settled is told at once, and once more when it is settled', async () => {
  const { shop, quantities, feed, goOn, effects, told } = await fallsBeside(taken);
  // One a call is what the channel takes so: each has its turn.
  expect(quantities().slice(2).toSorted()).toEqual(['A', 'B'].map((sku) => [sku, '1', 40]));
  expect(await effects()).toEqual(Array(2).fill({ state: 'waiting', ticket: 'feed-1', ticket_quantity: 1000, maybe_done: true }));
  expect(await told()).toEqual([null, null]);
  expect((await pushesOf(shop, 'MUG')).filter(([, units]) => units === 40)).toHaveLength(2);
  feed.outcomes = settled;
  const before = quantities().length;
  await goOn();
  await goOn();
  // What waited may have overwritten it.
  expect(new Set(quantities().slice(before).map(String))).toEqual(new Set(['A,1,40', 'B,1,40']));
  expect(await told()).toEqual([40, 40]);
});

test('of what has fallen once more, what is furthest below what the channel was told last goes first', async () => {
  const { vendor, quantities, goOn } = await fallsBeside(taken, 'B');
  expect(quantities().slice(2).map(String).toSorted()).toEqual(['A,1,40', 'B,1,10']);
  // A sells ten more at once; B has no more to sell than it was told, though fewer are left.
  await own.sql(
    `update connector_products set stock_buffer = case connector_product_sku when 'A' then 10 else 30 end where connection_id = $1`,
    [vendor.id],
  );
  await goOn();
  expect(quantities().at(-1)).toEqual(['A', '1', 30]);
});

test('what the channel refuses beside a ticket keeps nothing else from being lowered', async () => {
  const failure: Failure = { kind: 'rejected', code: 'invalid', reason: theirWords('Not by a patch.') };
  const refusesA: typeof taken = (levels) => ({
    ok: true,
    value: levels.map(({ key, sku }) => (sku === 'A' ? { key, failure } : { key })),
  });
  // A is further below than B.
  const { quantities } = await fallsBeside(refusesA, 'A');
  expect(quantities().slice(2).map(String)).toEqual(['A,1,10', 'B,1,40']);
});

test('what the channel took once beside a ticket, and refuses since, keeps nothing else from being lowered', async () => {
  const failure: Failure = { kind: 'rejected', code: 'invalid', reason: theirWords('Not by a patch.') };
  const { shop, vendor, feed, quantities, goOn } = await fallsBeside(taken);
  feed.of = (levels) => ({ ok: true, value: levels.map(({ key, sku }) => (sku === 'A' ? { key, failure } : { key })) });
  // Both fall once more, A further.
  await own.sql(
    `update connector_products set stock_buffer = case connector_product_sku when 'A' then 20 else 10 end where connection_id = $1`,
    [vendor.id],
  );
  for (const _ of [1, 2]) await goOn();
  expect(quantities().slice(-2).map(String)).toEqual(['A,1,20', 'B,1,30']);
  expect(await pushesOf(shop, 'MUG')).toContainEqual(['refused', 20]);
});

test('what has risen again by the time it is settled is told once more, as the lower quantity may have come last', async () => {
  const { shop, vendor, quantities, feed, goOn, told } = await shopWithFeeds(20);
  await link(shop, vendor.id, 'MUG');
  count(shop, 60);
  await shop.sync();
  feed.outcomes = stillPending;
  await tell(shop, vendor.id, 'on');
  await shop.sync();
  feed.of = taken;
  count(shop, 40);
  await shop.sync();
  await goOn();
  count(shop, 60);
  await shop.sync();
  await goOn();
  expect(quantities().map(([, , units]) => units)).toEqual([60, 40]);
  feed.outcomes = settled;
  for (const _ of [1, 2, 3]) await goOn();
  expect(quantities().at(-1)).toEqual(['MUG', '1', 60]);
  expect([quantities().length, await told()]).toEqual([3, [60]]);
});

test('a worker that dies while it asks loses nothing, and sends nothing twice', async () => {
  const { shop, vendor, quantities, feed, asked, goOn, told } = await shopWithFeeds();
  await link(shop, vendor.id, 'MUG');
  feed.outcomes = stillPending;
  await tell(shop, vendor.id, 'on');
  await shop.sync();
  await own.sql(`update outbox set state = 'sending', lease_token = gen_random_uuid(), lease_until = now() - interval '1 second'
    where account_id = ${shop.accountId} and kind = 'stock'`);
  feed.outcomes = (_, keys) => ({ ok: true, value: keys.map((key) => ({ key })) });
  const before = asked.length;
  await goOn();
  expect(asked.slice(before).map(({ ticket }) => ticket)).toEqual(['feed-1']);
  expect(quantities()).toHaveLength(1);
  expect(await told()).toEqual([1000]);
});

test('a ticket that is forgotten is sent anew, as it is by then', async () => {
  const { shop, vendor, quantities, feed, goOn, told } = await shopWithFeeds();
  await link(shop, vendor.id, 'MUG');
  feed.outcomes = stillPending;
  await tell(shop, vendor.id, 'on');
  await shop.sync();
  count(shop, 40);
  await shop.sync();
  feed.outcomes = (ticket, keys) =>
    ticket === 'feed-1' ? { ok: false, failure: { kind: 'not_found', reason: theirWords('?') } } : stillPending(ticket, keys);
  await goOn();
  await goOn();
  expect(quantities().slice(1)).toEqual([['MUG', '1', 40]]);
  feed.outcomes = settled;
  await goOn();
  expect(await told()).toEqual([40]);
  // Nobody knows when the lost one takes effect, so the newest is told once more, and then no more.
  for (const _ of [1, 2, 3, 4]) await goOn();
  expect(quantities().slice(1)).toEqual(Array(2).fill(['MUG', '1', 40]));
});

test('what is to be told anew, or at another location, is sent once the ticket is settled, and not before', async () => {
  const { shop, vendor, quantities, feed, goOn, told } = await shopWithFeeds();
  await link(shop, vendor.id, 'MUG');
  feed.outcomes = stillPending;
  await tell(shop, vendor.id, 'on');
  await shop.sync();
  await tell(shop, vendor.id, 'on', 0, '2');
  // Not while the ticket is asked for: it would stay noted, and be sent once more later.
  await queueNotedStock(own.database, shop.accountId, new AbortController().signal);
  await goOn();
  expect(quantities()).toEqual([['MUG', '1', 1000]]);
  feed.outcomes = (ticket, keys) => (ticket === 'feed-1' ? settled(ticket, keys) : stillPending(ticket, keys));
  await goOn();
  await goOn();
  expect(quantities().slice(1)).toEqual([['MUG', '2', 1000]]);
  await shop.inTenant((tenant) => pushAll(tenant, { id: vendor.id, name: 'Some vendor' }));
  feed.outcomes = settled;
  for (const _ of [1, 2, 3, 4]) await goOn();
  expect(quantities().slice(2)).toEqual([['MUG', '2', 1000]]);
  expect(await told()).toEqual([1000]);
});

const settled = (_: string, keys: string[]): Result<LevelOutcome[]> => ({ ok: true, value: keys.map((key) => ({ key })) });

test('a level carries what the channel itself called the listing last, and nothing that a file said', async () => {
  const { shop, vendor, told } = await shopWithVendor(own);
  await link(shop, vendor.id, 'MUG');
  const listing: Listing = { remoteId: 'V-1', sku: 'MUG', name: 'A mug', upc: null, imageUrl: null, url: null, raw: null };
  const list = (more: Partial<Listing>) => shop.inTenant((tenant) => storeListings(tenant, vendor.id, [{ ...listing, ...more }]));
  await list({ productId: 'P-1', stockId: 'I-1' });
  await shop.inTenant((tenant) => storeReport(tenant, vendor.id, [{ ...listing, remoteId: 'F', productId: 'F', stockId: 'F' }], false));
  await tell(shop, vendor.id, 'on');
  await shop.sync();
  expect(told.flat()).toMatchObject([{ sku: 'MUG', remoteId: 'V-1', productId: 'P-1', stockId: 'I-1' }]);
  await list({ stockId: 'I-2' });
  count(shop, 7);
  await shop.sync();
  expect(told.flat().at(-1)).toEqual({
    key: expect.any(String),
    sku: 'MUG',
    locationId: '1',
    quantity: 7,
    remoteId: 'V-1',
    stockId: 'I-2',
  });
});
