import { expect, test } from 'vitest';
import { linedOrder } from '../../../../test/shop/lined-order.ts';
import { testWeb } from '../../../../test/web.ts';

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

test('two people who lock at once have locked it, and only the first is in the history', async () => {
  const lock = (by: typeof shop.ann, locked: boolean) =>
    own.as(by, { method: 'PATCH', url: `/api/orders/${shop.orderId}/toggle-lock`, payload: { locked } });
  const turns = async () => (await shop.read()).events.filter(({ kind }) => kind === 'locked').length;
  const before = await turns();
  const replies = await Promise.all([shop.ann, shop.ben].map((by) => lock(by, true)));
  for (const reply of replies) expect(reply.json()).toEqual({ locked: true });
  const { locked, updatedBy } = await shop.read();
  expect([locked, updatedBy, (await turns()) - before]).toEqual([true, expect.stringMatching(/^Person [12]$/), 1]);
  expect((await lock(shop.ben, false)).json()).toEqual({ locked: false });
});

test('nobody locks an order of another account, nor one that is not there', async () => {
  const stranger = await own.person(await own.account('Strangers'));
  const reply = await toggle(stranger);
  expect([reply.statusCode, reply.json()]).toEqual([404, { errorMessage: 'This order does not exist.', code: 'not_found' }]);
  expect(await shop.read()).toMatchObject({ locked: false });
});

test('while an order is locked, another person’s save is refused with name and time; its own goes through; whoever may edit unlocks', async () => {
  const save = (by: typeof shop.ann, note: string) =>
    own.as(by, { method: 'PUT', url: '/api/orders/save', payload: { order: { id: shop.orderId, note } } });
  await toggle(shop.ann);
  const refused = await save(shop.ben, 'Mine');
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    {
      errorMessage: expect.stringMatching(
        /^Person 1 locked this order on \w{3} \d+, \d{4} \d+:\d\d [ap]m\. Unlock it before you change it\.$/,
      ),
      code: 'locked',
    },
  ]);
  const payload = { order_id: shop.orderId, lineItems: [{ id: shop.line('MUG'), quantity: 9 }] };
  expect((await own.as(shop.ben, { method: 'POST', url: '/api/orders/lineItems', payload })).statusCode).toBe(409);
  expect((await save(shop.ann, 'Hers')).statusCode).toBe(200);
  expect((await own.as(shop.ben, { method: 'POST', url: `/api/orders/${shop.orderId}/undo-edit`, payload: {} })).statusCode).toBe(409);
  expect((await toggle(shop.ben)).json()).toEqual({ locked: false });
  expect((await save(shop.ben, 'Mine')).statusCode).toBe(200);
  expect(await shop.read()).toMatchObject({ note: 'Mine', locked: false });
});
