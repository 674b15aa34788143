import { expect, test } from 'vitest';
import type { ConfirmOutcome, ShipmentConfirmation } from '../../../../connectors/contract.ts';
import { buildShop, type Shop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { addListings } from '../../../../test/shop/rows.ts';
import { connectVendor, page, vendorOrder } from '../../../../test/shop/vendor.ts';
import { undoSave } from '../../mappings/saves/undo.ts';
import { storeShipments } from '../../order-flow/shipping/shipments.ts';
import { linkProduct } from './commands.ts';

const own = testDatabase();

const productOf = async ({ accountId }: Shop, sku: string) =>
  Number((await own.sql('select id from products where account_id = $1 and sku = $2', [accountId, sku]))[0]?.id);
const link = async (shop: Shop, sku: string, units?: number, connectionId = shop.channelId) => {
  const productId = await productOf(shop, 'MUG');
  await addListings(own, connectionId, [sku]);
  return shop.inTenant((tenant) => linkProduct(tenant, { connectionId, sku, productId, units }));
};
const packs = (orderNumber: string, quantity: number) => ({ orderNumber, items: [{ sku: 'MUG-6', quantity }] });
const kept = ({ sandbox }: Shop) => [...sandbox.control.client().orders.rows.values()].map(({ body }) => body);
const sent = (shop: Shop) => kept(shop).flatMap(({ lines }) => lines.map(({ sku, quantity }) => [sku, quantity]));
const units = async (shop: Shop, number: string) =>
  (
    await own.sql('select units_ordered, units_shipped, order_status from orders where account_id = $1 and source_order_number = $2', [
      shop.accountId,
      number,
    ])
  )[0];

test('a pack of six takes six: of an order that waited for the link, and of one that comes after it', async () => {
  const shop = await buildShop(own);
  shop.sell(packs('1001', 2));
  await shop.sync();
  await link(shop, 'MUG-6', 6);
  expect(await units(shop, '1001')).toMatchObject({ units_ordered: 12 });
  await shop.engine.passTime();
  await shop.sync();
  shop.sell(packs('1002', 3));
  await shop.sync();
  expect(await units(shop, '1002')).toMatchObject({ units_ordered: 18, order_status: 'packing' });
  expect(sent(shop).toSorted()).toEqual([
    ['MUG', 12],
    ['MUG', 18],
  ]);
});

test('orders that have not left follow another number of units, and undo takes it back', async () => {
  const shop = await buildShop(own);
  await link(shop, 'MUG-6', 6);
  await own.sql(`update connections set state = 'paused' where id = $1`, [shop.warehouseId]);
  shop.sell(packs('1001', 1));
  await shop.read('orders');
  expect(await units(shop, '1001')).toMatchObject({ units_ordered: 6 });
  const { undo } = await link(shop, 'MUG-6', 4);
  expect(await units(shop, '1001')).toMatchObject({ units_ordered: 4 });
  await shop.inTenant((tenant) => undoSave(tenant, undo?.id ?? 0, true));
  expect(await units(shop, '1001')).toMatchObject({ units_ordered: 6 });
});

test('a first link that is undone leaves the units of before, so that no later link takes its own over', async () => {
  const shop = await buildShop(own);
  const kept = () => own.sql('select product_id, units_per_sale from connector_products where account_id = $1', [shop.accountId]);
  const { undo } = await link(shop, 'MUG-6', 6);
  await shop.inTenant((tenant) => undoSave(tenant, undo?.id ?? 0, true));
  expect(await kept()).toEqual([{ product_id: null, units_per_sale: 1 }]);
  await own.sql(`update connector_products set units_per_sale = 4 where account_id = $1`, [shop.accountId]);
  const { undo: again } = await link(shop, 'MUG-6', 6);
  await shop.inTenant((tenant) => undoSave(tenant, again?.id ?? 0, true));
  expect(await kept()).toEqual([{ product_id: null, units_per_sale: 4 }]);
});

test('of packs that leave in parts, the channel is told of those that are complete', async () => {
  const shop = await buildShop(own);
  const told: ShipmentConfirmation[] = [];
  const vendor = await connectVendor(shop, {
    confirmations: () => ({
      ...{ per: 'shipment', most: 3, isConfirmed: async () => ({ ok: true as const, value: false }) },
      confirm: async (all) => {
        told.push(...all);
        return { ok: true, value: all.map(({ key }): ConfirmOutcome => ({ key, kind: 'confirmed', reference: null })) };
      },
    }),
  });
  await own.sql(
    `insert into shipping_options (account_id, connection_id, connector_code, amware_code) values ($1, $2, 'ground', 'UPSGR')`,
    [shop.accountId, vendor.id],
  );
  await link(shop, 'MUG-6', 6, vendor.id);
  const order = vendorOrder('1');
  vendor.queue = () => page([{ ...order, lines: order.lines.map((line) => ({ ...line, sku: 'MUG-6', quantity: 2 })) }]);
  await shop.sync();
  vendor.queue = () => page([]);
  const [body] = kept(shop);
  const parcel = (remoteId: string, quantity: number) => ({
    ...{
      remoteId,
      providerRef: 'A',
      reference: body?.reference ?? '',
      carrier: 'UPS',
      method: 'UPSGR',
      trackingNumber: `T${remoteId}`,
      trackingUrl: null,
    },
    ...{ weightGrams: null, shippedAt: new Date(), raw: {} },
    lines: [{ lineReference: String(body?.lines[0]?.line_reference), sku: 'MUG', lot: null, quantity }],
  });
  const ship = async (remoteId: string, quantity: number) => {
    await shop.inTenant((tenant) => storeShipments(tenant, shop.warehouseId, [parcel(remoteId, quantity)]));
    await shop.engine.runJobs();
    return [await units(shop, 'N-1'), told.map(({ trackingNumber, lines, completes }) => [trackingNumber, lines[0]?.quantity, completes])];
  };
  expect(await ship('1', 4)).toMatchObject([{ units_shipped: 4, order_status: 'partially_shipped' }, []]);
  expect(await ship('2', 5)).toMatchObject([{ units_shipped: 9, order_status: 'partially_shipped' }, [['T2', 1, false]]]);
  expect(await ship('3', 3)).toMatchObject([
    { units_shipped: 12, order_status: 'fulfilled' },
    [
      ['T2', 1, false],
      ['T3', 1, true],
    ],
  ]);
});
