import { expect, test } from 'vitest';
import type { ChannelOrder } from '../../connectors/contract.ts';
import { theirWords } from '../../connectors/http/reasons.ts';
import { buildShop, ofOrders } from '../../test/build.ts';
import { testDatabase } from '../../test/database.ts';
import { connectVendor, page, vendorOrder } from '../../test/shop/vendor.ts';
import { toggleLock } from '../nouns/orders/editing/flags.ts';
import { rereadOrder } from './sending/reread.ts';

const own = testDatabase();
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute));

test('what a channel says while an older reply of its own is on its way is read, though the order was locked at that moment', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  const vendor = await connectVendor(shop);
  const arrive = async (order: ChannelOrder) => {
    vendor.queue = () => page([order]);
    await shop.sync();
    vendor.queue = () => page([]);
  };
  await own.sql(
    `insert into shipping_options (account_id, connection_id, connector_code, amware_code) values ($1, $2, 'ground', 'UPSGR')`,
    [shop.accountId, vendor.id],
  );
  const ready = vendorOrder('1', { modifiedAt: at(1) });
  const cancelled = vendorOrder('1', { modifiedAt: at(2), state: 'cancelled', sourceStatus: 'cancelled' });
  await arrive(vendorOrder('1', { state: 'waiting', sourceStatus: 'unpaid' }));
  const { id } = await shop.order('N-1');
  const turn = () => shop.inTenant((tenant) => toggleLock(tenant, id));
  await own.sql('update orders set must_reread = true where id = $1', [id]);

  const reply = Promise.withResolvers<ChannelOrder>();
  const isAsked = new Promise<void>((resolve) => {
    vendor.get = async () => {
      resolve();
      return { ok: true, value: await reply.promise };
    };
  });
  const reading = rereadOrder(shop.engine, { accountId: shop.accountId, orderId: id });
  await isAsked;
  await turn();
  await arrive(cancelled);
  await turn();
  reply.resolve(ready);
  await reading;
  vendor.get = async () => ({ ok: true, value: cancelled });
  await shop.engine.runJobs();
  expect(await shop.order('N-1')).toMatchObject({ order_status: 'cancelled', must_reread: false, warehouse_order_id: null });
});

test('an order that was split while it was being read is read once more before it leaves', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  const vendor = await connectVendor(shop);
  const arrive = async (order: ChannelOrder) => {
    vendor.queue = () => page([order]);
    await shop.sync();
    vendor.queue = () => page([]);
  };
  await own.sql(
    `insert into shipping_options (account_id, connection_id, connector_code, amware_code) values ($1, $2, 'ground', 'UPSGR')`,
    [shop.accountId, vendor.id],
  );
  await arrive(vendorOrder('1', { state: 'waiting', sourceStatus: 'unpaid' }));
  const { id } = await shop.order('N-1');
  await own.sql('update orders set must_reread = true where id = $1', [id]);

  const reply = Promise.withResolvers<ChannelOrder>();
  const isAsked = new Promise<void>((resolve) => {
    vendor.get = async () => {
      resolve();
      return { ok: true, value: await reply.promise };
    };
  });
  const reading = rereadOrder(shop.engine, { accountId: shop.accountId, orderId: id });
  await isAsked;
  const busy = { kind: 'retry', at: new Date(Date.now() + 60_000), reason: theirWords('Busy.'), maybeDone: false } as const;
  vendor.get = async () => ({ ok: false, failure: busy });
  await arrive(vendorOrder('2', { splitFrom: '1', modifiedAt: at(2) }));
  reply.resolve(vendorOrder('1', { modifiedAt: at(1) }));
  await reading;
  await shop.engine.runJobs();
  expect(await shop.order('N-1')).toMatchObject({ must_reread: true, warehouse_order_id: null });
});
