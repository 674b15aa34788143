import { expect, test } from 'vitest';
import type { ShipmentConfirmation } from '../../../connectors/contract.ts';
import { buildShop, ofOrders } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { connectVendor, page, vendorOrder } from '../../../test/shop/vendor.ts';
import { shipAll } from '../../../test/shop/warehouse.ts';
import { getOrder } from '../../nouns/orders/detail/queries.ts';

const own = testDatabase();

/** An order of five mugs, of which three are left of one lot. Each mug has a serial number. */
async function shippedFromTwoLots() {
  const shop = await buildShop(own, { reads: ofOrders });
  const vendor = await connectVendor(shop);
  await own.sql(
    `insert into shipping_options (account_id, connection_id, connector_code, amware_code) values ($1, $2, 'ground', 'UPSGR')`,
    [shop.accountId, vendor.id],
  );
  const { shelves } = shop.sandbox.control.client();
  for (const [key, row] of shelves.rows) if (row.sku === 'MUG') shelves.rows.set(key, { ...row, on_hand: 0, on_hold: 0 });
  const place = { sku: 'MUG', warehouse_id: 'KY1', location: 'A-1' };
  const numbers = (lot: string, units: number) => Array.from({ length: units }, (_, at) => `${lot}-${at + 1}`);
  shelves.put({ ...place, lot: 'OLD', expires_on: '2031-03-31', serials: numbers('OLD', 3) }, 3);
  shelves.put({ ...place, lot: 'NEW', expires_on: '2032-03-31', serials: numbers('NEW', 9) }, 9);
  const [line] = vendorOrder('1').lines;
  vendor.queue = () => page([vendorOrder('1', { lines: line ? [{ ...line, quantity: 5 }] : [] })]);
  await shop.sync();
  vendor.queue = () => page([]);
  await shipAll(shop);
  await shop.sync();
  return { shop, vendor };
}

test('the lots and serial numbers of a parcel are on its order, and the channel is told of both', async () => {
  const { shop, vendor } = await shippedFromTwoLots();
  const { id } = await shop.order('N-1');
  const order = await shop.inTenant((tenant) => getOrder(tenant, id));
  expect(order?.shipments.flatMap(({ lines }) => lines)).toEqual([
    { sku: 'MUG', quantity: 3, lot: 'OLD', expires_on: '2031-03-31', serials: ['OLD-1', 'OLD-2', 'OLD-3'] },
    { sku: 'MUG', quantity: 2, lot: 'NEW', expires_on: '2032-03-31', serials: ['NEW-1', 'NEW-2'] },
  ]);
  const confirmed = vendor.asked.flatMap(({ name, what }) => (name === 'confirm' ? (what as ShipmentConfirmation[]) : []));
  expect(confirmed.flatMap(({ lines }) => lines)).toEqual([
    {
      ...{ remoteLineId: '1-1', handle: 'line 1', quantity: 5 },
      lots: [
        { lot: 'OLD', quantity: 3 },
        { lot: 'NEW', quantity: 2 },
      ],
      serials: ['OLD-1', 'OLD-2', 'OLD-3', 'NEW-1', 'NEW-2'],
    },
  ]);
});
