import { beforeEach, expect, test } from 'vitest';
import { linedOrder } from '../../../../test/shop/lined-order.ts';
import { addListings } from '../../../../test/shop/rows.ts';
import { testWeb } from '../../../../test/web.ts';

const own = testWeb();
const shop = linedOrder(own);
const sku = 'TEAPOT';

/** What the channel sells was a pack of six pots, and is not linked now. */
beforeEach(async () => {
  await addListings(own, shop.channelId, [sku]);
  await own.sql(
    `update connector_products set product_id = null, units_per_sale = 6 where account_id = $1 and connection_id = $2
      and connector_product_sku = $3`,
    [shop.ann.accountId, shop.channelId, sku],
  );
});

const post = (call: string, payload: object) => own.as(shop.ann, { method: 'POST', url: `/api/connector-products${call}`, payload });
const link = (to: string, more: object = {}) =>
  post('', {
    connector_product: { connector_id: shop.channelId, connector_product_sku: sku, product_id: shop.product(to), ...more },
  });
const map = (to: string, more: object = {}) =>
  post('/line-item-map', { lineItemId: shop.line(sku), productId: shop.product(to), connectorId: shop.channelId, ...more });
const linked = async () => {
  const [row] = await own.sql<{ product_id: number | null; units_per_sale: number }>(
    `select product_id::int, units_per_sale from connector_products where account_id = $1 and connection_id = $2
      and connector_product_sku = $3`,
    [shop.ann.accountId, shop.channelId, sku],
  );
  return row && [row.product_id, row.units_per_sale];
};
const kept = 'One sale takes 6 units of it, as many as of what was linked before.';
const refused =
  'One sale of TEAPOT took 6 units of what was linked before, and how many it takes of this product was not said. ' +
  'Nothing was saved; look at it anew first.';

test.each([
  ['a link', link],
  ['a link of an order’s line', map],
])('%s to another product takes over the units of no pack that the person did not see', async (_what, save) => {
  const unsaid = await save('POT', { seen_product_id: null });
  expect([unsaid.statusCode, unsaid.json()]).toEqual([409, { errorMessage: refused, code: 'units_not_said' }]);
  expect(await linked()).toEqual([null, 6]);
  expect((await save('POT', { seen_product_id: null, units_per_sale: 2 })).statusCode).toBe(200);
  expect(await linked()).toEqual([shop.product('POT'), 2]);
  const other = await save('LID', { seen_product_id: shop.product('POT') });
  expect([other.statusCode, other.json().code]).toEqual([409, 'units_not_said']);
  // The same product as before is no other one.
  expect((await save('POT', { seen_product_id: shop.product('POT') })).json().message).not.toContain('One sale takes');
  expect((await save('LID', { seen_product_id: shop.product('POT'), units_per_sale: 1 })).statusCode).toBe(200);
  expect((await save('POT', { seen_product_id: shop.product('LID') })).statusCode).toBe(200);
  expect(await linked()).toEqual([shop.product('POT'), 1]);
});

test.each([
  ['a link', link],
  ['a link of an order’s line', map],
])('%s of a caller who says neither what they saw nor the units keeps those, and says so', async (_what, save) => {
  const reply = await save('POT');
  expect([reply.statusCode, reply.json().message]).toEqual([200, expect.stringMatching(/^Portal SKU was mapped successfully\. /)]);
  expect(reply.json().message).toContain(kept);
  expect(await linked()).toEqual([shop.product('POT'), 6]);
});

test('who links it sees beforehand how many units it took', async () => {
  const query = new URLSearchParams({ type: 'unmapped_sku', connection_id: String(shop.channelId), subject: sku });
  expect((await own.as(shop.ann, { url: `/api/issues/remedy?${query}` })).json().units_per_sale).toBe(6);
  query.set('subject', 'SOLD ONCE');
  expect((await own.as(shop.ann, { url: `/api/issues/remedy?${query}` })).json().units_per_sale).toBe(1);
});
