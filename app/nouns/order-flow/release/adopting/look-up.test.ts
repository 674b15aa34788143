import { expect, test } from 'vitest';
import { theirWords } from '../../../../../connectors/http/reasons.ts';
import { buildShop, ofOrders } from '../../../../../test/build.ts';
import { testDatabase } from '../../../../../test/database.ts';
import { connectVendor, page, vendorOrder } from '../../../../../test/shop/vendor.ts';
import { warehouseOrders } from '../../../../../test/shop/warehouse.ts';
import { disconnect } from '../../../../shared/connections/connecting/commands.ts';
import { wakeOutbox } from '../../../../shared/outbox/queue.ts';

const own = testDatabase();

/** Orders of a channel without a walk through its open ones that were released while the warehouse was away, two hours ago. */
async function waitedLong(...ids: string[]) {
  const shop = await buildShop(own, { reads: ofOrders });
  const vendor = await connectVendor(shop);
  await own.sql(`delete from streams where account_id = $1 and connection_id = $2 and stream = 'open_orders'`, [shop.accountId, vendor.id]);
  await own.sql(
    `insert into shipping_options (account_id, connection_id, connector_code, amware_code) values ($1, $2, 'ground', 'UPSGR')`,
    [shop.accountId, vendor.id],
  );
  const warehouseIs = (state: string) => own.sql('update connections set state = $1 where id = $2', [state, shop.warehouseId]);
  await warehouseIs('needs_reconnect');
  vendor.queue = () => page(ids.map((id) => vendorOrder(id)));
  await shop.sync();
  vendor.queue = () => page([]);
  await own.sql(`update orders set seen_at = now() - interval '2 hours' where account_id = $1`, [shop.accountId]);
  // Work of an hour is done: it would fit the streams.
  await own.sql('insert into housekeeping (account_id, tidied_at) values ($1, now())', [shop.accountId]);
  const mend = async () => {
    await warehouseIs('active');
    await shop.tidy();
    await shop.inTenant((tenant) => wakeOutbox(tenant, [shop.warehouseId]));
    await shop.engine.runJobs();
  };
  return { shop, vendor, mend };
}

test('what waited long for the warehouse is looked up at a channel that lists no open orders, and sent', async () => {
  const { shop, vendor, mend } = await waitedLong('1', '2');
  vendor.get = async (id) =>
    id === '1' ? { ok: true, value: vendorOrder('1') } : { ok: false, failure: { kind: 'not_found', reason: theirWords('It is gone.') } };
  await mend();
  expect(warehouseOrders(shop)).toHaveLength(1);
  expect((await shop.orders()).map(({ order_status }) => order_status)).toEqual(['packing', 'cancelled']);
});

test('what waited long for the warehouse goes on as it is where its channel is disconnected', async () => {
  const { shop, vendor, mend } = await waitedLong('1');
  await shop.inTenant((tenant) => disconnect(tenant, vendor.id));
  await mend();
  expect(warehouseOrders(shop)).toHaveLength(1);
});
