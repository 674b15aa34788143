import { expect, test } from 'vitest';
import { theirWords } from '../../../../../connectors/http/reasons.ts';
import { buildShop, ofOrders } from '../../../../../test/build.ts';
import { testDatabase } from '../../../../../test/database.ts';
import { connectVendor, page, vendorOrder } from '../../../../../test/shop/vendor.ts';
import { retryOrders } from '../../release/retry.ts';
import { storeShipments } from '../shipments.ts';

const own = testDatabase();

test('the last parcel completes the order at its channel, though the channel refused the one before it', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  const vendor = await connectVendor(shop);
  vendor.per = 'shipment';
  await own.sql(`update connections set confirms = 'shipment' where id = $1`, [vendor.id]);
  await own.sql(
    `insert into shipping_options (account_id, connection_id, connector_code, amware_code) values ($1, $2, 'ground', 'UPSGR')`,
    [shop.accountId, vendor.id],
  );
  await own.sql(
    `insert into connector_products (account_id, connection_id, connector_product_sku, product_id, linked_at)
      select account_id, $2, sku, id, now() from products where account_id = $1 and sku = 'MUG'`,
    [shop.accountId, vendor.id],
  );
  const order = vendorOrder('1');
  vendor.queue = () => page([{ ...order, lines: order.lines.map((line) => ({ ...line, quantity: 2 })) }]);
  await shop.flow();
  const { id } = await shop.order('N-1');
  const [there] = shop.sandbox.control.client().orders.rows.values();
  const ship = (remoteId: string) =>
    shop.inTenant((tenant) =>
      storeShipments(tenant, shop.warehouseId, [
        {
          ...{ remoteId, providerRef: there?.id ?? '', reference: there?.body.reference ?? '', carrier: 'UPS', method: 'Ground' },
          ...{ trackingNumber: remoteId, trackingUrl: null, weightGrams: null, shippedAt: new Date(), raw: null },
          lines: [{ lineReference: there?.body.lines[0]?.line_reference ?? '', sku: 'MUG', lot: null, quantity: 1 }],
        },
      ]),
    );
  const told = () =>
    vendor.asked.flatMap(({ name, what }) =>
      name === 'confirm' ? (what as Parameters<typeof vendor.confirm>[0]).map((each) => [each.trackingNumber, each.completes]) : [],
    );
  const takeAll = vendor.confirm;
  const failure = { kind: 'rejected' as const, code: 'other' as const, reason: theirWords('No such carrier.') };
  vendor.confirm = (all) => ({ ok: true, value: all.map(({ key }) => ({ key, kind: 'failed', failure })) });
  await ship('P1');
  await shop.engine.runJobs();
  expect(await shop.order('N-1')).toMatchObject({ order_status: 'error', issues: ['rejected_by_channel:confirm'] });
  vendor.confirm = takeAll;
  await ship('P2');
  await shop.engine.runJobs();
  await shop.inTenant((tenant) => retryOrders(tenant, [id]));
  await shop.engine.runJobs();
  expect(told()).toEqual([
    ['P1', false],
    ['P2', true],
    ['P1', true],
  ]);
  expect(await shop.order('N-1')).toMatchObject({ order_status: 'fulfilled', issues: [] });
});
