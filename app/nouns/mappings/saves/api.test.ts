import { expect, test } from 'vitest';
import { linedOrder } from '../../../../test/shop/lined-order.ts';
import { testWeb } from '../../../../test/web.ts';

const own = testWeb();
const shop = linedOrder(own);

const undo = (person: Parameters<typeof own.as>[0], id: number) =>
  own.as(person, { method: 'POST', url: `/api/mapping-saves/${id}/undo`, payload: {} });
const link = async () => {
  // The save of an order checks it: the teapot has no product.
  await own.as(shop.ann, { method: 'PUT', url: '/api/orders/save', payload: { order: { id: shop.orderId, note: 'Seen' } } });
  const connector_product = { connector_id: shop.channelId, connector_product_sku: 'TEAPOT', product_id: shop.product('POT') };
  const reply = await own.as(shop.ann, { method: 'POST', url: '/api/connector-products', payload: { connector_product } });
  return reply.json().undo.id as number;
};

test('a save is undone by whoever may make it, once, and by nobody of another account', async () => {
  const id = await link();
  const stranger = await own.person(await own.account('Other'));
  expect((await undo(stranger, id)).statusCode).toBe(404);
  const done = await undo(shop.ben, id);
  expect([done.statusCode, done.json()]).toEqual([200, { message: 'Undone. 1 order is as before.', stopped: 1 }]);
  const again = await undo(shop.ben, id);
  expect([again.statusCode, again.json().errorMessage]).toEqual([409, 'This has been undone already.']);
});

test('an undone link is again one that ended by itself: whoever sees it next is told why', async () => {
  await own.sql(
    `insert into connector_products (account_id, connection_id, connector_product_sku, doubt)
     values ($1, $2, 'TEAPOT', '{"kind": "reused", "side": "channel", "product": "POT", "was": "A pot", "is": "A lamp"}')
     on conflict (account_id, connection_id, connector_product_sku) do update
       set doubt = excluded.doubt, product_id = null, linked_by = null, deleted_at = null`,
    [shop.ann.accountId, shop.channelId],
  );
  const doubts = async () => (await own.as(shop.ann, { url: '/api/skus-to-link' })).json().data.map((row: { doubt: string }) => row.doubt);
  const id = await link();
  expect((await undo(shop.ann, id)).statusCode).toBe(200);
  expect(await doubts()).toEqual([expect.stringContaining('A lamp')]);
});

test('who may not map cannot undo a mapping', async () => {
  const [save] = await own.sql<{ id: string }>(
    `insert into changes (account_id, group_id, noun, record_id, was, "is") values ($1, 9000000, 'shipping option', $2, '{"x": null}', '{"x": "y"}') returning group_id as id`,
    [shop.ann.accountId, shop.channelId],
  );
  expect((await undo(shop.ann, Number(save?.id))).statusCode).toBe(403);
});

test('what a change means at the warehouse is said before it is saved, of one’s own connections, and nothing is kept', async () => {
  const preview = (person: typeof shop.ann, change: object, connection: number | string = shop.channelId) =>
    own.as(person, { method: 'POST', url: '/api/mapping-saves/preview', payload: { changes: [{ connection, change }] } });
  const links = [{ sku: 'TEAPOT', product_id: shop.product('POT'), units_per_sale: 6 }];
  const [before] = await own.sql('select product_id, units_per_sale from connector_products where connection_id = $1', [shop.channelId]);
  expect((await preview(shop.ann, { kind: 'product', links })).json()).toEqual({ at_warehouse: null, at_warehouse_parts: null });
  const stranger = await own.person(await own.account('Another'));
  expect((await preview(stranger, { kind: 'product', links })).statusCode).toBe(404);
  const many = Array.from({ length: 501 }, (_, n) => ({ code: `c${n}`, to: null }));
  expect((await preview(shop.ann, { kind: 'shipping', codes: many })).statusCode).toBe(422);
  const [after] = await own.sql('select product_id, units_per_sale from connector_products where connection_id = $1', [shop.channelId]);
  expect(after).toEqual(before);
});
