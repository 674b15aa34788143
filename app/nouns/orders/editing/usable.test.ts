import { expect, test } from 'vitest';
import { linedOrder } from '../../../../test/shop/lined-order.ts';
import { addConnection } from '../../../../test/shop/rows.ts';
import { testWeb } from '../../../../test/web.ts';

const own = testWeb();
const shop = linedOrder(own);
const save = (order: object) =>
  own.as(shop.ann, { method: 'PUT', url: '/api/orders/save', payload: { order: { id: shop.orderId, ...order } } });

test.each([
  [{ country: 'XX' }, { 'order.country': ['There is no country with the code “XX”.'] }],
  [{ customer_email: 'not-an-email' }, { 'order.customer_email': ['“not-an-email” is not an e-mail address.'] }],
  [{ shipping_code: 'PIGEON' }, { 'order.shipping_code': ['The warehouse has no shipping method “PIGEON”.'] }],
  [
    { country: 'zz', customer_email: 'a@b', city: 'York' },
    {
      'order.country': ['There is no country with the code “ZZ”.'],
      'order.customer_email': ['“a@b” is not an e-mail address.'],
    },
  ],
])('%j is refused beside its field, and nothing is saved', async (order, errors) => {
  const before = await shop.read();
  const reply = await save(order);
  expect([reply.statusCode, reply.json()]).toEqual([422, errors]);
  expect(await shop.read()).toEqual(before);
});

test('what the warehouse has is saved, and so is an address that is not complete yet', async () => {
  const warehouse = await addConnection(own, shop.ann.accountId, 'warehouse');
  await own.sql(
    "insert into shipping_methods (account_id, connection_id, code, name, carrier) values ($1, $2, 'RM24', 'Tracked 24', 'Royal Mail')",
    [shop.ann.accountId, warehouse],
  );
  const reply = await save({ country: 'fr', customer_email: 'ada@example.com', shipping_code: 'RM24', postal_code: '' });
  expect(reply.json()).toMatchObject({ success: true, changed: expect.arrayContaining(['country', 'customer_email', 'shipping_code']) });
});

test('what the channel sent stays as it is when another field is saved', async () => {
  await own.sql("update orders set country = 'XX', customer_email = 'ada at home' where id = $1", [shop.orderId]);
  expect((await save({ city: 'Wells' })).json()).toMatchObject({ success: true, changed: ['city'] });
});
