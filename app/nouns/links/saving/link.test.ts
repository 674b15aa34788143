import { expect, test } from 'vitest';
import { linedOrder } from '../../../../test/shop/lined-order.ts';
import { addListings } from '../../../../test/shop/rows.ts';
import { testWeb } from '../../../../test/web.ts';
import { withTime } from '../../../../test/with-time.ts';

const own = testWeb();
const shop = linedOrder(own);

const post = (connector_product: unknown) =>
  own.as(shop.ann, {
    method: 'POST',
    url: '/api/connector-products',
    payload: { account_id: shop.ann.accountId, user_id: shop.ann.userId, connector_product },
  });
const stored = async () => {
  const [row] = await own.sql(
    'select id::int, product_id::int from connector_products where account_id = $1 and connector_product_sku = $2',
    [shop.ann.accountId, 'MUG'],
  );
  return row as { id: number; product_id: number | null };
};

test('a channel’s product as it is listed is linked by its connection and SKU, and unlinked again', async () => {
  const listed = {
    ...{ connector_id: shop.channelId, account_id: shop.ann.accountId, connector_product_sku: 'MUG', connector_product_id: 'L-1' },
    ...{ connector_product_location: null, title: 'A mug', image_url: null, quantity_available: 3, stock_id: null, source_link: null },
  };
  await addListings(own, shop.channelId, ['MUG']);
  const linked = await post({ ...listed, product_id: shop.product('CUP') });
  expect([linked.statusCode, linked.json()]).toMatchObject([
    200,
    { alert_type: 'success', message: expect.stringContaining('Portal SKU') },
  ]);
  expect(await stored()).toMatchObject({ product_id: shop.product('CUP') });
  const unlinked = await post({ ...listed, product_id: null });
  expect([unlinked.statusCode, unlinked.json().alert_type]).toEqual([200, 'success']);
  expect(await stored()).toMatchObject({ product_id: null });
  // In another tab, where it was still shown as linked: nothing is left to do, nor to undo.
  const again = await post({ ...listed, product_id: null });
  expect(again.json()).toMatchObject({ alert_type: 'success', message: 'The product is unlinked.', waiting: 0, undo: null });
  const { id } = await stored();
  expect((await post({ id, product_id: shop.product('MUG') })).statusCode).toBe(200);
  expect(await stored()).toMatchObject({ product_id: shop.product('MUG') });
});

test('what a colleague linked since somebody looked is neither replaced nor taken away, and they are told by whom and to what', async () => {
  const { id } = await stored();
  const cup = { id, product_id: shop.product('CUP') };
  expect((await post({ ...cup, product_id: null })).statusCode).toBe(200);
  expect((await post({ ...cup, seen_product_id: null })).statusCode).toBe(200);
  const stale = [
    { id, product_id: shop.product('MUG'), seen_product_id: null },
    { id, product_id: null, seen_product_id: shop.product('MUG') },
  ];
  for (const product of stale) {
    const refused = await post(product);
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      {
        errorMessage: withTime('MUG has been changed by you on …: it is linked to CUP. Nothing of yours was saved; look at it anew first.'),
        code: 'changed_since',
      },
    ]);
  }
  const deletion = { connector_product: { id, seen_product_id: shop.product('MUG') } };
  expect((await own.as(shop.ann, { method: 'POST', url: '/api/connector-products/delete', payload: deletion })).statusCode).toBe(409);
  expect(await stored()).toMatchObject({ product_id: shop.product('CUP') });
  expect((await post({ id, product_id: shop.product('MUG'), seen_product_id: shop.product('CUP') })).statusCode).toBe(200);
  await post({ id, product_id: null });
  const gone = await post({ ...cup, seen_product_id: shop.product('MUG') });
  expect(gone.json().errorMessage).toMatch(/^MUG has been changed by you on .{15,25}: it is no longer linked\./);
  await post({ id, product_id: shop.product('MUG') });
});

test('another number of units is another link than the one that was seen', async () => {
  const { id } = await stored();
  await post({ id, product_id: shop.product('MUG'), units_per_sale: 6 });
  const seen = { seen_product_id: shop.product('MUG'), seen_units_per_sale: 1 };
  const late = await post({ id, product_id: null, ...seen });
  expect([late.statusCode, late.json().errorMessage]).toEqual([
    409,
    withTime('MUG has been changed by you on …: it is linked to MUG, 6 units a sale. Nothing of yours was saved; look at it anew first.'),
  ]);
  expect((await post({ id, product_id: shop.product('MUG'), units_per_sale: 1, ...seen, seen_units_per_sale: 6 })).statusCode).toBe(200);
});

test.each([
  ['nothing', undefined, { connector_product: ['Is required'] }],
  ['no SKU', { connector_id: 1, product_id: 1 }, { 'connector_product.connector_product_sku': ['Is required'] }],
  [
    'an empty SKU',
    { connector_id: 1, connector_product_sku: '', product_id: 1 },
    { 'connector_product.connector_product_sku': ['Must not be empty'] },
  ],
  ['no connection', { connector_product_sku: 'MUG', product_id: null }, { 'connector_product.connector_id': ['Is required'] }],
  ['no product', { connector_id: 1, connector_product_sku: 'MUG' }, { 'connector_product.product_id': ['Is required'] }],
])('with %s, what is missing is said', async (_what, product, fields) => {
  const reply = await post(product);
  expect([reply.statusCode, reply.json()]).toEqual([422, { ...fields, errorMessage: Object.values(fields).flat().join(' ') }]);
});

test('what belongs to nobody here is not found, and another account is refused', async () => {
  const known = { connector_id: shop.channelId, connector_product_sku: 'MUG' };
  for (const wrong of [
    { ...known, product_id: 999_999 },
    { ...known, connector_id: 999_999, product_id: null },
    { id: 999_999, product_id: null },
  ])
    expect((await post(wrong)).statusCode).toBe(404);
  expect((await post({ ...known, account_id: 999_999, product_id: null })).statusCode).toBe(403);
  const unlisted = await post({ ...known, connector_product_sku: 'MUGG', product_id: shop.product('MUG') });
  expect([unlisted.statusCode, unlisted.json().code]).toEqual([404, 'unknown_sku']);
});
