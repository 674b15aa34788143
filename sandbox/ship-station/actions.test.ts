import { expect, test } from 'vitest';
import { listen, visit } from '../test/visit.ts';

async function shopWithOrder() {
  const shopped = await visit();
  const [order] = shopped.control.seller().add([{ orderNumber: 'N1', items: [{ sku: 'MUG', quantity: 1 }] }]);
  if (!order) throw new Error('no order');
  return { ...shopped, order };
}
const mark = { carrierCode: 'ups', trackingNumber: '1Z1', shipDate: '2026-11-20', notifySalesChannel: true };

test('an order that is marked as shipped says so, and a second mark is seen', async () => {
  const { shipStation, order, control } = await shopWithOrder();
  const marked = await shipStation('/orders/markasshipped', { body: { orderId: order.orderId, ...mark } });
  expect([marked.status, marked.body]).toEqual([200, { orderId: order.orderId, orderNumber: 'N1' }]);
  expect((await shipStation(`/orders/${order.orderId}`)).body).toMatchObject({ orderStatus: 'shipped', shipDate: '2026-11-20' });
  await shipStation('/orders/markasshipped', { body: { orderId: order.orderId, ...mark } });
  expect(control.state().shipStation[0]?.orders[0]).toMatchObject({ status: 'shipped', marks: 2, trackingNumbers: ['1Z1', '1Z1'] });
  const { body } = await shipStation<{ fulfillments: object[] }>(`/fulfillments?orderId=${order.orderId}`);
  expect(body.fulfillments).toMatchObject([{ trackingNumber: '1Z1', marketplaceNotified: true }, { trackingNumber: '1Z1' }]);
});

test('an invalid mark is refused', async () => {
  const { shipStation, order, control } = await shopWithOrder();
  expect((await shipStation('/orders/markasshipped', { body: { orderId: order.orderId } })).status).toBe(400);
  expect((await shipStation('/orders/markasshipped', { body: { orderId: 1, ...mark } })).status).toBe(404);
  control.seller().change(order, { orderStatus: 'cancelled' });
  expect((await shipStation('/orders/markasshipped', { body: { orderId: order.orderId, ...mark } })).status).toBe(400);
});

test('an order is held until a day and restored', async () => {
  const { shipStation, order } = await shopWithOrder();
  const { orderId } = order;
  expect((await shipStation('/orders/restorefromhold', { body: { orderId } })).body).toMatchObject({ success: false });
  await shipStation('/orders/holduntil', { body: { orderId, holdUntilDate: '2026-12-01' } });
  expect((await shipStation(`/orders/${orderId}`)).body).toMatchObject({ orderStatus: 'on_hold', holdUntilDate: '2026-12-01' });
  await shipStation('/orders/restorefromhold', { body: { orderId } });
  expect((await shipStation(`/orders/${orderId}`)).body).toMatchObject({ orderStatus: 'awaiting_shipment', holdUntilDate: null });
});

test('services are listed for each carrier', async () => {
  const { shipStation } = await visit();
  const { body } = await shipStation<{ code: string }[]>('/carriers');
  const services = await Promise.all(
    body.map(({ code }) => shipStation<{ carrierCode: string }[]>(`/carriers/listservices?carrierCode=${code}`)),
  );
  expect(services.flatMap(({ body: list }) => list.map(({ carrierCode }) => carrierCode)).length).toBe(10);
  expect((await shipStation('/carriers/listservices?carrierCode=pigeon')).status).toBe(400);
  expect((await shipStation<object[]>('/stores')).body).toHaveLength(2);
  expect((await shipStation<object[]>('/warehouses')).body).toHaveLength(1);
});

test('a subscription is told where the new orders of an import are, and nothing more', async () => {
  const { shipStation, control, sandbox } = await visit();
  const hook = await listen();
  const { body } = await shipStation<{ id: number }>('/webhooks/subscribe', { body: { target_url: hook.url, event: 'ORDER_NOTIFY' } });
  control.seller().add([
    { orderNumber: 'N1', items: [] },
    { orderNumber: 'N2', items: [] },
  ]);
  const webhook = JSON.parse((await hook.next()).body) as { resource_url: string; resource_type: string };
  expect(webhook.resource_type).toBe('ORDER_NOTIFY');
  expect(webhook.resource_url.startsWith(`${sandbox.origin}/ship-station/orders?importBatch=`)).toBe(true);
  const path = webhook.resource_url.slice(`${sandbox.origin}/ship-station`.length);
  expect((await shipStation(path)).body).toMatchObject({ total: 2, orders: [{ orderNumber: 'N1' }, { orderNumber: 'N2' }] });
  await shipStation(`/webhooks/${body.id}`, { method: 'DELETE' });
  expect((await shipStation('/webhooks')).body).toEqual({ webhooks: [] });
});
