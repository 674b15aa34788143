import { expect, test } from 'vitest';
import { connectorNamed } from '../../../../../connectors/index.ts';
import { buildShop, ofOrders } from '../../../../../test/build.ts';
import { testDatabase } from '../../../../../test/database.ts';
import { outcomesInWords } from '../../../../../test/in-words.ts';
import { shipAll } from '../../../../../test/shop/warehouse.ts';
import { connect, disconnect } from '../../../../shared/connections/connecting/commands.ts';
import { startBulk } from '../../../../shared/runs/bulk/start.ts';
import { actOnOrder } from '../../../orders/actions.ts';
import { orderBulk } from '../../../orders/bulk/verbs.ts';
import { getOrder } from '../../../orders/detail/queries.ts';

const own = testDatabase();
const since = new Date('2020-01-01T00:00:00Z');

/** A shop whose warehouse has one order and was not reached for another, and is then disconnected. */
async function disconnectedShop() {
  const shop = await buildShop(own, { reads: ofOrders });
  shop.sell({ orderNumber: 'SENT' });
  await shop.flow();
  await own.sql(`update connections set state = 'needs_reconnect' where id = $1`, [shop.warehouseId]);
  shop.sell({ orderNumber: 'UNSENT' });
  await shop.flow();
  expect(await shop.order('SENT')).toMatchObject({ order_status: 'packing', in_amware: 1 });
  expect(await shop.order('UNSENT')).toMatchObject({ order_status: 'pending', warehouse_order_id: expect.any(Number) });
  await shop.inTenant((tenant) => disconnect(tenant, shop.warehouseId));
  const { id } = await shop.order('SENT');
  const act = (action: Parameters<typeof actOnOrder>[2]) => shop.inTenant((tenant) => actOnOrder(tenant, id, action));
  const page = () => shop.inTenant((tenant) => getOrder(tenant, id));
  /** The orders that a warehouse has, by the channel's numbers. */
  const there = async (n: 0 | 1) => {
    const names = new Map((await shop.orders()).map((one) => [one.order_number, one.source_order_number]));
    const numbers = (shop.sandbox.control.state().amware[n]?.orders ?? []).flatMap(({ orderNumbers }) => orderNumbers.slice(0, 1));
    return numbers.map((number) => names.get(number)).toSorted();
  };
  const connectAnother = async () => {
    shop.sandbox.control.client('second-amware-key').catalogue.take([{ sku: 'MUG', name: 'A mug', units: 1000 }]);
    const settings = { api_key: 'second-amware-key', base_url: `${shop.sandbox.origin}/amware`, webhook_secret: 'demo-webhook-secret' };
    const connector = connectorNamed('amware');
    await shop.inTenant((tenant) => connect(tenant, shop.engine.seal, { connector, name: 'Second', since, settings }));
    await shop.read();
    await shop.tidy();
    await shop.flow();
  };
  return { ...shop, id, act, page, there, connectAnother };
}

test('what is asked of a disconnected warehouse waits for it, and says so', async () => {
  const { id, act, page, order } = await disconnectedShop();
  const waits = (task: string) => `Amware is disconnected: it will be asked to ${task} once it is connected again.`;
  expect(await page()).toMatchObject({
    waits_for: 'Waits for Amware to be connected again: the order is there.',
    warehouse_gone: 'Amware',
  });
  expect((await act('hold')).message).toBe(`SO-${id} is on hold. ${waits('hold it')}`);
  expect((await act('unhold')).message).toBe(`SO-${id} is off hold. ${waits('end the hold')}`);
  expect((await act('cancel')).message).toBe(waits('cancel it'));
  expect((await page())?.events.map(({ sentence }) => sentence)).toContain(`To be cancelled. ${waits('cancel it')}`);
  await expect(act('cancel')).rejects.toMatchObject({ message: `The cancellation waits already: ${waits('cancel it')}` });
  expect(await order('SENT')).toMatchObject({ order_status: 'packing', issues: [] });
});

test('in bulk it is said of each order', async () => {
  const { id, inTenant, engine, accountId } = await disconnectedShop();
  await inTenant((tenant) => startBulk(tenant, orderBulk, 'cancel', { ids: [id] }));
  await engine.runJobs();
  const outcomes = await own.sql(`select outcome, reason from run_outcomes where account_id = $1 and record_type = 'order'`, [accountId]);
  expect(outcomesInWords(outcomes)).toEqual([
    { outcome: 'done', reason: 'Amware is disconnected: it will be asked to cancel it once it is connected again.' },
  ]);
});

test('another warehouse gets what was never sent; what the former one has waits for a person, and is sent nowhere by itself', async () => {
  const { connectAnother, order, there, tidy, flow } = await disconnectedShop();
  await connectAnother();
  expect(await order('UNSENT')).toMatchObject({ order_status: 'packing', in_amware: 1, issues: [] });
  expect(await order('SENT')).toMatchObject({
    ...{ order_status: 'error', in_amware: 1, issues: ['former_warehouse:former_warehouse'] },
    sentences: ['Amware has it and is disconnected, so nobody knows whether it leaves. It is not sent to Second by itself.'],
  });
  await tidy();
  await flow();
  expect([await there(0), await there(1)]).toEqual([['SENT'], ['UNSENT']]);
});

test('a person sends it to the other warehouse, once', async () => {
  const { connectAnother, act, order, there, flow, tidy } = await disconnectedShop();
  await expect(act('send-anew')).resolves.toMatchObject({ order_status: 'pending' });
  await connectAnother();
  await flow();
  await tidy();
  expect(await order('SENT')).toMatchObject({ order_status: 'packing', issues: [] });
  expect(await there(1)).toEqual(['SENT', 'UNSENT']);
  await expect(act('send-anew')).rejects.toMatchObject({ status: 409 });
});

test('what somebody cancelled while its warehouse was away is not sent to the other one', async () => {
  const { act, connectAnother, there, order, flow } = await disconnectedShop();
  await act('cancel');
  await connectAnother();
  await expect(act('send-anew')).rejects.toMatchObject({ status: 409, message: 'It is to be cancelled, so it is not sent. End it here.' });
  await flow();
  expect(await there(1)).toEqual(['UNSENT']);
  expect(await act('end-here')).toMatchObject({ message: 'The order is cancelled.' });
  expect(await order('SENT')).toMatchObject({ order_status: 'cancelled', issues: [] });
});

test('what its channel no longer has is not sent to the other one', async () => {
  const { id, act, connectAnother, there, order } = await disconnectedShop();
  await connectAnother();
  await own.sql('update orders set gone_at = now() where id = $1', [id]);
  await expect(act('send-anew')).rejects.toMatchObject({
    ...{ status: 409, message: 'Its channel no longer has it, so it is not sent. End it here.' },
  });
  expect(await there(1)).toEqual(['UNSENT']);
  expect(await act('end-here')).toMatchObject({ message: 'The order is cancelled.' });
  expect(await order('SENT')).toMatchObject({ order_status: 'cancelled', issues: [] });
});

test('a person ends it here', async () => {
  const { connectAnother, act, order, there, flow } = await disconnectedShop();
  await connectAnother();
  expect(await act('end-here')).toMatchObject({ message: 'The order is cancelled.', order_status: 'cancelled' });
  await flow();
  expect(await order('SENT')).toMatchObject({ order_status: 'cancelled', issues: [], in_amware: 0 });
  expect(await there(1)).toEqual(['UNSENT']);
});

test('an order that is with a connected warehouse has nothing to decide', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  shop.sell({ orderNumber: 'SENT' });
  await shop.flow();
  const { id } = await shop.order('SENT');
  for (const action of ['send-anew', 'end-here'] as const)
    await expect(shop.inTenant((tenant) => actOnOrder(tenant, id, action))).rejects.toMatchObject({ status: 409 });
  await shop.tidy();
  expect(await shop.order('SENT')).toMatchObject({ order_status: 'packing', issues: [] });
});

/** Connects the first warehouse again, as a person does with its key. */
const connectAgain = (shop: Awaited<ReturnType<typeof disconnectedShop>>) =>
  shop.inTenant((tenant) =>
    connect(tenant, shop.engine.seal, {
      ...{ connector: connectorNamed('amware'), name: 'Amware', since: new Date() },
      settings: { api_key: 'demo-amware-key', base_url: `${shop.sandbox.origin}/amware`, webhook_secret: 'demo-webhook-secret' },
      identity: { name: 'Demo Gifts', keys: ['amware:account/demo'] },
    }),
  );

test('the same warehouse connected again goes on with its orders: parcels that left since arrive, and nothing is sent twice', async () => {
  const shop = await disconnectedShop();
  await shipAll(shop);
  expect(await shop.order('SENT')).toMatchObject({ order_status: 'packing', tracking: [] });
  expect((await connectAgain(shop)).id).toBe(shop.warehouseId);
  await shop.read();
  await shop.flow();
  await shop.tidy();
  expect(await shop.order('SENT')).toMatchObject({ units_shipped: 1, tracking: [expect.any(String)], issues: [] });
  expect(await shop.order('UNSENT')).toMatchObject({ in_amware: 1, issues: [] });
  expect(await shop.there(0)).toEqual(['SENT', 'UNSENT']);
});

test('a cancellation that waited is asked once the warehouse is connected again', async () => {
  const shop = await disconnectedShop();
  await shop.act('cancel');
  await connectAgain(shop);
  await shop.read();
  await shop.flow();
  expect(await shop.order('SENT')).toMatchObject({ order_status: 'cancelled', cancel_outcome: 'cancelled' });
});

test('an order of a former warehouse goes on by itself when that is the connected one again', async () => {
  const shop = await disconnectedShop();
  await shop.connectAnother();
  expect(await shop.order('SENT')).toMatchObject({ order_status: 'error' });
  const [second] = await own.sql<{ id: string }>(`select id from connections where account_id = $1 and name = 'Second'`, [shop.accountId]);
  await shop.inTenant((tenant) => disconnect(tenant, Number(second?.id)));
  await connectAgain(shop);
  await shop.tidy();
  expect(await shop.order('SENT')).toMatchObject({ order_status: 'packing', issues: [] });
  expect(await shop.order('UNSENT')).toMatchObject({ order_status: 'error', issues: ['former_warehouse:former_warehouse'] });
});
