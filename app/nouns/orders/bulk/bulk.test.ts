import { expect, test } from 'vitest';
import { addAccount, buildShop, ofOrders, type Shop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { addConnection, addOrders } from '../../../../test/shop/rows.ts';
import { prepareBulk, startBulk } from '../../../shared/runs/bulk/start.ts';
import { undoBulk } from '../../../shared/runs/bulk/undo.ts';
import { listOutcomes, listRuns } from '../../../shared/runs/queries.ts';
import { saveShippingOptions } from '../../mappings/shipping-options/commands.ts';
import type { BulkAction } from '../../order-flow/contract/bulk-action.ts';
import { orderFilter } from '../../order-flow/contract/filter.ts';
import { endHolds } from '../../order-flow/release/holding/hold.ts';
import { searchOrders } from '../words/search-orders.ts';
import { matchingOrders } from './matching.ts';
import { type OrderTerms, orderBulk } from './verbs.ts';

const own = testDatabase();

async function act(shop: Shop, action: BulkAction, ordersIds: number[], terms?: OrderTerms) {
  const { runId } = await shop.inTenant((tenant) => startBulk(tenant, orderBulk, action, { ids: ordersIds }, terms));
  await shop.engine.runJobs();
  const [run] = await shop.inTenant((tenant) => listRuns(tenant, { ids: [runId] }));
  const outcomes = await shop.inTenant((tenant) => listOutcomes(tenant, runId));
  return { runId, run, reasons: outcomes.flatMap(({ reason }) => reason ?? []) };
}

const idsOf = async (shop: Shop) => (await shop.orders()).map(({ id }) => id);

test('everything that a filter matched when the dialog opened is cancelled, and what came later is not', async () => {
  const shop = await buildShop(own, { reads: ofOrders, mapped: false });
  shop.sell({ orderNumber: '1' }, { orderNumber: '2' });
  await shop.sync();
  const prepared = await shop.inTenant((tenant) =>
    prepareBulk(tenant, orderBulk, matchingOrders(tenant, orderFilter.parse({ status: 'error' }))),
  );
  expect(prepared.total).toBe(2);
  shop.sell({ orderNumber: '3' });
  await shop.sync();
  expect(await shop.inTenant((tenant) => listRuns(tenant, { ids: [prepared.runId] }))).toEqual([]);
  await shop.inTenant((tenant) => startBulk(tenant, orderBulk, 'cancel', { runId: prepared.runId }));
  await shop.engine.runJobs();
  expect((await shop.orders()).map(({ order_status }) => order_status)).toEqual(['cancelled', 'cancelled', 'error']);
  const [run] = await shop.inTenant((tenant) => listRuns(tenant, { ids: [prepared.runId] }));
  expect(run).toMatchObject({ subject: 'orders: Cancel', state: 'done', total: 2, done: 2, skipped: 0, sentence: '2 orders done.' });
});

test('orders that an action does not fit are skipped, with the reason', async () => {
  const shop = await buildShop(own, { reads: ofOrders, pace: 'instant' });
  shop.sell({ orderNumber: '1' });
  await shop.flow();
  shop.sell({ orderNumber: '2', serviceCode: 'never_seen' });
  await shop.sync();
  const { run, reasons } = await act(shop, 'archive', await idsOf(shop));
  expect(run).toMatchObject({ done: 1, skipped: 1, sentence: '1 order done, 1 left as it was.' });
  expect(reasons).toEqual(['It is error: only what is finished can be archived.']);
});

test('clearing errors keeps those that are not mended, with their fresh reason', async () => {
  const shop = await buildShop(own, { reads: ofOrders, mapped: false });
  shop.sell({ orderNumber: '1' });
  await shop.sync();
  const { reasons } = await act(shop, 'clear-errors', await idsOf(shop));
  expect(reasons).toEqual(['Shipping code ups_ground is not mapped to a warehouse shipping method.']);
});

test('a deleted order stays away when the channel sends it again, and undo brings it back', async () => {
  const shop = await buildShop(own, { reads: ofOrders, mapped: false });
  const sold = shop.sell({ orderNumber: '1' });
  await shop.sync();
  const { runId } = await act(shop, 'delete', await idsOf(shop));
  for (const order of sold) shop.sandbox.control.seller().change(order, { customerNotes: 'Please hurry' });
  await shop.sync();
  const deleted = () =>
    own.sql<{ n: number }>('select count(*)::int as n from orders where deleted_at is not null and account_id = $1', [shop.accountId]);
  expect(await deleted()).toEqual([{ n: 1 }]);
  await shop.inTenant((tenant) => undoBulk(tenant, orderBulk, runId));
  await shop.engine.runJobs();
  expect(await deleted()).toEqual([{ n: 0 }]);
  expect((await shop.order('1')).order_status).toBe('error');
  await expect(shop.inTenant((tenant) => undoBulk(tenant, orderBulk, runId))).rejects.toMatchObject({ code: 'not_undoable' });
});

test('deleted orders do not take places in a search, and are found again when they are restored', async () => {
  const shop = await buildShop(own, { connected: false });
  const channel = await addConnection(own, shop.accountId);
  const called = (name: string, count: number) =>
    addOrders(own, shop.accountId, channel, Array(count).fill({ customer_name: name, checked_at: '2026-11-20T12:00:00Z' }));
  const [kept] = await called('Zelda Quick', 1);
  const ids = await called('Zelda Quick', 201);
  await shop.engine.runJobs();
  const found = async () => (await shop.inTenant((tenant) => searchOrders(tenant, 'zelda'))).map(({ id }) => id);
  expect(await found()).toHaveLength(50);
  const { runId } = await act(shop, 'delete', ids);
  expect(await found()).toEqual([kept]);
  await shop.inTenant((tenant) => undoBulk(tenant, orderBulk, runId));
  await shop.engine.runJobs();
  expect(await found()).toHaveLength(50);
});

test('held orders are taken off hold together, and a hold of many can be undone', async () => {
  const shop = await buildShop(own, { reads: ofOrders, mapped: false });
  shop.sell({ orderNumber: '1' }, { orderNumber: '2' });
  await shop.sync();
  const ids = await idsOf(shop);
  const held = async () => (await shop.orders()).map(({ on_hold }) => on_hold);
  const hold = await act(shop, 'hold', ids);
  expect([hold.run?.undoable, await held()]).toEqual([true, [true, true]]);
  const { run, reasons } = await act(shop, 'unhold', ids.slice(0, 1));
  expect([run, reasons, await held()]).toMatchObject([{ done: 1, undoable: false }, [], [false, true]]);
  const { runId: undoing } = await shop.inTenant((tenant) => undoBulk(tenant, orderBulk, hold.runId));
  await shop.engine.runJobs();
  expect(await held()).toEqual([false, false]);
  expect((await shop.inTenant((tenant) => listOutcomes(tenant, undoing))).flatMap(({ reason }) => reason ?? [])).toEqual([
    'It is not on hold.',
  ]);
});

test('a hold of many that a person asked for before its end is ended by it, however late it was; that of a colleague is not', async () => {
  const shop = await buildShop(own, { reads: ofOrders, mapped: false });
  shop.sell({ orderNumber: '1' });
  await shop.sync();
  const ids = await idsOf(shop);
  const ask = (action: BulkAction) => shop.inTenant((tenant) => startBulk(tenant, orderBulk, action, { ids }));
  const held = async () => (await shop.order('1')).on_hold;
  await ask('hold');
  await ask('unhold');
  await shop.engine.runJobs();
  expect(await held()).toBe(false);
  const { userId: colleague } = await addAccount(own);
  const { runId: theirs } = await ask('hold');
  await own.sql('update runs set requested_by = $2 where id = $1', [theirs, colleague]);
  const { runId } = await ask('unhold');
  await shop.engine.runJobs();
  expect(await held()).toBe(true);
  expect((await shop.inTenant((tenant) => listOutcomes(tenant, runId))).map(({ reason }) => reason)).toEqual([
    'It was put on hold after this was asked for.',
  ]);
});

test('a change that mends orders sends those that are ready then, and no other; one that is being packed stays as it was sent', async () => {
  const shop = await buildShop(own, { reads: ofOrders, pace: 'manual' });
  shop.sell({ orderNumber: '1' });
  await shop.flow();
  shop.sell({ orderNumber: '2', serviceCode: 'never_seen' }, { orderNumber: '3', serviceCode: 'never_seen' });
  shop.sell({ orderNumber: '4', serviceCode: 'never_seen', items: [{ sku: 'NOT-LINKED', quantity: 1 }] });
  await shop.sync();
  const ids = await idsOf(shop);
  await act(shop, 'hold', ids.slice(2, 3));
  const { run, reasons } = await act(shop, 'change', ids, { set: { shipping_code: 'UPS2D' } });
  expect([run, reasons]).toMatchObject([{ done: 3, skipped: 1 }, ['It is packing: too late to change.']]);
  await shop.flow();
  expect((await shop.orders()).map(({ order_status, in_amware }) => [order_status, in_amware])).toEqual([
    ['packing', 1],
    ['packing', 1],
    ['pending', 0],
    ['error', 0],
  ]);
});

test('what the channel changed of a deleted order is read before the restored one leaves', async () => {
  const shop = await buildShop(own, { reads: ofOrders, mapped: false });
  const [moved, ended] = shop.sell({ orderNumber: '1' }, { orderNumber: '2' });
  if (!moved || !ended) throw new Error('nothing was sold');
  await shop.sync();
  const { runId } = await act(shop, 'delete', await idsOf(shop));
  shop.sandbox.control.seller().change(moved, { shipTo: { ...moved.shipTo, street1: '9 New Street' } });
  shop.sandbox.control.seller().change(ended, { orderStatus: 'cancelled' });
  await shop.sync();
  await shop.inTenant((tenant) => saveShippingOptions(tenant, shop.channelId, [{ connectorCode: 'ups_ground', amwareCode: 'UPSGR' }]));
  await shop.inTenant((tenant) => undoBulk(tenant, orderBulk, runId));
  await shop.engine.runJobs();
  await shop.engine.passTime();
  await shop.engine.runJobs();
  expect(await own.sql('select order_status, address from orders where account_id = $1 order by id', [shop.accountId])).toEqual([
    { order_status: 'packing', address: '9 New Street' },
    { order_status: 'cancelled', address: ended.shipTo.street1 },
  ]);
});

test('a hold whose day came while its order was deleted ends when the order is brought back', async () => {
  const shop = await buildShop(own, { reads: ofOrders, mapped: false });
  shop.sell({ orderNumber: '1' }, { orderNumber: '2' });
  await shop.sync();
  const ids = await idsOf(shop);
  await act(shop, 'hold', ids);
  const { runId } = await act(shop, 'delete', ids);
  await own.sql(`update orders set hold_until = now() - interval '1 minute' where id = $1`, [ids[0]]);
  await shop.inTenant((tenant) => endHolds(tenant, ids));
  await shop.inTenant((tenant) => undoBulk(tenant, orderBulk, runId));
  await shop.engine.runJobs();
  expect((await shop.orders()).map(({ on_hold }) => on_hold)).toEqual([false, true]);
});
