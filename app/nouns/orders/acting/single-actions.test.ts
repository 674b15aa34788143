import { expect, test } from 'vitest';
import { linedOrder } from '../../../../test/shop/lined-order.ts';
import { testWeb } from '../../../../test/web.ts';
import { withTime } from '../../../../test/with-time.ts';

const own = testWeb();
const shop = linedOrder(own);

type Run = { id: number; kind: string; subject: string; requested_by: string; undoable: boolean; state: string; done: number };
const runs = async (query = 'tab=people', by = shop.ann): Promise<Run[]> => (await own.as(by, { url: `/api/runs?${query}` })).json().data;
const save = (order: object) =>
  own.as(shop.ann, { method: 'PUT', url: '/api/orders/save', payload: { order: { id: shop.orderId, ...order } } });
const act = (action: string, payload?: object) =>
  own.as(shop.ann, { method: 'POST', url: `/api/orders/${shop.orderId}/${action}`, ...(payload && { payload }) });
const undo = (id: number | undefined, by = shop.ann) => own.as(by, { method: 'POST', url: `/api/runs/${id}/undo` });

test('what a person does to one order is in the activity, and an edit is undone from there, once', async () => {
  await save({ city: 'Paris' });
  await save({});
  const { order_number } = await shop.read();
  const [edit] = await runs();
  expect(edit).toMatchObject({
    kind: 'action',
    subject: `${order_number}: Edit`,
    requested_by: 'Person 1',
    state: 'done',
    done: 1,
    undoable: true,
    undone: false,
  });
  const { data } = (await own.as(shop.ann, { url: `/api/runs/${edit?.id}/outcomes` })).json();
  expect(data).toMatchObject([{ outcome: 'done', record_type: 'order', record_id: shop.orderId, label: order_number }]);
  const undone = await undo(edit?.id, shop.ben);
  expect([undone.statusCode, undone.json()]).toEqual([
    200,
    { message: expect.stringMatching(/^The edit of SO-\d+ is undone\.$/), runId: null, total: 1 },
  ]);
  expect(await shop.read()).toMatchObject({ city: 'Austin' });
  expect((await runs()).slice(0, 2)).toMatchObject([
    { subject: `${order_number}: Undo an edit`, requested_by: 'Person 2', undoable: false },
    { id: edit?.id, undoable: false, undone: true },
  ]);
  expect((await undo(edit?.id)).statusCode).toBe(409);
});

test('a hold of one order is undone as one of many is; a lock is listed, and a refused action is not', async () => {
  const held = await act('hold');
  const [hold] = await runs();
  expect(hold).toMatchObject({ id: held.json().runId, subject: expect.stringContaining(': Hold'), undoable: true });
  await own.as(shop.ann, { method: 'PATCH', url: `/api/orders/${shop.orderId}/toggle-lock` });
  const again = await act('hold', { reason: 'Another reason' });
  expect([again.statusCode, again.json().errorMessage]).toEqual([
    409,
    'This order is on hold already. Unhold it first to give another reason or day.',
  ]);
  expect((await runs()).slice(0, 2).map(({ subject }) => subject.split(': ')[1])).toEqual(['Lock', 'Hold']);
  const undone = await undo(hold?.id);
  expect(undone.json()).toMatchObject({ message: 'Undo: working on 1 order.', total: 1 });
});

test('a hold of one order has a reason and a day, by the rules of a bulk hold, and unhold ends both', async () => {
  const until = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const held = await act('hold', { reason: 'The buyer is away.', until });
  expect(held.json().message).toMatch(/^SO-\d+ is on hold until .*: The buyer is away\.$/);
  expect(await shop.read()).toMatchObject({ on_hold: true, hold_reason: 'The buyer is away.', hold_until: `${until}T00:00:00.000Z` });
  expect((await act('unhold')).statusCode).toBe(200);
  expect(await shop.read()).toMatchObject({ on_hold: false, hold_reason: null, hold_until: null });
  for (const [action, terms, wrong] of [
    ['hold', { until: '2020-01-01' }, { until: ['Choose a day after today.'] }],
    ['cancel', { reason: 'Old' }, { reason: ['Only a hold has a reason and a day on which it ends.'] }],
  ] as const) {
    const refused = await act(action, terms);
    expect([refused.statusCode, refused.json()]).toEqual([422, wrong]);
  }
  expect(await shop.read()).toMatchObject({ on_hold: false, order_status: 'pending' });
});

test('a hold that a colleague put on an order since its page was read is not ended with the one before', async () => {
  await act('hold', { reason: 'The buyer calls back' });
  const { events } = (await own.as(shop.ann, { url: `/api/orders/${shop.orderId}` })).json();
  const seen = String(events.at(-1).id);
  const byBen = (action: string, payload: object) =>
    own.as(shop.ben, { method: 'POST', url: `/api/orders/${shop.orderId}/${action}`, payload });
  await byBen('unhold', { seen });
  await byBen('hold', { reason: 'Maybe fraud' });
  const refused = await act('unhold', { seen });
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    { errorMessage: withTime('Person 2 put this order on hold on …. Look at why before you end that.'), code: 'changed_meanwhile' },
  ]);
  expect(await shop.read()).toMatchObject({ on_hold: true, hold_reason: 'Maybe fraud' });
  expect((await act('unhold', { seen: 'x' })).statusCode).toBe(422);
  expect((await act('unhold', { seen: String((await shop.read()).events.at(-1)?.id) })).statusCode).toBe(200);
});

test('the activity is filtered by tab, person, kind, outcome and day, and what is no filter is refused', async () => {
  await save({ note: 'Seen' });
  await own.sql(
    `insert into runs (account_id, kind, subject, state, done, failed, requested_by, started_at, finished_at) values
      ($1, 'sync', '{}', 'done', 4, 0, null, '2026-03-04T09:00:00Z', now()), ($1, 'bulk', '{}', 'done', 1, 2, $2, '2026-03-05T09:00:00Z', now())`,
    [shop.ann.accountId, shop.ben.userId],
  );
  const kinds = async (query: string) => (await runs(query)).map(({ kind }) => kind);
  expect(await kinds('tab=syncs')).toEqual(['sync']);
  expect(await kinds(`tab=people&who=${shop.ben.userId}&kind=bulk`)).toEqual(['bulk']);
  expect(await kinds('outcome=failed')).toEqual(['bulk']);
  expect(await kinds('start_at=2026-03-04&end_at=2026-03-04')).toEqual(['sync']);
  expect(await kinds('end_at=2026-03-05')).toEqual(['bulk', 'sync']);
  for (const query of ['tab=all', 'who=x', 'kind=dance', 'outcome=odd', 'start_at=soon', 'colour=red'])
    expect((await own.as(shop.ann, { url: `/api/runs?${query}` })).statusCode, query).toBe(422);
  // Some of its rows have failed, and it is under way.
  await own.sql(`insert into runs (account_id, kind, subject, state, failed) values ($1, 'replay', '{}', 'running', 2)`, [
    shop.ann.accountId,
  ]);
  expect(await kinds('outcome=running')).toContain('replay');
  const stranger = await own.person(await own.account('Other'));
  expect(await runs('tab=people', stranger)).toEqual([]);
  expect((await undo((await runs())[0]?.id, stranger)).statusCode).toBe(409);
});
