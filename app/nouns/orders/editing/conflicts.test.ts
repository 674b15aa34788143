import { expect, test } from 'vitest';
import { linedOrder } from '../../../../test/shop/lined-order.ts';
import { testWeb } from '../../../../test/web.ts';

const own = testWeb();
const shop = linedOrder(own);

/** Both began from the order as it was; Ben saves first. */
const save = (by: 'ann' | 'ben', lineItems: unknown[], order: Record<string, unknown> = {}) =>
  own.as(shop[by], {
    method: 'PUT',
    url: '/api/orders/save',
    payload: { order: { id: shop.orderId, revision: shop.revision, lineItems, ...order } },
  });

test('fields and lines that both changed are refused by name, with what the other made of them, and nothing is written', async () => {
  await save(
    'ben',
    [
      { id: shop.line('MUG'), quantity: 5 },
      { id: shop.line('CUP'), isDelete: true },
    ],
    { city: 'Paris', note: '' },
  );
  const mine = [
    { id: shop.line('MUG'), quantity: 9 },
    { id: shop.line('CUP'), quantity: 4 },
    { id: shop.line('TEAPOT'), quantity: 1 },
  ];
  const reply = await save('ann', mine, { city: 'Rome', note: 'Call' });
  expect(reply.statusCode).toBe(409);
  expect(reply.json()).toEqual({
    code: 'conflict',
    errorMessage:
      'Person 2 has changed City (now Paris), Qty of MUG (now 5), Qty of CUP (removed). Nothing of yours is lost: choose theirs or yours, then save again.',
    revision: shop.revision + 1,
    conflicts: [
      { field: 'city', label: 'City', theirs: 'Paris', who: 'Person 2' },
      { field: `line:${shop.line('MUG')}`, label: 'Qty of MUG', theirs: 5, who: 'Person 2' },
      { field: `line:${shop.line('CUP')}`, label: 'Qty of CUP', theirs: null, who: 'Person 2' },
    ],
  });
  expect(await shop.read()).toMatchObject({ city: 'Paris', note: null });
  expect(await shop.quantities()).toEqual({ MUG: 5, TEAPOT: 3 });
  // Saved again as chosen, with the revision that the reply named.
  const chosen = await save(
    'ann',
    [
      { id: shop.line('MUG'), quantity: 9 },
      { sku: 'CUP', quantity: 4 },
      { id: shop.line('TEAPOT'), quantity: 1 },
    ],
    {
      city: 'Rome',
      note: 'Call',
      revision: reply.json().revision,
    },
  );
  expect(chosen.statusCode).toBe(200);
  expect(await shop.quantities()).toEqual({ MUG: 9, TEAPOT: 1, CUP: 4 });
});

test('fields that only one of two people changed are saved for both', async () => {
  await save('ben', [{ id: shop.line('MUG'), quantity: 5 }], { city: 'Paris' });
  expect((await save('ann', [{ id: shop.line('CUP'), quantity: 4 }], { note: 'Call' })).statusCode).toBe(200);
  expect(await shop.read()).toMatchObject({ city: 'Paris', note: 'Call' });
  expect(await shop.quantities()).toEqual({ MUG: 5, CUP: 4, TEAPOT: 3 });
});

test('the same change by both is no conflict', async () => {
  const same = [
    { id: shop.line('MUG'), quantity: 5 },
    { id: shop.line('CUP'), isDelete: true },
  ];
  await save('ben', same, { city: 'Paris' });
  const reply = await save('ann', same, { city: 'Paris' });
  expect([reply.statusCode, reply.json().changed]).toEqual([200, []]);
});

test('a change that was reverted is no conflict', async () => {
  await save('ben', [{ id: shop.line('MUG'), quantity: 5 }], { city: 'Paris' });
  await save('ben', [{ id: shop.line('MUG'), quantity: 2 }], { city: 'Austin', revision: shop.revision + 1 });
  expect((await save('ann', [{ id: shop.line('MUG'), quantity: 9 }], { city: 'Rome' })).statusCode).toBe(200);
});

test('a product that both added is not added twice unasked', async () => {
  const added = [{ isNewItem: true, sku: 'POT', quantity: 2 }];
  await save('ben', added);
  const reply = await save('ann', added);
  expect([reply.statusCode, reply.json().conflicts]).toMatchObject([409, [{ label: 'Qty of POT', theirs: 2, who: 'Person 2' }]]);
  expect(await shop.quantities()).toMatchObject({ POT: 2 });
});

test('of two who save at the same moment, one gets the conflict', async () => {
  const replies = await Promise.all([
    save('ben', [{ id: shop.line('MUG'), quantity: 5 }]),
    save('ann', [{ id: shop.line('MUG'), quantity: 9 }]),
  ]);
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
});

test('a client that names no revision overwrites', async () => {
  await save('ben', [{ id: shop.line('MUG'), quantity: 5 }]);
  expect((await save('ann', [{ id: shop.line('MUG'), quantity: 9 }], { revision: undefined })).statusCode).toBe(200);
});
