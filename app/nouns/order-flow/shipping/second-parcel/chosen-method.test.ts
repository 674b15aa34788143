import { expect, test } from 'vitest';
import { testDatabase } from '../../../../../test/database.ts';
import { splitShop } from '../../../../../test/shop/split-shop.ts';
import { press } from '../../../orders/acting/pressed.ts';
import type { RestRoute } from '../../contract/orders.ts';

const own = testDatabase();

/** The first parcel has left, and the second is to go by a method that somebody chose and the warehouse does not have by now. */
async function methodGone() {
  const shop = await splitShop(own);
  await shop.split({ MUG: 1, CUP: 1 });
  await shop.open();
  const setChannel = (state: 'paused' | 'active') =>
    own.sql('update connections set state = $2 where account_id = $1 and id = $3', [shop.accountId, state, shop.channelId]);
  await setChannel('paused');
  const { floor, orders } = shop.sandbox.control.client();
  for (let step = 0; step < 3; step++) for (const order of [...orders.rows.values()]) floor.advance(order);
  await shop.flow();
  await own.sql(`update orders set shipping_code = 'OLD', edited_fields = '{shipping_code}' where account_id = $1`, [shop.accountId]);
  await setChannel('active');
  await shop.tidy();
  const send = (set: RestRoute) => shop.inTenant((tenant) => press(tenant, shop.id, 'send-second', { timezone: 'UTC', set }));
  return { shop, send, methods: () => [...orders.rows.values()].map(({ body }) => body.method_code) };
}

const kept =
  'The second parcel is kept here. The warehouse has no shipping method “OLD”, which somebody chose for this order. Choose another.';

test('a second parcel whose method the warehouse does not have by now goes by another once somebody chooses that', async () => {
  const { shop, send, methods } = await methodGone();
  expect(await shop.order('1001')).toMatchObject({ issues: ['second_parcel:rules'], sentences: [kept] });
  await expect(send({})).rejects.toMatchObject({ status: 409, message: kept });
  await expect(send({ shipping_code: 'NONE' })).rejects.toMatchObject({
    fields: { 'set.shipping_code': ['The warehouse has no shipping method “NONE”.'] },
  });
  expect(shop.goods()).toEqual(['2 MUG']);
  const { message } = await send({ shipping_code: 'UPS2D' });
  expect(message).toMatch(/ goes as it was chosen, once nothing else keeps it here\.$/);
  await shop.tidy();
  await shop.flow();
  expect([shop.goods(), methods()]).toEqual([
    ['2 MUG', '1 MUG, 1 CUP'],
    ['UPSGR', 'UPS2D'],
  ]);
  expect(await shop.order('1001')).toMatchObject({ issues: [], shipping_code: 'UPS2D' });
  await expect(send({ shipping_code: 'UPSGR' })).rejects.toMatchObject({ status: 409 });
  expect(await shop.order('1001')).toMatchObject({ shipping_code: 'UPS2D' });
});

test('nor does it go by that once the channel no longer waits for it', async () => {
  const { shop, send } = await methodGone();
  await own.sql(`update orders set source_state = 'cancelled' where account_id = $1`, [shop.accountId]);
  await expect(send({ shipping_code: 'UPS2D' })).rejects.toMatchObject({
    message: 'The rest of it was cancelled, or its channel no longer waits for it.',
  });
  expect([shop.goods(), (await shop.order('1001')).shipping_code]).toEqual([['2 MUG'], 'OLD']);
});
