import { expect, test } from 'vitest';
import { buildShop, type Shop } from '../../test/build.ts';
import { testDatabase } from '../../test/database.ts';
import { addConnection, addOrder, addOrders } from '../../test/shop/rows.ts';
import { sweep } from '../sync/tick.ts';
import { indexOrders } from './index-orders.ts';
import { searchOrders } from './queries.ts';

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
  await own.sql(`update order_lines set sku = 'GEAR' where order_id = $1`, [id]);
  await shop.engine.runJobs();
  expect(await find('lovelace')).toEqual([]);
  expect(await find('babbage gear')).toEqual(['C-1']);
  expect(await find('mug')).toEqual([]);
  await own.sql('update orders set deleted_at = now() where id = $1', [id]);
  expect(await find('babbage')).toEqual([]);
});

test('the sweep indexes orders whose job was lost', async () => {
  const shop = await buildShop(own);
  shop.sell({ orderNumber: 'S-77' });
  await shop.sync();
  const { id } = await shop.order('S-77');
  await own.sql(`update orders set customer_name = 'Grace Hopper' where id = $1`, [id]);
  await own.sql('delete from graphile_worker._private_jobs');
  await shop.engine.runJobs();
  expect(await finder(shop)('hopper')).toEqual([]);
  await sweep(own.database);
  await shop.engine.runJobs();
  expect(await finder(shop)('hopper')).toEqual(['S-77']);
});

test('when many orders arrive, indexing waits for their checks, but not for long', async () => {
  const shop = await buildShop(own);
  const connectionId = await addConnection(own, shop.accountId);
  const facts = Array.from({ length: 200 }, () => ({ customer_name: 'Flora Tide' }));
  await addOrders(own, shop.accountId, connectionId, facts);
  const words = () => indexOrders(own.database, shop.accountId, new AbortController().signal);
  await words();
  expect(await finder(shop)('flora')).toEqual([]);
  expect(await own.sql(`select from graphile_worker.jobs where task_identifier = 'orders:index' and run_at > now()`)).toHaveLength(1);
  await own.sql(`update order_terms_due set since = now() - interval '31 seconds'`);
  await words();
  expect(await finder(shop)('flora')).not.toEqual([]);
});

test('a change that leaves an order’s words as they are enqueues nothing', async () => {
  const shop = await buildShop(own);
  const id = await addOrder(own, shop.accountId, await addConnection(own, shop.accountId));
  await shop.engine.runJobs();
  await own.sql('update orders set checked_at = now(), locked = not locked, revision = revision + 1 where id = $1', [id]);
  expect(await own.sql('select from order_terms_due')).toEqual([]);
});

test('no account finds the orders of another', async () => {
  const [ours, theirs] = [await buildShop(own), await buildShop(own)];
  theirs.sell({ orderNumber: 'THEIRS-1' });
  await theirs.sync();
  expect(await finder(theirs)('theirs-1')).toEqual(['THEIRS-1']);
  expect(await finder(ours)('theirs-1')).toEqual([]);
  expect(await finder(ours)(`SO-${(await theirs.order('THEIRS-1')).id}`)).toEqual([]);
});
