import { expect, test } from 'vitest';
import { buildShop, ofOrders } from '../../../../../test/build.ts';
import { testDatabase } from '../../../../../test/database.ts';
import { warehouseOrders } from '../../../../../test/shop/warehouse.ts';
import { startBulk } from '../../../../shared/runs/bulk/start.ts';
import { listOutcomes } from '../../../../shared/runs/queries.ts';
import { actOnOrder } from '../../../orders/actions.ts';
import { orderBulk } from '../../../orders/bulk/verbs.ts';
import { getOrder } from '../../../orders/detail/queries.ts';
import { applyWarehouseStates } from '../warehouse-states.ts';
import { endHolds, setHold } from './hold.ts';
import { keptByWarehouse } from './own-hold.ts';

const own = testDatabase();

/** Orders that the warehouse has as one, and may hold by itself. */
async function there(...numbers: string[]) {
  const shop = await buildShop(own, { reads: ofOrders });
  shop.sell(...numbers.map((orderNumber) => ({ orderNumber })));
  await shop.sync();
  const ids = (await shop.orders()).map(({ id }) => id);
  const [id = 0] = ids;
  /** The warehouse itself does it, and we read that. */
  const itself = async (held: boolean) => {
    const { desk, orders } = shop.sandbox.control.client();
    for (const order of orders.rows.values()) desk.hold(order, held);
    await shop.read('order_changes');
  };
  /** The same, before anything that waits is sent. */
  const reports = async (held: boolean) => {
    const { desk, orders } = shop.sandbox.control.client();
    const states = [...orders.rows.values()].map(({ id: providerRef, body: { reference } }) => {
      const said = { providerRef, reference, status: 'open', held, changedAt: new Date() } as const;
      return { ...said, orderNumbers: null, shipTo: null, lines: [] };
    });
    for (const order of orders.rows.values()) desk.hold(order, held);
    await shop.inTenant((tenant) => applyWarehouseStates(tenant, shop.warehouseId, states));
  };
  const hold = (held: boolean, until?: string) =>
    shop.inTenant((tenant) => setHold(tenant, [id], { held, ...(until && { terms: { until } }) }));
  const comes = async () => {
    await own.sql(`update orders set hold_until = now() - interval '1 second' where id = any($1) and hold_until is not null`, [ids]);
    await shop.inTenant((tenant) => endHolds(tenant, ids));
    await shop.engine.runJobs();
  };
  const says = async () => (await shop.inTenant((tenant) => getOrder(tenant, id)))?.waits_for;
  const isHeld = () => warehouseOrders(shop)[0]?.held;
  const calls = () => shop.sandbox.control.client().counters.operations.hold_order ?? 0;
  return { ...shop, id, itself, reports, hold, comes, says, isHeld, calls };
}

test('a hold until a day that is put over the warehouse’s own does not end that', async () => {
  const shop = await there('1001');
  await shop.itself(true);
  expect(await shop.says()).toBe(keptByWarehouse);
  await shop.hold(true, '2027-03-04');
  await shop.engine.runJobs();
  await shop.read('order_changes');
  expect(await shop.order('1001')).toMatchObject({ on_hold: true, hold_outcome: 'done' });
  expect(await shop.says()).toMatch(/^On hold until .* Only the warehouse can release it\.$/);
  await shop.comes();
  expect([shop.isHeld(), await shop.order('1001')]).toMatchObject([true, { on_hold: false, hold_outcome: null }]);
  expect(await shop.says()).toBe(keptByWarehouse);
  await shop.itself(false);
  expect([shop.isHeld(), await shop.says()]).toEqual([false, 'Waits for the warehouse to pack and ship it.']);
});

test('the end of ours that never left does not let go what the warehouse has held since', async () => {
  const shop = await there('1001');
  await shop.hold(true);
  await shop.reports(true);
  const { message } = await shop.inTenant((tenant) => actOnOrder(tenant, shop.id, 'unhold'));
  expect(message).toBe(`${(await shop.order('1001')).order_number} is off hold. ${keptByWarehouse}`);
  await shop.engine.runJobs();
  expect([shop.isHeld(), await shop.order('1001')]).toMatchObject([true, { on_hold: false, hold_outcome: null }]);
});

test('taking off ours while it is being sent leaves the warehouse’s own, and does not come back with the reply', async () => {
  const shop = await there('1001');
  await shop.itself(true);
  await shop.hold(true);
  await own.sql(
    `update outbox set state = 'sending', lease_token = gen_random_uuid(), lease_until = now() where account_id = $1 and kind = 'hold'`,
    [shop.accountId],
  );
  await shop.hold(false);
  await shop.engine.passTime();
  await shop.engine.runJobs();
  expect([shop.calls(), shop.isHeld(), await shop.order('1001')]).toMatchObject([1, true, { on_hold: false, hold_outcome: null }]);
});

test('when the warehouse ends its own, ours stands, and is asked for again', async () => {
  const shop = await there('1001');
  await shop.itself(true);
  await shop.hold(true);
  await shop.engine.runJobs();
  await shop.itself(false);
  await shop.engine.runJobs();
  expect([shop.calls(), shop.isHeld(), await shop.order('1001')]).toMatchObject([2, true, { on_hold: true, hold_outcome: 'done' }]);
  // It is ours alone now.
  await shop.read('order_changes');
  await shop.hold(false);
  await shop.engine.runJobs();
  expect([shop.isHeld(), await shop.order('1001')]).toMatchObject([false, { on_hold: false, hold_outcome: 'done' }]);
});

test('a hold of ours that is read from the warehouse is ours, and ends with us', async () => {
  const shop = await there('1001');
  await shop.hold(true, '2027-03-04');
  await shop.engine.runJobs();
  await shop.read('order_changes');
  expect(await shop.says()).not.toContain('itself');
  await shop.comes();
  await shop.read('order_changes');
  expect([shop.isHeld(), await shop.says()]).toEqual([false, 'Waits for the warehouse to pack and ship it.']);
});

test('orders that travel together go off hold together where the warehouse holds them by itself', async () => {
  const shop = await there('1001', '1002');
  await shop.itself(true);
  await shop.hold(true, '2027-03-04');
  await shop.engine.runJobs();
  expect(await shop.orders()).toMatchObject([{ on_hold: true }, { on_hold: true }]);
  await shop.comes();
  expect([shop.isHeld(), await shop.orders()]).toMatchObject([true, [{ on_hold: false }, { on_hold: false }]]);
});

test('an order that the warehouse holds as soon as it has it is held by the warehouse', async () => {
  const shop = await there('1001');
  await own.sql(`update warehouse_orders set state = 'waiting', accepted_at = null where account_id = $1`, [shop.accountId]);
  await shop.itself(true);
  await shop.hold(true);
  await shop.engine.runJobs();
  await shop.hold(false);
  await shop.engine.runJobs();
  expect(shop.isHeld()).toBe(true);
});

test('an unhold of many names those that the warehouse keeps on hold', async () => {
  const shop = await there('1001');
  await shop.itself(true);
  await shop.hold(true);
  await shop.engine.runJobs();
  const { runId } = await shop.inTenant((tenant) => startBulk(tenant, orderBulk, 'unhold', { ids: [shop.id] }));
  await shop.engine.runJobs();
  expect(await shop.inTenant((tenant) => listOutcomes(tenant, runId))).toMatchObject([{ outcome: 'done', reason: keptByWarehouse }]);
  expect([shop.isHeld(), await shop.order('1001')]).toMatchObject([true, { on_hold: false }]);
});
