import { expect, test } from 'vitest';
import { buildShop, ofOrders, type Shop } from '../../test/build.ts';
import { testDatabase } from '../../test/database.ts';
import { issuesInWords } from '../../test/in-words.ts';
import { warehouseOrders } from '../../test/shop/warehouse.ts';
import { wakeOutbox } from '../shared/outbox/queue.ts';

const own = testDatabase();

/** The settings as an earlier version of the connector stored them. */
const unfit = (id: number) => own.sql('update connections set settings = $2 where id = $1', [id, { api_origin: 7, api_address: 7 }]);

async function shown({ accountId }: Shop, id: number) {
  const [connection] = await own.sql<{ state: string }>('select state from connections where id = $1', [id]);
  const issues = await own.sql('select type, sentence from issues where connection_id = $1 and closed_at is null', [id]);
  const paths = await own.sql<{ path: string }>('select distinct path from notifications where account_id = $1', [accountId]);
  return { state: connection?.state, issues: issuesInWords(issues), paths: paths.map(({ path }) => path) };
}

const needsSettings = (name: string, slug: string) => ({
  state: 'needs_reconnect',
  issues: [
    {
      type: 'needs_reconnect',
      sentence: `${name} cannot be called: The settings stored for this connection no longer fit ${name}. Connect it again. Nothing is lost: orders wait until it is reconnected.`,
    },
  ],
  paths: [`/settings/connectors/${slug}?edit`],
});

test('a stream whose settings no longer fit says so, and that they are to be edited', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  await unfit(shop.channelId);
  await shop.read('orders');
  expect(await shown(shop, shop.channelId)).toEqual(needsSettings('ShipStation', 'ship_station'));
});

test('what is to be sent with settings that no longer fit waits, and goes out once they are edited', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  const [before] = await own.sql<{ settings: object }>('select settings from connections where id = $1', [shop.warehouseId]);
  shop.sell({ orderNumber: '1001' });
  // No stream finds it out before.
  await own.sql('delete from streams where connection_id = $1', [shop.warehouseId]);
  await unfit(shop.warehouseId);
  await shop.read('orders');
  expect(await shown(shop, shop.warehouseId)).toEqual(needsSettings('Amware', 'amware'));
  expect(await shop.order('1001')).toMatchObject({ order_status: 'pending', warehouse_order_id: expect.any(Number), issues: [] });
  expect(warehouseOrders(shop)).toEqual([]);
  await own.sql(`update connections set settings = $2, state = 'active' where id = $1`, [shop.warehouseId, before?.settings]);
  await shop.inTenant((tenant) => wakeOutbox(tenant, [shop.warehouseId]));
  await shop.engine.runJobs();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'packing', issues: [] });
});

test('where they fit again, as with another version of the connector, it goes on by itself', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  const [before] = await own.sql<{ settings: object }>('select settings from connections where id = $1', [shop.channelId]);
  await unfit(shop.channelId);
  await shop.read('orders');
  const hourly = async () => {
    await own.sql('delete from housekeeping where account_id = $1', [shop.accountId]);
    await shop.tidy();
  };
  await hourly();
  expect(await shown(shop, shop.channelId)).toMatchObject({ state: 'needs_reconnect' });
  await own.sql('update connections set settings = $2 where id = $1', [shop.channelId, before?.settings]);
  await hourly();
  expect(await shown(shop, shop.channelId)).toMatchObject({ state: 'active', issues: [] });
});
