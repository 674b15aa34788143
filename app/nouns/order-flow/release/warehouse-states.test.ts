import { expect, test } from 'vitest';
import type { WarehouseOrderState } from '../../../../connectors/contract.ts';
import { buildShop, ofOrders } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { applyWarehouseStates } from './warehouse-states.ts';

const own = testDatabase();

/** An order that the warehouse has, and what it reports under the reference of that. */
async function sent() {
  const shop = await buildShop(own, { reads: ofOrders });
  shop.sell({ orderNumber: '1001' });
  await shop.flow();
  const [ours = expect.unreachable('The warehouse has it.')] = shop.sandbox.control.client().orders.rows.values();
  const reports = (...said: Pick<WarehouseOrderState, 'providerRef' | 'status'>[]) =>
    shop.inTenant((tenant) =>
      applyWarehouseStates(
        tenant,
        shop.warehouseId,
        said.map((each, at) => ({
          ...{ reference: ours.body.reference, held: false, changedAt: new Date(Date.now() + 1000 * at) },
          ...{ orderNumbers: null, shipTo: null, lines: [], ...each },
        })),
      ),
    );
  return { shop, providerRef: ours.id, reports };
}

test('what becomes of another order under the same reference does not become of ours', async () => {
  const { shop, providerRef, reports } = await sent();
  await reports({ providerRef: 'AMW-COPY', status: 'cancelled' });
  expect(await shop.order('1001')).toMatchObject({ order_status: 'packing', in_amware: 1, issues: [] });
  await reports({ providerRef, status: 'packed' }, { providerRef: 'AMW-COPY', status: 'cancelled' });
  expect(await own.sql('select state, provider_status from warehouse_orders where account_id = $1', [shop.accountId])).toEqual([
    { state: 'accepted', provider_status: 'packed' },
  ]);
});

test('what the warehouse cancels of ours is no longer with it', async () => {
  const { shop, providerRef, reports } = await sent();
  await reports({ providerRef, status: 'cancelled' });
  expect(await shop.order('1001')).toMatchObject({ order_status: 'error', in_amware: 0 });
});
