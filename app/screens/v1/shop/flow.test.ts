import { expect, test } from 'vitest';
import { buildOwnShop, connectOwnShop, type OwnShop, orderOf, senderOf } from '../../../../test/shop/own-shop.ts';
import { testWeb } from '../../../../test/web.ts';
import { pressLock } from '../../../nouns/orders/acting/pressed.ts';
import { deleteOrders, undoDelete } from '../../../nouns/orders/bulk/archive-and-delete.ts';

const own = testWeb();

async function warehouseWorks({ sandbox, sync }: OwnShop, steps: number) {
  const { floor, orders } = sandbox.control.client();
  for (const order of orders.rows.values()) for (let step = 0; step < steps; step++) floor.advance(order);
  await sync();
  await sync();
}

/** An order that the warehouse has. */
async function sentOrder(shop: OwnShop, id: string, other = {}): Promise<number> {
  const sent = await shop.send('POST', '/v1/shop/orders', orderOf(id, other));
  expect(sent.json(), sent.body).toMatchObject({ external_id: id, outcome: 'created', cancellation: null });
  await shop.engine.runJobs();
  await shop.sync();
  expect((await shop.order(id)).order_status).toBe('packing');
  return sent.json().id;
}

test('an order goes from the shop to the warehouse and back, and is fulfilled once its parcel is acknowledged', async () => {
  const shop = await buildOwnShop(own);
  const { send, engine } = shop;
  const id = await sentOrder(shop, 'web-1');
  const waiting = async () => (await send('GET', '/v1/shop/shipments')).json();
  expect(await waiting()).toEqual({ data: [], next: null });
  await warehouseWorks(shop, 4);
  const { data, next } = await waiting();
  expect(next).toBeNull();
  expect(data).toMatchObject([
    { order_id: id, external_id: 'web-1', completes: true, lines: [{ id: 'line-1', quantity: 2 }], tracking_number: expect.any(String) },
  ]);
  await engine.passTime();
  await engine.runJobs();
  expect((await shop.order('web-1')).order_status).toBe('shipped');
  // Neither a shop of the same account nor one of another has it.
  for (const stranger of [shop, await buildOwnShop(own)]) {
    const by = senderOf(own, (await connectOwnShop(stranger, 'sister')).key);
    expect((await by('GET', '/v1/shop/shipments')).json().data).toEqual([]);
    const refused = await by('POST', '/v1/shop/shipments/acknowledge', { shipment_ids: [data[0].id] });
    expect(refused.json().data).toEqual([{ shipment_id: data[0].id, outcome: 'not_found' }]);
  }
  const acknowledge = (ids: number[]) => send('POST', '/v1/shop/shipments/acknowledge', { shipment_ids: ids });
  for (let n = 0; n < 2; n++)
    expect((await acknowledge([data[0].id, 999_999_999])).json().data).toEqual([
      { shipment_id: data[0].id, outcome: 'acknowledged' },
      { shipment_id: 999_999_999, outcome: 'not_found' },
    ]);
  expect(await waiting()).toEqual({ data: [], next: null });
  await engine.runJobs();
  expect((await shop.order('web-1')).order_status).toBe('fulfilled');
  expect((await send('GET', `/v1/shop/orders/${id}`)).json()).toMatchObject({ status: 'fulfilled' });
});

test('a change is followed until the order has left, and one that waits leaves once the shop says so', async () => {
  const shop = await buildOwnShop(own);
  const { send, engine, sync } = shop;
  const { id } = (await send('POST', '/v1/shop/orders', orderOf('web-1', { state: 'waiting' }))).json();
  await engine.runJobs();
  await sync();
  expect(shop.sandbox.control.client().orders.rows.size).toBe(0);
  const lines = [{ id: 'line-1', sku: 'CUP', quantity: 3 }];
  const change = (other: object) => send('PATCH', `/v1/shop/orders/${id}`, { external_id: 'web-1', ...other });
  expect((await change({ lines, note: 'Ring twice.' })).json()).toMatchObject({ id, status: 'pending' });
  expect((await change({ state: 'ready' })).statusCode).toBe(200);
  await engine.runJobs();
  await sync();
  const [order] = [...shop.sandbox.control.client().orders.rows.values()];
  expect(order?.lines).toMatchObject([{ sku: 'CUP', quantity: 3 }]);
  // The warehouse takes it over, or a person decides: never is it lost.
  await warehouseWorks(shop, 2);
  const to = { ...orderOf('x').ship_to, line_1: '2 Other Street' };
  expect((await change({ ship_to: to })).statusCode).toBe(200);
  await engine.runJobs();
  await sync();
  expect(await shop.own.sql('select type from issues where order_id = $1 and closed_at is null', [id])).toMatchObject([
    { type: 'changed_after_release' },
  ]);
});

test('a request to cancel is replied to: accepted where nothing left, too late where it has', async () => {
  const shop = await buildOwnShop(own);
  const { send, engine } = shop;
  const waiting = (await send('POST', '/v1/shop/orders', orderOf('web-1', { state: 'waiting' }))).json().id;
  await engine.runJobs();
  const cancel = (id: number, external_id: string) =>
    send('POST', `/v1/shop/orders/${id}/cancel`, { external_id, reason: 'Changed her mind' });
  await cancel(waiting, 'web-1');
  await engine.runJobs();
  const seen = async (id: number) => (await send('GET', `/v1/shop/orders/${id}`)).json();
  expect(await seen(waiting)).toMatchObject({ status: 'cancelled', cancellation: { outcome: 'accepted' } });
  expect((await cancel(waiting, 'web-1')).json()).toMatchObject({ cancellation: { outcome: 'accepted' } });
  const change = (id: number, external_id: string, note: string) => send('PATCH', `/v1/shop/orders/${id}`, { external_id, note });
  expect((await change(waiting, 'web-1', 'x')).json()).toMatchObject({ status: 409, code: 'wrong_state' });
  const left = await sentOrder(shop, 'web-2');
  await warehouseWorks(shop, 4);
  await cancel(left, 'web-2');
  await engine.runJobs();
  expect(await seen(left)).toMatchObject({ status: 'shipped', cancellation: { outcome: 'too_late' } });
  expect((await send('GET', '/v1/shop/shipments')).json().data).toHaveLength(1);
  // It goes on, and can be changed and asked about again.
  for (const note of ['Sorry', 'Thanks'])
    expect((await change(left, 'web-2', note)).json()).toMatchObject({ cancellation: { outcome: 'too_late' } });
  expect(await shop.own.sql(`select outcome, reply from cancel_requests where account_id = $1 order by id`, [shop.accountId])).toEqual([
    { outcome: 'accepted', reply: 'told' },
    { outcome: 'too_late', reply: 'told' },
  ]);
});

test('what was listed is linked, and its stock is what no other order is promised', async () => {
  const shop = await buildOwnShop(own);
  const { send, engine, sync } = shop;
  const listings = [
    { sku: 'MUG', name: 'A mug' },
    { sku: 'TEAPOT', name: 'A teapot' },
  ];
  expect((await send('POST', '/v1/shop/listings', { listings })).json()).toEqual({ changed: 2 });
  expect((await send('POST', '/v1/shop/listings', { listings })).json()).toEqual({ changed: 0 });
  const stock = async () => (await send('GET', '/v1/shop/stock?order=oldest&fields=sku,quantity')).json().data;
  // Nobody has switched it on.
  expect(await stock()).toMatchObject([
    { sku: 'MUG', quantity: null },
    { sku: 'TEAPOT', quantity: null },
  ]);
  await shop.own.sql(
    `insert into stock_settings (account_id, connection_id, mode, location_id, buffer) values ($1, $2, 'on', 'shop', 10)`,
    [shop.accountId, shop.shopId],
  );
  expect(await stock()).toMatchObject([
    { sku: 'MUG', quantity: 990 },
    { sku: 'TEAPOT', quantity: null },
  ]);
  await send('POST', '/v1/shop/orders', orderOf('web-1'));
  await engine.runJobs();
  await sync();
  expect(await stock()).toMatchObject([
    { sku: 'MUG', quantity: 988 },
    { sku: 'TEAPOT', quantity: null },
  ]);
  expect((await send('POST', '/v1/shop/listings/remove', { skus: ['TEAPOT', 'NEVER'] })).statusCode).toBe(200);
  expect(await stock()).toMatchObject([{ sku: 'MUG' }]);
});

test('a parcel that nobody acknowledges for a day asks a person, and nobody any longer once it is', async () => {
  const shop = await buildOwnShop(own);
  const { send, engine } = shop;
  const id = await sentOrder(shop, 'web-1');
  await warehouseWorks(shop, 4);
  const open = () => shop.own.sql('select type, subject from issues where order_id = $1 and closed_at is null', [id]);
  expect(await open()).toEqual([]);
  await shop.own.sql(`update outbox set ticket_since = now() - interval '2 days' where order_id = $1 and kind = 'confirm'`, [id]);
  await engine.passTime();
  await engine.runJobs();
  expect(await open()).toEqual([{ type: 'rejected_by_channel', subject: 'confirm' }]);
  const [parcel] = (await send('GET', '/v1/shop/shipments')).json().data;
  await send('POST', '/v1/shop/shipments/acknowledge', { shipment_ids: [parcel.id] });
  expect(await open()).toEqual([]);
  await engine.runJobs();
  expect((await shop.order('web-1')).order_status).toBe('fulfilled');
});

test('a change and a request to cancel that come while an order is locked are followed once it is unlocked', async () => {
  const shop = await buildOwnShop(own);
  const { send, engine, sync } = shop;
  const ids: number[] = [];
  for (const external of ['web-1', 'web-2']) {
    const { id } = (await send('POST', '/v1/shop/orders', orderOf(external, { state: 'waiting' }))).json();
    ids.push(id);
  }
  await engine.runJobs();
  const [changed = 0, cancelled = 0] = ids;
  for (const id of ids) await shop.inTenant((tenant) => pressLock(tenant, id, true));
  const lines = [{ id: 'line-1', sku: 'CUP', quantity: 3 }];
  await send('PATCH', `/v1/shop/orders/${changed}`, { external_id: 'web-1', lines, state: 'ready' });
  const asked = await send('POST', `/v1/shop/orders/${cancelled}/cancel`, { external_id: 'web-2' });
  expect(asked.json()).toMatchObject({ cancellation: { outcome: null } });
  await engine.runJobs();
  await sync();
  expect(shop.sandbox.control.client().orders.rows.size).toBe(0);
  for (const id of ids) await shop.inTenant((tenant) => pressLock(tenant, id, false));
  await engine.runJobs();
  await sync();
  const [order] = [...shop.sandbox.control.client().orders.rows.values()];
  expect(order?.lines).toMatchObject([{ sku: 'CUP', quantity: 3 }]);
  expect((await send('GET', `/v1/shop/orders/${cancelled}`)).json()).toMatchObject({
    ...{ status: 'cancelled', cancellation: { outcome: 'accepted' } },
  });
});

test('a request to cancel that comes while an order is deleted here counts once somebody restores it', async () => {
  const shop = await buildOwnShop(own);
  const { send, engine, sync } = shop;
  const { id } = (await send('POST', '/v1/shop/orders', orderOf('web-1', { state: 'waiting' }))).json();
  await send('PATCH', `/v1/shop/orders/${id}`, { external_id: 'web-1', state: 'ready' });
  const [{ group }] = (await own.sql(`select nextval('changes_id_seq')::int as group`)) as [{ group: number }];
  expect(await shop.inTenant((tenant) => deleteOrders(tenant, [id], group))).toEqual([id]);
  const asked = await send('POST', `/v1/shop/orders/${id}/cancel`, { external_id: 'web-1' });
  expect(asked.json()).toMatchObject({ id, status: null, cancellation: { outcome: null } });
  await shop.inTenant((tenant) => undoDelete(tenant, [id], group));
  await engine.runJobs();
  await sync();
  expect(shop.sandbox.control.client().orders.rows.size).toBe(0);
  expect((await send('GET', `/v1/shop/orders/${id}`)).json()).toMatchObject({ status: 'cancelled', cancellation: { outcome: 'accepted' } });
});
