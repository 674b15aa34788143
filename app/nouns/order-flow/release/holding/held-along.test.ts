import { expect, test } from 'vitest';
import { buildShop, ofOrders } from '../../../../../test/build.ts';
import { testDatabase } from '../../../../../test/database.ts';
import { warehouseOrders } from '../../../../../test/shop/warehouse.ts';
import { undoBulk } from '../../../../shared/runs/bulk/undo.ts';
import { listOutcomes, listRuns } from '../../../../shared/runs/queries.ts';
import { press } from '../../../orders/acting/pressed.ts';
import { actOnOrder } from '../../../orders/actions.ts';
import { orderBulk } from '../../../orders/bulk/verbs.ts';
import { getOrder } from '../../../orders/detail/queries.ts';
import { recordCancelledByWarehouse } from '../record-cancelled.ts';
import { requestCancel } from './cancel.ts';
import { setHold, undoHolds } from './hold.ts';

const own = testDatabase();

/** Two orders that the warehouse has as one; with `more`, three. */
async function together({ more = false } = {}) {
  const shop = await buildShop(own, { reads: ofOrders, limits: { shipStation: 400 } });
  shop.sell(...['1001', '1002', ...(more ? ['1003'] : [])].map((orderNumber) => ({ orderNumber })));
  await shop.sync();
  const [first, second] = await shop.orders();
  if (!first || !second) throw new Error('nothing was sold');
  const act = async (id: number, action: 'hold' | 'unhold') => {
    const { message } = await shop.inTenant((tenant) => actOnOrder(tenant, id, action, action === 'hold' ? { reason: 'Fraud?' } : {}));
    await shop.engine.runJobs();
    return message;
  };
  const says = async (id: number) => (await shop.inTenant((tenant) => getOrder(tenant, id)))?.waits_for;
  const held = async () => [warehouseOrders(shop)[0]?.held, ...(await shop.orders()).map(({ on_hold }) => on_hold)];
  /** The warehouse cancels it with all that travel with it. */
  const cancel = async (number: string) => {
    const { id, warehouse_order_id } = await shop.order(number);
    await shop.inTenant(async (tenant) => {
      await requestCancel(tenant, [id], null);
      await recordCancelledByWarehouse(tenant, warehouse_order_id ?? 0);
    });
    await shop.flow();
  };
  return { shop, first, second, act, says, held, cancel };
}

test('the end of the hold of one that is only held along does not let go what a person holds, and its page says why', async () => {
  const { shop, first, second, act, says, held } = await together();
  await act(first.id, 'hold');
  const reasons = await own.sql('select hold_reason from orders where account_id = $1 order by id', [shop.accountId]);
  expect(reasons.map(({ hold_reason }) => hold_reason)).toEqual([
    { code: 'typed', text: 'Fraud?' },
    { code: 'travels_with', other: first.order_number },
  ]);
  const because = `On hold: ${first.order_number} travels with it and is on hold. The hold ends when somebody ends it.`;
  expect(await says(second.id)).toBe(because);
  expect(await act(second.id, 'unhold')).toBe(
    `${second.order_number} stays on hold as long as ${first.order_number}, which travels with it: the warehouse holds both or neither.`,
  );
  expect(await held()).toEqual([true, true, true]);
  expect(await says(second.id)).toBe(because);
  await act(first.id, 'unhold');
  expect(await held()).toEqual([false, false, false]);
});

test('of two that people hold, both go on once both holds are ended', async () => {
  const { shop, first, second, act, says, held } = await together();
  // Before the warehouse has replied about the first.
  for (const { id } of [first, second]) await shop.inTenant((tenant) => setHold(tenant, [id], { held: true, terms: { reason: 'Fraud?' } }));
  await shop.engine.runJobs();
  await act(first.id, 'unhold');
  expect(await held()).toEqual([true, true, true]);
  expect(await says(second.id)).toContain('On hold: Fraud? The hold ends');
  await act(second.id, 'unhold');
  expect(await held()).toEqual([false, false, false]);
});

test('the undo of a hold says where it stays because of another, and the end of one is not offered to be undone', async () => {
  const { shop, first, second, act, held } = await together();
  const { ids, group } = await shop.inTenant((tenant) => setHold(tenant, [second.id], { held: true, terms: { reason: 'Fraud?' } }));
  await act(first.id, 'hold');
  const left = await shop.inTenant((tenant) => undoHolds(tenant, ids, group ?? 0));
  await shop.engine.runJobs();
  expect([...left]).toEqual([[second.id, { code: 'held_along', other: first.order_number }]]);
  expect(await held()).toEqual([true, true, true]);
  const end = (id: number) => shop.inTenant((tenant) => actOnOrder(tenant, id, 'unhold'));
  expect(await end(second.id)).toMatchObject({ group: null, left: { code: 'held_along' } });
  const ended = await end(first.id);
  await shop.engine.runJobs();
  expect(ended).not.toHaveProperty('left');
  expect(await held()).toEqual([false, false, false]);
});

test('a hold is not undone where its order stays on hold because of another, and can be undone once it is not', async () => {
  const { shop, first, second, act, cancel } = await together();
  const { runId } = await shop.inTenant((tenant) => press(tenant, second.id, 'hold', { timezone: 'UTC', reason: 'Fraud?' }));
  await act(first.id, 'hold');
  const undo = async () => {
    const { runId: undoing } = await shop.inTenant((tenant) => undoBulk(tenant, orderBulk, runId));
    await shop.engine.runJobs();
    const [run] = await shop.inTenant((tenant) => listRuns(tenant, { ids: [runId] }));
    const outcomes = await shop.inTenant((tenant) => listOutcomes(tenant, undoing));
    return { undone: run?.undone, reasons: outcomes.map(({ reason }) => reason) };
  };
  const stays = `It stays on hold as long as ${first.order_number}, which travels with it.`;
  expect(await undo()).toEqual({ undone: false, reasons: [stays] });
  await cancel('1001');
  expect(await shop.order('1002')).toMatchObject({ on_hold: true, warehouse_order_id: null });
  expect(await undo()).toMatchObject({ undone: true });
  expect(await shop.order('1002')).toMatchObject({ on_hold: false });
});

test('that one stays on hold is no release: Activity says why, and the audit nothing', async () => {
  const { shop, first, second, act } = await together();
  await act(first.id, 'hold');
  const unhold = (id: number) => shop.inTenant((tenant) => press(tenant, id, 'unhold', { timezone: 'UTC' }));
  const released = () =>
    own.sql(`select record_id::int as id from audit_entries where account_id = $1 and verb = 'released'`, [shop.accountId]);
  const { runId } = await unhold(second.id);
  const outcome = `select r.done, r.skipped, o.outcome, o.reason from runs r
    join run_outcomes o on o.account_id = r.account_id and o.run_id = r.id where r.account_id = $1 and r.id = $2`;
  const reason = { code: 'held_along', other: first.order_number };
  expect(await own.sql(outcome, [shop.accountId, runId])).toEqual([{ done: 0, skipped: 1, outcome: 'skipped', reason }]);
  expect(await released()).toEqual([]);
  const ended = await unhold(first.id);
  expect(await own.sql(outcome, [shop.accountId, ended.runId])).toEqual([{ done: 1, skipped: 0, outcome: 'done', reason: null }]);
  expect(await released()).toEqual([{ id: first.id }]);
});

test('of both at once both go on', async () => {
  const { shop, first, second, act, held } = await together();
  await act(first.id, 'hold');
  await shop.inTenant((tenant) => setHold(tenant, [first.id, second.id], { held: false }));
  await shop.engine.runJobs();
  expect(await held()).toEqual([false, false, false]);
});

test('one that is held along stays on hold when the other is cancelled, says so, and goes once a person lets it go', async () => {
  const { shop, first, second, act, says, cancel } = await together();
  await act(first.id, 'hold');
  await cancel('1001');
  expect(await shop.order('1001')).toMatchObject({ order_status: 'cancelled', on_hold: false });
  expect(await shop.order('1002')).toMatchObject({ order_status: 'pending', on_hold: true, warehouse_order_id: null });
  expect(warehouseOrders(shop)).toHaveLength(1);
  expect(await says(second.id)).toBe(
    `On hold: ${first.order_number}, which it was held with, is cancelled. The hold ends when somebody ends it.`,
  );
  const page = await shop.inTenant((tenant) => getOrder(tenant, second.id));
  expect(page?.events.map(({ sentence }) => sentence)).toContain(
    'An order that it was combined with was cancelled; this one is here again, and stays on hold.',
  );
  expect(await act(second.id, 'unhold')).toBe(`${second.order_number} is off hold.`);
  await shop.flow();
  expect(warehouseOrders(shop)).toHaveLength(2);
});

test('where a third is cancelled, one that was held along says with which, and both stay here', async () => {
  const { shop, first, second, act, says, cancel } = await together({ more: true });
  await act(first.id, 'hold');
  await cancel('1003');
  expect((await shop.orders()).map(({ order_status, on_hold }) => [order_status, on_hold])).toEqual([
    ['pending', true],
    ['pending', true],
    ['cancelled', false],
  ]);
  expect(await says(first.id)).toContain('On hold: Fraud?');
  expect(await says(second.id)).toBe(
    `On hold: It was held at the warehouse together with ${first.order_number}. The hold ends when somebody ends it.`,
  );
  expect(await act(second.id, 'unhold')).toBe(`${second.order_number} is off hold.`);
  await shop.flow();
  expect(warehouseOrders(shop).map(({ orderNumbers }) => orderNumbers)).toContainEqual([second.order_number]);
  expect(await shop.order('1001')).toMatchObject({ order_status: 'pending', on_hold: true, warehouse_order_id: null });
});
