import { expect, test } from 'vitest';
import { connectorNamed } from '../../../../../connectors/index.ts';
import { testDatabase } from '../../../../../test/database.ts';
import { splitShop } from '../../../../../test/shop/split-shop.ts';
import { channelOrders } from '../../../../../test/shop/warehouse.ts';
import { connect, disconnect } from '../../../../shared/connections/connecting/commands.ts';
import { actOnOrder } from '../../../orders/actions.ts';

const own = testDatabase();

/** The first parcel, two mugs, has left; the warehouse has the second, a mug and a cup. */
async function secondThere() {
  const shop = await splitShop(own);
  await shop.split({ MUG: 1, CUP: 1 });
  await shop.open();
  const { floor, orders } = shop.sandbox.control.client();
  for (const order of [...orders.rows.values()]) for (let step = 0; step < 3; step++) floor.advance(order);
  await shop.flow();
  expect([shop.goods(), await shop.order('1001')]).toMatchObject([['2 MUG', '1 MUG, 1 CUP'], { order_status: 'partially_shipped' }]);
  const act = async (action: Parameters<typeof actOnOrder>[2]) => {
    const { message } = await shop.inTenant((tenant) => actOnOrder(tenant, shop.id, action));
    await shop.engine.runJobs();
    await shop.flow();
    return message;
  };
  const replaceWarehouse = async () => {
    await shop.inTenant((tenant) => disconnect(tenant, shop.warehouseId));
    await connectSecond();
  };
  const connectSecond = async () => {
    const { catalogue } = shop.sandbox.control.client('second-amware-key');
    catalogue.take(['MUG', 'CUP'].map((sku) => ({ sku, name: sku, units: 1000 })));
    const settings = { api_key: 'second-amware-key', base_url: `${shop.sandbox.origin}/amware`, webhook_secret: 'demo-webhook-secret' };
    const connector = connectorNamed('amware');
    await shop.inTenant((tenant) => connect(tenant, shop.engine.seal, { connector, name: 'Second', since: new Date(0), settings }));
    await shop.read();
    await shop.tidy();
    await shop.flow();
  };
  const atSecond = () =>
    [...shop.sandbox.control.client('second-amware-key').orders.rows.values()].map(({ lines }) =>
      lines.map(({ quantity, sku }) => `${quantity} ${sku}`).join(', '),
    );
  return { ...shop, act, replaceWarehouse, connectSecond, atSecond };
}

test('a second parcel that a former warehouse has is ended here, and the channel is told what has left', async () => {
  const shop = await secondThere();
  await shop.replaceWarehouse();
  expect((await shop.order('1001')).issues).toEqual(['former_warehouse:former_warehouse']);
  expect(await shop.act('end-here')).toBe(`The second parcel of SO-${shop.id} is not sent.`);
  expect([await shop.order('1001'), channelOrders(shop)]).toMatchObject([{ order_status: 'fulfilled', issues: [] }, [{ marks: 1 }]]);
  expect(shop.atSecond()).toEqual([]);
});

test('so is one that was to be cancelled before another warehouse was connected: nobody replies to that', async () => {
  const shop = await secondThere();
  await shop.inTenant((tenant) => disconnect(tenant, shop.warehouseId));
  expect(await shop.act('end-second')).toContain('has been asked to cancel the second parcel');
  await shop.connectSecond();
  expect(await shop.order('1001')).toMatchObject({ cancel_outcome: 'pending', issues: ['former_warehouse:former_warehouse'] });
  await shop.act('end-here');
  expect(await shop.order('1001')).toMatchObject({ order_status: 'fulfilled', cancel_outcome: 'cancelled', issues: [] });
  const waiting = `select kind from outbox where account_id = $1 and connection_id = $2 and state in ('waiting', 'sending', 'failed')`;
  expect(await own.sql(waiting, [shop.accountId, shop.warehouseId])).toEqual([]);
});

test('one that the warehouse had cancelled before it was replaced goes to the other, once a person says so', async () => {
  const shop = await secondThere();
  const { orders } = shop.sandbox.control.client();
  for (const order of orders.rows.values()) if (order.lines.length > 1) orders.change(order.id, order, { status: 'cancelled' });
  await shop.flow();
  expect((await shop.order('1001')).issues).toEqual(['second_parcel:doubt']);
  await shop.replaceWarehouse();
  expect((await shop.order('1001')).issues.toSorted()).toEqual(['former_warehouse:former_warehouse', 'second_parcel:doubt']);
  expect(shop.atSecond()).toEqual([]);
  await shop.act('send-anew');
  await shop.tidy();
  expect([shop.atSecond(), (await shop.order('1001')).issues]).toEqual([['1 MUG, 1 CUP'], []]);
});
