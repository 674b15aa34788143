import { expect, test } from 'vitest';
import { linedOrder } from '../../../../test/shop/lined-order.ts';
import { addOrder } from '../../../../test/shop/rows.ts';
import { testWeb } from '../../../../test/web.ts';

const own = testWeb();
const shop = linedOrder(own);

const save = async (order: Record<string, unknown>, by = shop.ann) => {
  const reply = await own.as(by, { method: 'PUT', url: '/api/orders/save', payload: { order: { id: shop.orderId, ...order } } });
  expect(reply.statusCode).toBe(200);
  return reply.json().runId as number | null;
};
const undo = (edit?: number | null, by = shop.ann) =>
  own.as(by, { method: 'POST', url: `/api/orders/${shop.orderId}/undo-edit`, ...(edit && { payload: { edit } }) });
/** The rows that an edit may change. */
const stored = async () => [
  await own.sql('select city, note, units_ordered, edited_fields from orders where account_id = $1 and id = $2', [
    shop.ann.accountId,
    shop.orderId,
  ]),
  await own.sql('select * from order_lines where account_id = $1 and order_id = $2 order by id', [shop.ann.accountId, shop.orderId]),
];
const bigEdit = () => ({
  city: 'Paris',
  note: 'Call first',
  lineItems: [
    { id: shop.line('MUG'), quantity: 5 },
    { id: shop.line('TEAPOT'), isDelete: true },
    { isNewItem: true, sku: 'POT', quantity: 4 },
  ],
});

test('an edit says by which run it is undone, from its own page too, and only itself', async () => {
  const undoRun = (run: number | null) => own.as(shop.ann, { method: 'POST', url: `/api/runs/${run}/undo`, payload: {} });
  const before = await stored();
  const first = await save({ city: 'Paris' });
  expect(await save({ city: 'Paris' })).toBeNull();
  const second = await save({ city: 'Rome' });
  expect((await undoRun(first)).statusCode).toBe(409);
  for (const run of [second, first]) expect((await undoRun(run)).statusCode).toBe(200);
  expect(await stored()).toEqual(before);
});

test('the last edit is undone, fields and lines, to the last column, and the history says so', async () => {
  // What the buyer chose, and the channel's own word for the line.
  await own.sql(`update order_lines set options = '[{"name": "Engraving", "value": "For Ann"}]', handle = 'H1' where id = $1`, [
    shop.line('TEAPOT'),
  ]);
  const before = await stored();
  await save(bigEdit());
  const { undoable_edit } = await shop.read();
  const reply = await undo(undoable_edit, shop.ben);
  expect([reply.statusCode, reply.json()]).toEqual([
    200,
    { message: expect.stringMatching(/^The edit of SO-\d+ is undone\.$/), order_status: 'error' },
  ]);
  expect(await stored()).toEqual(before);
  const { events, undoable_edit: next } = await shop.read();
  expect(next).toBe(null);
  const entries = events.filter(({ kind }: { kind: string }) => kind === 'edited' || kind === 'undone');
  expect(entries).toMatchObject([
    {
      kind: 'edited',
      who: 'Person 1',
      undone: true,
      sentence: 'Edited: City, Note, quantity of MUG, TEAPOT removed, POT added.',
      changes: {
        city: { from: 'Austin', to: 'Paris' },
        [`line:${shop.line('MUG')}`]: { from: { sku: 'MUG', quantity: 2 }, to: { sku: 'MUG', quantity: 5 } },
        [`line:${shop.line('TEAPOT')}`]: { from: { sku: 'TEAPOT', quantity: 3 }, to: null },
      },
    },
    { kind: 'undone', who: 'Person 2', undone: false, changes: { city: { from: 'Paris', to: 'Austin' } } },
  ]);
});

test('edits are undone one by one, and what an earlier one edited stays edited', async () => {
  await save({ city: 'Paris', lineItems: [{ id: shop.line('MUG'), quantity: 3 }] });
  await save({ city: 'Rome', note: 'Call', lineItems: [{ id: shop.line('MUG'), quantity: 4 }] });
  await undo();
  expect(await shop.read()).toMatchObject({ city: 'Paris', note: null, edited_fields: ['city', 'lines'] });
  expect((await shop.read()).lines[0]).toMatchObject({ quantity: 3, source_quantity: 2 });
  await undo();
  expect(await shop.read()).toMatchObject({ city: 'Austin', edited_fields: [] });
  expect((await shop.read()).lines[0]).toMatchObject({ quantity: 2, source_quantity: null });
  const reply = await undo();
  expect([reply.statusCode, reply.json()]).toEqual([
    409,
    { errorMessage: 'There is no edit of this order left to undo.', code: 'nothing_to_undo' },
  ]);
});

test('undo of an edit that is not the last is refused with the name of who edited since', async () => {
  await save({ city: 'Paris' });
  const { undoable_edit } = await shop.read();
  await save({ city: 'Rome' }, shop.ben);
  const reply = await undo(undoable_edit);
  expect([reply.statusCode, reply.json()]).toEqual([
    409,
    { errorMessage: 'Person 2 edited this order after that. Undo the newest edit first.', code: 'edited_since' },
  ]);
  expect(await shop.read()).toMatchObject({ city: 'Rome' });
});

test('an edit of another order is none of this one', async () => {
  const other = await addOrder(own, shop.ann.accountId, shop.channelId);
  await own.as(shop.ann, { method: 'PUT', url: '/api/orders/save', payload: { order: { id: other, note: 'Theirs' } } });
  const { undoable_edit } = (await own.as(shop.ann, { url: `/api/orders/${other}` })).json();
  await save({ note: 'Mine' });
  for (const edit of [undoable_edit, 999_999]) {
    const reply = await undo(edit);
    expect([reply.statusCode, reply.json()]).toEqual([404, { errorMessage: 'This order has no such edit.', code: 'not_found' }]);
  }
  expect(await shop.read()).toMatchObject({ note: 'Mine' });
});

test('an edit is undone once, also when the button is pressed twice', async () => {
  await save({ note: 'One' });
  await save({ note: 'Two' });
  const { undoable_edit } = await shop.read();
  const replies = await Promise.all([undo(undoable_edit), undo(undoable_edit)]);
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  expect(replies.find(({ statusCode }) => statusCode === 409)?.json().errorMessage).toBe('This edit has been undone already.');
  expect(await shop.read()).toMatchObject({ note: 'One' });
});

test('an edit that began before an undo is refused as a conflict', async () => {
  await save({ city: 'Paris' });
  const { revision } = await shop.read();
  await undo(undefined, shop.ben);
  const payload = { order: { id: shop.orderId, revision, city: 'Rome' } };
  const reply = await own.as(shop.ann, { method: 'PUT', url: '/api/orders/save', payload });
  expect([reply.statusCode, reply.json().conflicts]).toEqual([409, [{ field: 'city', label: 'City', theirs: 'Austin', who: 'Person 2' }]]);
});

test('nothing is undone once the order is with the warehouse', async () => {
  await save(bigEdit());
  await own.sql('update orders set in_amware = 1 where account_id = $1 and id = $2', [shop.ann.accountId, shop.orderId]);
  expect(await shop.read()).toMatchObject({ undoable_edit: null });
  const reply = await undo();
  expect([reply.statusCode, reply.json().errorMessage]).toEqual([409, 'This order is with the warehouse and can no longer be edited.']);
});

test('nobody undoes an edit of another account, nor with its id', async () => {
  await save({ city: 'Paris' });
  const { undoable_edit } = await shop.read();
  const stranger = await own.person(await own.account('Strangers'));
  const reply = await own.as(stranger, { method: 'POST', url: `/api/orders/${shop.orderId}/undo-edit`, payload: { edit: undoable_edit } });
  expect([reply.statusCode, reply.json().errorMessage]).toEqual([404, 'This order does not exist.']);
  expect(await shop.read()).toMatchObject({ city: 'Paris' });
});
