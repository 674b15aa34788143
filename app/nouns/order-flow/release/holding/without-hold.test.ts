import { expect, test } from 'vitest';
import { connectorNamed } from '../../../../../connectors/index.ts';
import { buildShop, ofOrders, type Shop } from '../../../../../test/build.ts';
import { testDatabase } from '../../../../../test/database.ts';
import { warehouseCan } from '../../../../shared/connections/calls/session.ts';
import { startBulk } from '../../../../shared/runs/bulk/start.ts';
import { listOutcomes } from '../../../../shared/runs/queries.ts';
import { actOnOrder } from '../../../orders/actions.ts';
import { orderBulk } from '../../../orders/bulk/verbs.ts';
import { getOrder } from '../../../orders/detail/queries.ts';
import { setHold } from './hold.ts';

const own = testDatabase();

/** Two orders: one that a warehouse has that cannot hold what it has, and one that has not left. */
async function shopWithout() {
  const shop = await buildShop(own, { reads: ofOrders });
  await own.sql(`update connections set holds_released = false where account_id = $1 and 'warehouse' = any(capabilities)`, [
    shop.accountId,
  ]);
  shop.sell({ orderNumber: '1001' });
  await shop.sync();
  shop.sell({ orderNumber: '1002', serviceCode: 'never_seen' });
  await shop.sync();
  return { ...shop, there: (await shop.order('1001')).id, here: (await shop.order('1002')).id };
}
const asked = ({ sandbox }: Shop) => sandbox.control.client().counters.operations.hold_order ?? 0;

test('what a warehouse can do with its orders, its connector says', () => {
  const of = (name: string, settings: Record<string, string>) => warehouseCan(connectorNamed(name), settings);
  expect(of('shipbob', { token: 't', channel_id: '1' })).toEqual({ hold: false, replace: true });
  expect(of('amware', { api_key: 'k', base_url: 'https://api.amware.example' })).toEqual({ hold: true, replace: true });
  expect(of('ship_station', { api_key: 'k', api_secret: 's' })).toEqual({ hold: false, replace: false });
});

test('one order that such a warehouse has is not held, and its page says so; one that has not left is', async () => {
  const shop = await shopWithout();
  const page = (id: number) => shop.inTenant((tenant) => getOrder(tenant, id));
  expect([await page(shop.there), await page(shop.here)]).toMatchObject([
    { warehouse_without_hold: 'Amware' },
    { warehouse_without_hold: null },
  ]);
  await expect(shop.inTenant((tenant) => actOnOrder(tenant, shop.there, 'hold'))).rejects.toMatchObject({
    status: 409,
    message: 'Amware cannot hold an order that it has. Cancel it to call it back.',
  });
  expect(await shop.inTenant((tenant) => actOnOrder(tenant, shop.here, 'hold'))).toMatchObject({
    message: expect.stringContaining('on hold'),
  });
  await shop.engine.runJobs();
  expect([await shop.order('1001'), await shop.order('1002'), asked(shop)]).toMatchObject([
    { on_hold: false, hold_outcome: null, issues: [] },
    { on_hold: true },
    0,
  ]);
});

test('of many orders those are left that such a warehouse has, with the reason', async () => {
  const shop = await shopWithout();
  const { runId } = await shop.inTenant((tenant) => startBulk(tenant, orderBulk, 'hold', { ids: [shop.there, shop.here] }));
  await shop.engine.runJobs();
  const outcomes = await shop.inTenant((tenant) => listOutcomes(tenant, runId));
  expect(outcomes.map(({ record_id, outcome, reason }) => [record_id, outcome, reason])).toEqual([
    [shop.there, 'skipped', 'Amware cannot hold an order that it has. Cancel it to call it back.'],
    [shop.here, 'done', null],
  ]);
  expect([(await shop.order('1001')).on_hold, asked(shop)]).toEqual([false, 0]);
});

test('a hold is ended here alone where its warehouse cannot be asked', async () => {
  const shop = await shopWithout();
  // It could, when the order was put on hold.
  await own.sql('update orders set on_hold = true where account_id = $1 and id = $2', [shop.accountId, shop.there]);
  await shop.inTenant((tenant) => setHold(tenant, [shop.there], { held: false }));
  await shop.engine.runJobs();
  expect([await shop.order('1001'), asked(shop)]).toMatchObject([{ on_hold: false, hold_outcome: null, issues: [] }, 0]);
});
