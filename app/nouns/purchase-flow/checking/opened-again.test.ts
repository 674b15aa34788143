import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { type Buyer, buildBuyer } from '../../../../test/shop/purchasing.ts';
import { setPaused } from '../../../shared/connections/connecting/commands.ts';
import { cancel } from '../../purchase-orders/actions/flags.ts';
import { lockPurchaseOrders } from '../lock.ts';

const own = testDatabase();

const asns = async (buyer: Buyer) => (await buyer.purchase('P-1')).asns;

test.each([
  ['that it had cancelled before it was announced', 'A', 'C', 'cancelled'],
  ['that it had closed before it was announced', 'A', 'H', 'closed_out'],
  ['that it had cancelled after it was announced', 'B', 'C', 'cancelled'],
  ['that a build which kept nothing of that had ended before it was announced', 'A', 'H', 'closed_out', false],
  ['that such a build had cancelled after it was announced', 'B', 'C', 'cancelled', false],
])('a purchase order that its source opens again goes on: one %s', async (_what, before, end, status, keeps = true) => {
  const buyer = await buildBuyer(own);
  const remoteId = buyer.buy('P-1', { status: before });
  await buyer.flow();
  buyer.change(remoteId, { status: end });
  await buyer.flow();
  expect((await buyer.purchase('P-1')).status).toBe(status);
  if (!keeps) await own.sql('update purchase_orders set ended_by_source = false where account_id = $1', [buyer.accountId]);
  buyer.change(remoteId, { status: 'B' });
  await buyer.flow();
  expect(await buyer.purchase('P-1')).toMatchObject({ status: 'pending', source_state: 'open', issues: [] });
  expect((await asns(buyer)).at(-1)).toBe('announced');
});

test('one that is opened again before the warehouse was asked to withdraw it stays announced', async () => {
  const buyer = await buildBuyer(own);
  const remoteId = buyer.buy('P-1');
  await buyer.flow();
  const pause = (paused: boolean) => buyer.inTenant((tenant) => setPaused(tenant, buyer.warehouseId, paused));
  await pause(true);
  for (const status of ['C', 'B']) {
    buyer.change(remoteId, { status });
    await buyer.read('purchase_orders');
  }
  await pause(false);
  await buyer.flow();
  expect([(await buyer.purchase('P-1')).status, await asns(buyer)]).toEqual(['pending', ['announced']]);
});

test('what a person cancelled here stays cancelled, whatever its source does', async () => {
  const buyer = await buildBuyer(own);
  const remoteId = buyer.buy('P-1', { status: 'A' });
  await buyer.flow();
  const { id } = await buyer.purchase('P-1');
  await buyer.inTenant(async (tenant) => void (await cancel(tenant, await lockPurchaseOrders(tenant, [id]))));
  for (const status of ['C', 'B']) {
    buyer.change(remoteId, { status });
    await buyer.flow();
  }
  expect(await buyer.purchase('P-1')).toMatchObject({ status: 'cancelled', source_state: 'open' });
});
