import { expect, test } from 'vitest';
import { linedOrder } from '../../../../../test/shop/lined-order.ts';
import { type Person, testWeb } from '../../../../../test/web.ts';

const own = testWeb();
const shop = linedOrder(own);

type Line = { line: number; of: number; was: number; quantity: number };
const goods = async () => (await shop.read()).lines.filter(({ is_charge }) => !is_charge);
/** Every line as it is, with how many of it go in the second parcel. */
const wanted = async (later: Record<string, number>): Promise<Line[]> =>
  (await goods()).map(({ id, sku, quantity, later_quantity }) => ({
    line: id,
    of: quantity,
    was: later_quantity,
    quantity: later[sku] ?? 0,
  }));
const put = async (lines: Line[], by: Person = shop.ann) => {
  const reply = await own.as(by, { method: 'PUT', url: `/api/orders/${shop.orderId}/split`, payload: { lines } });
  return { status: reply.statusCode, ...reply.json() };
};
const split = async (later: Record<string, number>, by?: Person) => put(await wanted(later), by);
const undo = async (runId: number, by = shop.ben) => {
  const reply = await own.as(by, { method: 'POST', url: `/api/runs/${runId}/undo` });
  return { status: reply.statusCode, ...reply.json() };
};
const later = async () => Object.fromEntries((await goods()).map(({ sku, later_quantity }) => [sku, later_quantity]));

test('a split shows on the order, in its history, in Activity and in the audit, and is undone from there once', async () => {
  const done = await split({ MUG: 1, TEAPOT: 3 });
  const { order_number } = await shop.read();
  expect(done).toEqual({ status: 200, message: `${order_number} goes in two parcels.`, runId: expect.any(Number) });
  expect([await later(), await shop.read()]).toMatchObject([
    { MUG: 1, CUP: 0, TEAPOT: 3 },
    { is_split: true, split_parcels: { first: 'here', second: 'here' } },
  ]);
  const told = (await shop.read()).events.findLast(({ kind }) => kind === 'split');
  expect(told).toMatchObject({
    ...{ who: 'Person 1', kind: 'split' },
    sentence: 'Split into two parcels: first 1 of MUG, 1 of CUP, then 1 of MUG, 3 of TEAPOT.',
  });
  const [audit] = await own.sql(
    `select verb, noun, record_id::int as id, changes from audit_entries e where account_id = $1 order by e.id desc limit 1`,
    [shop.ann.accountId],
  );
  expect(audit).toEqual({
    ...{ verb: 'changed', noun: 'order', id: shop.orderId },
    changes: {
      second_parcel: {
        from: null,
        to: [
          { sku: 'MUG', quantity: 1 },
          { sku: 'TEAPOT', quantity: 3 },
        ],
      },
    },
  });
  const { data } = (await own.as(shop.ann, { url: '/api/runs?tab=people' })).json();
  expect(data[0]).toMatchObject({ id: done.runId, subject: `${order_number}: Split`, undoable: true });
  expect(await undo(done.runId)).toEqual({ status: 200, message: `The split of ${order_number} is undone.`, runId: null, total: 1 });
  expect([await later(), (await shop.read()).is_split]).toEqual([{ MUG: 0, CUP: 0, TEAPOT: 0 }, false]);
  expect((await shop.read()).events.at(-1)).toMatchObject({ who: 'Person 2', sentence: 'Goes in one parcel again.' });
  expect((await undo(done.runId)).status).toBe(409);
});

test('a split is taken back by sending it in one parcel, which can be undone too', async () => {
  await split({ CUP: 1 });
  const joined = await split({});
  expect(joined).toMatchObject({ status: 200, message: expect.stringMatching(/ goes in one parcel again\.$/) });
  expect((await shop.read()).is_split).toBe(false);
  expect(await undo(joined.runId)).toMatchObject({ status: 200 });
  expect([await later(), (await shop.read()).is_split]).toEqual([{ MUG: 0, CUP: 1, TEAPOT: 0 }, true]);
});

test.each([
  ['all of it', { MUG: 2, CUP: 1, TEAPOT: 3 }, 'Leave something in the first parcel.'],
  ['nothing', {}, 'Choose what goes in the second parcel.'],
  ['more than there is', { MUG: 3 }, 'The second parcel cannot have more of a line than there is.'],
])('a split of %s is refused', async (_, given, sentence) => {
  expect(await split(given)).toMatchObject({ status: 422, lines: [sentence] });
  expect([await later(), (await shop.read()).is_split]).toEqual([{ MUG: 0, CUP: 0, TEAPOT: 0 }, false]);
});

test('what is no quantity is refused, and so are lines of another order, a charge and a repeated line', async () => {
  const [mug, ...others] = await wanted({ MUG: 1 });
  for (const quantity of [-1, 1.5, '1', null])
    expect(await put([{ ...(mug as Line), quantity: quantity as number }, ...others])).toMatchObject({ status: 422 });
  const { lines } = await shop.read();
  const charge = lines.find(({ is_charge }) => is_charge)?.id ?? 0;
  for (const strange of [charge, 999_999_999])
    expect(await put([mug as Line, ...others, { line: strange, of: 1, was: 0, quantity: 1 }])).toMatchObject({ status: 409 });
  expect(await put([mug as Line, mug as Line, ...others])).toMatchObject({ status: 409 });
  expect(await put([])).toMatchObject({ status: 422 });
  expect((await shop.read()).is_split).toBe(false);
});

test('who saw the order before a colleague split it is told so, by name, and changes nothing', async () => {
  const before = await wanted({ MUG: 1 });
  await split({ CUP: 1 }, shop.ben);
  expect(await put(before)).toMatchObject({
    ...{ status: 409, code: 'changed_meanwhile' },
    errorMessage: expect.stringMatching(/^Person 2 changed the lines of this order, or how it is split, since you opened it on /),
  });
  expect(await later()).toEqual({ MUG: 0, CUP: 1, TEAPOT: 0 });
});

test('an order that a colleague has locked is not split, nor one that has ended', async () => {
  const given = await wanted({ MUG: 1 });
  await own.as(shop.ben, { method: 'PATCH', url: `/api/orders/${shop.orderId}/toggle-lock`, payload: { locked: true } });
  expect(await put(given)).toMatchObject({ status: 409, errorMessage: expect.stringMatching(/^Person 2 locked this order on /) });
  expect(await put(given, shop.ben)).toMatchObject({ status: 200 });
  await own.as(shop.ben, { method: 'POST', url: `/api/orders/${shop.orderId}/cancel` });
  expect(await put(given, shop.ben)).toMatchObject({ status: 409, errorMessage: 'This order is cancelled and can no longer be split.' });
});

test('nobody of another account splits it', async () => {
  const stranger = await own.person(await own.account(), 'account_admin');
  expect(await put(await wanted({ MUG: 1 }), stranger)).toMatchObject({ status: 404, errorMessage: 'This order does not exist.' });
  expect((await shop.read()).is_split).toBe(false);
});
