import { expect, test } from 'vitest';
import { acrossAccounts } from '../../../platform/tenant.ts';
import { buildShop, type Shop } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { addConnection, addOrder, addOrders } from '../../../test/shop/rows.ts';
import { enqueueDueWords } from '../../engine/words.ts';
import { searchOrders } from '../../nouns/orders/words/search-orders.ts';

const own = testDatabase();

const finder = (shop: Shop) => async (query: string) =>
  (await shop.inTenant((tenant) => searchOrders(tenant, query))).map(({ source_order_number }) => source_order_number);

test('an order is found by whatever a person has of it', async () => {
  const shop = await buildShop(own, { pace: 'instant' });
  const find = finder(shop);
  shop.sell(
    { orderNumber: 'W-1001', customerEmail: 'zoe.mueller@example.com', items: [{ sku: 'MUG', quantity: 1 }] },
    { orderNumber: 'W-1002', customerEmail: 'sam@example.com', items: [{ sku: 'CUP', quantity: 2 }] },
  );
  await shop.flow();
  const { id, amware_ref_num, tracking } = await shop.order('W-1001');
  expect(await find(`SO-${id}`)).toEqual(['W-1001']);
  expect(await find(`so-${id} mug`)).toEqual(['W-1001']);
  expect(await find('w-1001')).toEqual(['W-1001']);
  expect(await find('1001')).toContain('W-1001');
  expect(await find(String(amware_ref_num))).toContain('W-1001');
  expect(await find(String(tracking[0]))).toContain('W-1001');
  expect(await find('CUP')).toEqual(['W-1002']);
  expect(await find('zoe.mueller@example.com')).toEqual(['W-1001']);
  expect(await find('W-10')).toEqual(expect.arrayContaining(['W-1001', 'W-1002']));
  expect(await find('cup zoe')).toEqual([]);
  expect(await find('%')).toEqual([]);
});

test('what changed is found by its new words and no longer by its old ones', async () => {
  const shop = await buildShop(own);
  const find = finder(shop);
  shop.sell({ orderNumber: 'C-1' });
  await shop.sync();
  const { id } = await shop.order('C-1');
  await own.sql(
    `update orders set customer_name = 'Ada Lovelace', customer_phone = '(512) 555-0100', company_name = 'Engines' where id = $1`,
    [id],
  );
  await shop.engine.runJobs();
  expect(await find('lovelace ada')).toEqual(['C-1']);
  expect(await find('512 555 0100')).toEqual(['C-1']);
  expect(await find('engin')).toEqual(['C-1']);
  await own.sql(`update orders set customer_name = 'Charles Babbage' where id = $1`, [id]);
  await own.sql(`update order_lines set sku = 'GEAR', name = 'A gear' where order_id = $1`, [id]);
  await shop.engine.runJobs();
  expect(await find('lovelace')).toEqual([]);
  expect(await find('babbage gear')).toEqual(['C-1']);
  expect(await find('mug')).toEqual([]);
  await own.sql('update orders set deleted_at = now() where id = $1', [id]);
  expect(await find('babbage')).toEqual([]);
});

test('an order is found by its street, city, postcode and products, and no longer by what was there before', async () => {
  const shop = await buildShop(own);
  const find = finder(shop);
  shop.sell({ orderNumber: 'P-1' }, { orderNumber: 'P-2' });
  await shop.sync();
  const { id } = await shop.order('P-1');
  await own.sql(`update orders set address = '221b Baker Street', city = 'London', postal_code = 'NW1 6XE' where id = $1`, [id]);
  await own.sql(`update order_lines set name = 'Woolly hot-water bottle' where order_id = $1`, [id]);
  await shop.engine.runJobs();
  for (const query of ['221b bak', 'london', 'NW1 6XE', 'nw16xe', 'nw1', 'wool bottle', 'water', `so-${id} baker`])
    expect(await find(query), query).toEqual(['P-1']);
  await own.sql(`update orders set address_2 = 'Flat 7', postal_code = 'W1' where id = $1`, [id]);
  await own.sql(`update order_lines set name = 'Candle' where order_id = $1`, [id]);
  await shop.engine.runJobs();
  expect(await find('nw16xe')).toEqual([]);
  expect(await find('bottle')).toEqual([]);
  expect(await find('baker flat candle')).toEqual(['P-1']);
});

test('a number in full comes first, then numbers and names that begin so, then addresses and products', async () => {
  const shop = await buildShop(own);
  const connectionId = await addConnection(own, shop.accountId);
  const day = (n: number) => `2026-11-${String(n).padStart(2, '0')}T12:00:00Z`;
  const ids = await addOrders(own, shop.accountId, connectionId, [
    { source_order_number: '7301', customer_name: 'Ann', address: '1 Main Street', order_date: day(1) },
    { source_order_number: '73015', customer_name: 'Ann', address: '1 Main Street', order_date: day(2) },
    { source_order_number: 'Z-9', customer_name: 'Rose', address: '7301 Main Street', order_date: day(3) },
    { source_order_number: 'Z-8', customer_name: 'Ann', address: '1 Rose Lane', order_date: day(4) },
  ]);
  await shop.engine.runJobs();
  expect(await finder(shop)('7301')).toEqual(['7301', '73015', 'Z-9']);
  expect(await finder(shop)('rose')).toEqual(['Z-9', 'Z-8']);
  const [first = 0] = ids;
  await own.sql('update orders set source_order_number = $2 where id = $1', [ids[1], String(first)]);
  await shop.engine.runJobs();
  // The channel's number before our own, which the digits alone may not mean.
  expect((await finder(shop)(String(first))).slice(0, 2)).toEqual([String(first), '7301']);
  expect((await finder(shop)(`so-${first}`))[0]).toBe('7301');
});

test('of our own number the beginning is enough', async () => {
  const shop = await buildShop(own);
  const connectionId = await addConnection(own, shop.accountId);
  await own.sql(`select setval(pg_get_serial_sequence('orders', 'id'), 880415)`);
  const ids = await addOrders(
    own,
    shop.accountId,
    connectionId,
    Array.from({ length: 12 }, (_, n) => ({ source_order_number: `Q-${n}` })),
  );
  const begin = (digits: string) => ids.filter((id) => String(id).startsWith(digits)).map((id) => `Q-${ids.indexOf(id)}`);
  for (const digits of ['8804', '88041', '880416'])
    for (const query of [digits, `SO-${digits}`, `so${digits}`])
      expect((await finder(shop)(query)).sort(), query).toEqual(begin(digits).sort());
  await shop.engine.runJobs();
  expect(await finder(shop)('SO-880416 main')).toEqual(['Q-0']);
  expect(begin('88041')).toHaveLength(4);
});

test('orders whose job was lost are indexed by another one', async () => {
  const shop = await buildShop(own);
  shop.sell({ orderNumber: 'S-77' });
  await shop.sync();
  const { id } = await shop.order('S-77');
  await own.sql(`update orders set customer_name = 'Grace Hopper' where id = $1`, [id]);
  await acrossAccounts(own.database, enqueueDueWords);
  await own.sql('delete from graphile_worker._private_jobs');
  expect(await finder(shop)('hopper')).toEqual([]);
  await shop.engine.runJobs();
  expect(await finder(shop)('hopper')).toEqual(['S-77']);
});

test('when many orders arrive, indexing waits for their checks, but not for long', async () => {
  const shop = await buildShop(own);
  const connectionId = await addConnection(own, shop.accountId);
  const facts = Array.from({ length: 200 }, () => ({ customer_name: 'Flora Tide' }));
  await addOrders(own, shop.accountId, connectionId, facts);
  await own.sql('update orders set checked_at = null where account_id = $1', [shop.accountId]);
  await shop.engine.runJobs();
  expect(await finder(shop)('flora')).toEqual([]);
  await own.sql(`update words_due set since = now() - interval '31 seconds'`);
  await shop.engine.runJobs();
  expect(await finder(shop)('flora')).not.toEqual([]);
});

test('a change that leaves an order’s words as they are enqueues nothing', async () => {
  const shop = await buildShop(own);
  const id = await addOrder(own, shop.accountId, await addConnection(own, shop.accountId));
  await shop.engine.runJobs();
  await own.sql('update orders set checked_at = now(), locked = not locked, revision = revision + 1 where id = $1', [id]);
  expect(await own.sql('select from words_due')).toEqual([]);
});

test('no account finds the orders of another', async () => {
  const [ours, theirs] = [await buildShop(own), await buildShop(own)];
  theirs.sell({ orderNumber: 'THEIRS-1' });
  await theirs.sync();
  expect(await finder(theirs)('theirs-1')).toEqual(['THEIRS-1']);
  expect(await finder(ours)('theirs-1')).toEqual([]);
  expect(await finder(ours)(`SO-${(await theirs.order('THEIRS-1')).id}`)).toEqual([]);
});
