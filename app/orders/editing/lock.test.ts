import { expect, test } from 'vitest';
import { linedOrder } from '../../../test/shop/lined-order.ts';
import { testWeb } from '../../../test/web.ts';

const own = testWeb();
const shop = linedOrder(own);
const toggle = (by = shop.ann) => own.as(by, { method: 'PATCH', url: `/api/orders/${shop.orderId}/toggle-lock` });

test('a call without a body toggles the lock, and the history says by whom', async () => {
  const replies = [await toggle(), await toggle(shop.ben)];
  expect(replies.map((reply) => [reply.statusCode, reply.json()])).toEqual([
    [200, { locked: true }],
    [200, { locked: false }],
  ]);
  const { events, locked } = await shop.read();
  const turned = events.filter(({ kind }) => kind === 'locked' || kind === 'unlocked');
  expect([locked, turned]).toMatchObject([
    false,
    [
      { sentence: 'Locked.', who: 'Person 1' },
      { sentence: 'Unlocked.', who: 'Person 2' },
    ],
  ]);
});

test('nobody locks an order of another account, nor one that is not there', async () => {
  const stranger = await own.person(await own.account('Strangers'));
  const reply = await toggle(stranger);
  expect([reply.statusCode, reply.json()]).toEqual([404, { errorMessage: 'This order does not exist.', code: 'not_found' }]);
  expect(await shop.read()).toMatchObject({ locked: false });
});
