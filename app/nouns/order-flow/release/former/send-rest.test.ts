import { expect, test } from 'vitest';
import { connectorNamed } from '../../../../../connectors/index.ts';
import { paces } from '../../../../../sandbox/amware/pace.ts';
import { buildShop, ofOrders, type Shop } from '../../../../../test/build.ts';
import { testDatabase } from '../../../../../test/database.ts';
import { connect, disconnect } from '../../../../shared/connections/connecting/commands.ts';
import { listCauses } from '../../../../shared/issues/queries.ts';
import { prepareBulk, startBulk } from '../../../../shared/runs/bulk/start.ts';
import { listOutcomes, listRuns } from '../../../../shared/runs/queries.ts';
import { actOnOrder } from '../../../orders/actions.ts';
import { waitingForDecision } from '../../../orders/bulk/matching.ts';
import { orderBulk } from '../../../orders/bulk/verbs.ts';
import { getOrder } from '../../../orders/detail/queries.ts';
import type { RestRoute } from '../../contract/orders.ts';
import { requestCancel } from '../holding/cancel.ts';

const own = testDatabase();
const since = new Date('2020-01-01T00:00:00Z');

/** A shop whose former warehouse shipped 1 of 3 units of the order PART and nothing of WHOLE. */
async function partlyShipped() {
  const shop = await buildShop(own, { reads: ofOrders });
  const [part] = shop.sell(
    {
      orderNumber: 'PART',
      items: [
        { sku: 'MUG', quantity: 2 },
        { sku: 'CUP', quantity: 1 },
      ],
    },
    {
      orderNumber: 'WHOLE',
      shipTo: { name: 'Bob', street1: '2 Side St', city: 'Austin', state: 'TX', postalCode: '78702', country: 'US' } as never,
    },
  );
  await shop.flow();
  const { floor, orders } = shop.sandbox.control.client();
  shop.sandbox.control.set({ pace: { ...paces.manual, twoParcelsPercent: 100 } });
  for (const order of [...orders.rows.values()]) {
    if (order.lines.length < 2) continue;
    for (let step = 0; step < 3; step += 1) floor.advance(order);
  }
  await shop.flow();
  expect(await shop.order('PART')).toMatchObject({ order_status: 'partially_shipped' });
  await shop.inTenant((tenant) => disconnect(tenant, shop.warehouseId));
  shop.sandbox.control.client('second-amware-key').catalogue.take([
    { sku: 'MUG', name: 'A mug', units: 1000 },
    { sku: 'CUP', name: 'A cup', units: 1000 },
  ]);
  const connectSecond = async () => {
    const settings = { api_key: 'second-amware-key', base_url: `${shop.sandbox.origin}/amware`, webhook_secret: 'demo-webhook-secret' };
    await shop.inTenant((tenant) =>
      connect(tenant, shop.engine.seal, { connector: connectorNamed('amware'), name: 'Second', since, settings }),
    );
    await shop.read();
    await shop.tidy();
    await shop.flow();
  };
  return { ...shop, part, connectSecond };
}

const act = (shop: Shop, number: string, action: Parameters<typeof actOnOrder>[2], seen?: string) =>
  shop.order(number).then(({ id }) => shop.inTenant((tenant) => actOnOrder(tenant, id, action, { seen })));

/** What the second warehouse has, by the goods of each order. */
const atSecond = ({ sandbox }: Shop) =>
  (sandbox.control.state().amware[1]?.orders ?? [])
    .map(({ lines }) => lines.map(({ sku, quantity }) => `${quantity} ${sku}`).join())
    .toSorted();

test('the rest of an order that a former warehouse shipped in part goes to the one that is connected now, and nothing else of it', async () => {
  const shop = await partlyShipped();
  await expect(act(shop, 'PART', 'send-anew')).rejects.toMatchObject({
    message: 'A part of it has shipped. Connect the warehouse that is to send the rest first.',
  });
  await shop.connectSecond();
  expect(await shop.order('PART')).toMatchObject({
    order_status: 'error',
    issues: ['former_warehouse:former_warehouse'],
    units_shipped: 2,
  });
  expect(await act(shop, 'PART', 'send-anew')).toMatchObject({ order_status: 'partially_shipped' });
  await shop.flow();
  await shop.tidy();
  expect(await shop.order('PART')).toMatchObject({ order_status: 'partially_shipped', issues: [], in_amware: 1 });
  expect(atSecond(shop)).toEqual(['1 CUP']);
  await expect(act(shop, 'PART', 'send-anew')).rejects.toMatchObject({ status: 409 });
  shop.sandbox.control.set({ pace: paces.instant });
  const { floor, orders } = shop.sandbox.control.client('second-amware-key');
  for (const order of orders.rows.values()) floor.advance(order);
  await shop.flow();
  await shop.engine.passTime();
  await shop.flow();
  expect(await shop.order('PART')).toMatchObject({
    order_status: 'fulfilled',
    units_shipped: 3,
    tracking: [expect.any(String), expect.any(String)],
  });
});

test('the rest of an order that its channel has changed goes nowhere before somebody decides about that', async () => {
  const shop = await partlyShipped();
  const { part } = shop;
  if (part) shop.sandbox.control.seller().change(part, { shipTo: { ...part.shipTo, street1: '9 New Road' } });
  // The reads before it have used up what the channel allows in a minute.
  await shop.engine.passTime();
  await shop.read('orders');
  await shop.connectSecond();
  expect((await shop.order('PART')).issues).toContain('new_address:');
  await expect(act(shop, 'PART', 'send-anew')).rejects.toMatchObject({ message: 'It has another issue. Mend that one first.' });
  expect(atSecond(shop)).toEqual([]);
  const { id } = await shop.order('PART');
  const order = await shop.inTenant((tenant) => getOrder(tenant, id));
  await act(shop, 'PART', 'keep-former-address', order?.new_address?.seen);
  await act(shop, 'PART', 'send-anew');
  await shop.flow();
  expect(atSecond(shop)).toEqual(['1 CUP']);
});

test('without stock for the rest nothing changes, and the person is told what is missing', async () => {
  const shop = await partlyShipped();
  await shop.connectSecond();
  await own.sql(`update products set to_promise = 0 where account_id = $1 and sku = 'CUP'`, [shop.accountId]);
  const before = await own.sql('select * from reservations where account_id = $1 order by order_id', [shop.accountId]);
  await expect(act(shop, 'PART', 'send-anew')).rejects.toMatchObject({ message: 'The rest is out of stock: 1 of CUP needed, 0 left.' });
  expect(await own.sql('select * from reservations where account_id = $1 order by order_id', [shop.accountId])).toEqual(before);
  expect(await shop.order('PART')).toMatchObject({ order_status: 'error', issues: ['former_warehouse:former_warehouse'] });
});

test('a rest that is to leave from a building of the former warehouse is not sent to one that has none of that name', async () => {
  const shop = await partlyShipped();
  await own.sql(`update orders set warehouse_code = 'OLD' where account_id = $1`, [shop.accountId]);
  await shop.connectSecond();
  await expect(act(shop, 'PART', 'send-anew')).rejects.toMatchObject({
    message: 'It is to leave from “OLD”, which is no building of the warehouse that is connected now. Choose another on its page.',
  });
  expect(await shop.order('PART')).toMatchObject({ issues: ['former_warehouse:former_warehouse'] });
  const unknown = { 'set.warehouse_code': ['The warehouse has no building “NONE”.'] };
  await expect(route(shop, { warehouse_code: 'NONE' })).rejects.toMatchObject({ fields: unknown });
  await route(shop, { warehouse_code: 'NV2' });
  await shop.flow();
  expect(await shop.order('PART')).toMatchObject({ issues: [], in_amware: 1, warehouse_code: 'NV2' });
  expect(atSecond(shop)).toEqual(['1 CUP']);
});

/** Has the rest sent by what somebody chose for it. */
const route = (shop: Shop, set: RestRoute) =>
  shop.order('PART').then(({ id }) => shop.inTenant((tenant) => actOnOrder(tenant, id, 'send-anew', { set })));

test('nor is one that is to go by a method of the former warehouse, before somebody chooses one that there is', async () => {
  const shop = await partlyShipped();
  await own.sql(`update orders set shipping_code = 'OLD' where account_id = $1`, [shop.accountId]);
  await shop.connectSecond();
  await expect(act(shop, 'PART', 'send-anew')).rejects.toMatchObject({
    message: 'It is to go by “OLD”, which is no shipping method of the warehouse that is connected now. Choose another on its page.',
  });
  await route(shop, { shipping_code: 'UPS2D' });
  await shop.flow();
  expect(await shop.order('PART')).toMatchObject({ issues: [], in_amware: 1, shipping_code: 'UPS2D', edited_fields: ['shipping_code'] });
  expect(atSecond(shop)).toEqual(['1 CUP']);
  await expect(route(shop, { shipping_code: 'UPSGR' })).rejects.toMatchObject({ status: 409 });
  expect(await shop.order('PART')).toMatchObject({ shipping_code: 'UPS2D' });
});

test('nor is one without a method, before somebody chooses one', async () => {
  const shop = await partlyShipped();
  await own.sql(`update orders set shipping_code = null where account_id = $1`, [shop.accountId]);
  await shop.connectSecond();
  await expect(act(shop, 'PART', 'send-anew')).rejects.toMatchObject({ message: 'It has no shipping method. Choose one on its page.' });
  await route(shop, { shipping_code: 'UPS2D' });
  await shop.flow();
  expect(await shop.order('PART')).toMatchObject({ issues: [], in_amware: 1, shipping_code: 'UPS2D' });
  expect(atSecond(shop)).toEqual(['1 CUP']);
});

test('a rest of more units than there are numbers for is out of stock as well', async () => {
  const shop = await partlyShipped();
  await shop.connectSecond();
  await own.sql(
    `update order_lines set quantity = 2147483647, product_id = (select id from products where account_id = $1 and sku = 'MUG')
     where account_id = $1 and order_id = $2 and not is_charge`,
    [shop.accountId, (await shop.order('PART')).id],
  );
  await expect(act(shop, 'PART', 'send-anew')).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('2,147,483,647 of MUG'),
  });
});

test('all orders of a former warehouse are decided about at once, those that were counted and no others', async () => {
  const shop = await partlyShipped();
  await shop.connectSecond();
  const prepared = await shop.inTenant((tenant) => prepareBulk(tenant, orderBulk, waitingForDecision(tenant, shop.warehouseId)));
  expect(prepared.total).toBe(2);
  const { groups } = await shop.inTenant(listCauses);
  // Home lists them all: they come from another connection than the one that the cause names.
  expect(groups).toMatchObject([{ type: 'former_warehouse', causes: [{ orders: 2, connection_name: 'Amware', is_channel: false }] }]);
  await shop.inTenant((tenant) => startBulk(tenant, orderBulk, 'send-anew', { runId: prepared.runId }));
  await shop.engine.runJobs();
  await shop.flow();
  const [run] = await shop.inTenant((tenant) => listRuns(tenant, { ids: [prepared.runId] }));
  expect(run).toMatchObject({ subject: 'orders: Send anew', done: 2, skipped: 0, sentence: '2 orders done.' });
  expect(atSecond(shop)).toEqual(['1 CUP', '1 MUG']);
  await expect(shop.inTenant((tenant) => startBulk(tenant, orderBulk, 'send-anew', { runId: prepared.runId }))).rejects.toMatchObject({
    status: 409,
  });
});

test('ended together, orders that shipped in part stay, with the reason', async () => {
  const shop = await partlyShipped();
  await shop.connectSecond();
  const { runId } = await shop.inTenant((tenant) => prepareBulk(tenant, orderBulk, waitingForDecision(tenant, shop.warehouseId)));
  await shop.inTenant((tenant) => startBulk(tenant, orderBulk, 'end-here', { runId }));
  await shop.engine.runJobs();
  expect(await shop.order('WHOLE')).toMatchObject({ order_status: 'cancelled', issues: [] });
  expect(await shop.order('PART')).toMatchObject({ order_status: 'error', issues: ['former_warehouse:former_warehouse'] });
  expect((await shop.inTenant((tenant) => listOutcomes(tenant, runId))).flatMap(({ reason }) => reason ?? [])).toEqual([
    'A part of it has shipped, so it cannot be cancelled here. Send the rest, or refund it in the channel.',
  ]);
  expect(atSecond(shop)).toEqual([]);
});

test('a rest that the warehouse refuses waits for a person again, and never counts as an order of which nothing has left', async () => {
  const shop = await partlyShipped();
  await shop.connectSecond();
  const { catalogue } = shop.sandbox.control.client('second-amware-key');
  catalogue.drop(['CUP']);
  await act(shop, 'PART', 'send-anew');
  await shop.flow();
  await shop.tidy();
  const waiting = await shop.order('PART');
  expect(waiting).toMatchObject({ order_status: 'error', in_amware: 1, warehouse_order_id: expect.any(Number) });
  expect(waiting.issues.toSorted()).toEqual(['former_warehouse:former_warehouse', 'rejected_by_warehouse:submit']);
  catalogue.take([{ sku: 'CUP', name: 'A cup', units: 10 }]);
  await act(shop, 'PART', 'send-anew');
  await shop.flow();
  expect(await shop.order('PART')).toMatchObject({ order_status: 'partially_shipped', issues: [] });
  expect(atSecond(shop)).toEqual(['1 CUP']);
});

test('a rest that waits unsent is taken back when the channel cancels the order', async () => {
  const shop = await partlyShipped();
  await shop.connectSecond();
  await own.sql(`update connections set state = 'needs_reconnect' where account_id = $1 and name = 'Second'`, [shop.accountId]);
  await act(shop, 'PART', 'send-anew');
  const { id } = await shop.order('PART');
  await shop.inTenant((tenant) => requestCancel(tenant, [id], 'ShipStation cancelled it'));
  await own.sql(`update connections set state = 'active' where account_id = $1 and name = 'Second'`, [shop.accountId]);
  await shop.tidy();
  await shop.flow();
  expect(await shop.order('PART')).toMatchObject({ order_status: 'error', in_amware: 1, issues: ['former_warehouse:former_warehouse'] });
  expect(atSecond(shop)).toEqual([]);
});

test('a rest that the channel has cancelled is not sent', async () => {
  const shop = await partlyShipped();
  await shop.connectSecond();
  await own.sql(`update orders set source_state = 'cancelled' where account_id = $1 and source_order_number = 'PART'`, [shop.accountId]);
  await expect(act(shop, 'PART', 'send-anew')).rejects.toMatchObject({
    message: 'The rest of it was cancelled, or its channel no longer waits for it.',
  });
});
