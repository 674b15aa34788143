import { expect, test } from 'vitest';
import { linedOrder } from '../../../../test/shop/lined-order.ts';
import { addLines, addListings, addOrder } from '../../../../test/shop/rows.ts';
import { testWeb } from '../../../../test/web.ts';

const own = testWeb();
const shop = linedOrder(own);

const post = (connector_product: object) =>
  own.as(shop.ann, { method: 'POST', url: '/api/connector-products', payload: { connector_product } });
const linked = { connector_product_sku: 'MUG' };
const link = (product: string) => post({ connector_id: shop.channelId, ...linked, product_id: shop.product(product) });
const read = (sku = 'MUG', person = shop.ann, connectionId = shop.channelId) =>
  own.as(person, { url: `/api/connector-products/link?connection_id=${connectionId}&sku=${sku}` });

test('a link says what it is, who made it, and how many orders would stop; unlinking stops so many', async () => {
  await addListings(own, shop.channelId, ['MUG']);
  await link('MUG');
  const { accountId } = shop.ann;
  const lines = [{ sku: 'MUG', quantity: 1 }];
  const products = new Map([['MUG', shop.product('MUG')]]);
  const waiting = await addOrder(own, accountId, shop.channelId);
  const gone = await addOrder(own, accountId, shop.channelId, { in_amware: 1, order_status: 'packing' });
  const cancelled = await addOrder(own, accountId, shop.channelId, { cancelled_at: new Date(), order_status: 'cancelled' });
  for (const orderId of [waiting, gone, cancelled]) await addLines(own, accountId, orderId, lines, products);
  const found = (await read()).json();
  expect(found).toMatchObject({ sku: 'MUG', product: { sku: 'MUG' }, linked_by: 'Person 1', stops: 2 });
  const unlinked = await post({ id: found.id, product_id: null });
  expect(unlinked.json()).toMatchObject({ waiting: 2, message: 'The product is unlinked. 2 orders now wait for a link.' });
  const { events } = await shop.read();
  expect(events.find(({ kind }) => kind === 'linked')).toMatchObject({
    sentence: 'SKU MUG is no longer linked to MUG.',
    changes: { 'link:MUG': { from: 'MUG', to: null } },
  });
  expect((await read()).json()).toMatchObject({ product: null, stops: 0 });
});

test('the history says to which product a SKU was linked', async () => {
  await own.as(shop.ann, { method: 'PUT', url: '/api/orders/save', payload: { order: { id: shop.orderId, note: 'Seen' } } });
  await post({ connector_id: shop.channelId, connector_product_sku: 'TEAPOT', product_id: shop.product('POT') });
  const { events } = await shop.read();
  expect(events.findLast(({ kind }) => kind === 'mended')).toMatchObject({
    sentence: 'Mended: SKU TEAPOT is linked to POT (A POT).',
    changes: { 'link:TEAPOT': { from: null, to: 'POT' } },
  });
  const file = await own.as(shop.ann, { url: `/api/orders/${shop.orderId}/history` });
  expect(file.body).toContain('Product of TEAPOT,,POT');
});

test('a product that has the UPC at the channel is offered', async () => {
  await own.sql(`insert into products (account_id, sku, name, upc) values ($1, 'OTHER-9', 'Nothing alike', '5010000225681')`, [
    shop.ann.accountId,
  ]);
  await own.sql(
    `insert into connector_products (account_id, connection_id, connector_product_sku, upc) values ($1, $2, 'ZZZ', '5010000225681')`,
    [shop.ann.accountId, shop.channelId],
  );
  expect((await read('ZZZ')).json()).toMatchObject({ upc: '5010000225681', candidates: [{ sku: 'OTHER-9' }] });
});

test('a SKU that is not known, and one of another account, is not found', async () => {
  const stranger = await own.person(await own.account('Other'));
  expect((await read('NOBODY')).statusCode).toBe(404);
  expect((await read('MUG', stranger)).statusCode).toBe(404);
});
