import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildShop, ofGoods, type Shop } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { linkProduct } from '../../nouns/links/saving/commands.ts';
import { mapLocations } from '../../nouns/mappings/locations/commands.ts';
import { saveShippingOptions } from '../../nouns/mappings/shipping-options/commands.ts';
import { checkOrders } from '../../nouns/order-flow/checking/check.ts';
import { retryOrders } from '../../nouns/order-flow/release/retry.ts';
import { keepAsSent } from '../../nouns/orders/acting/keep-as-sent.ts';
import { saveOrder } from '../../nouns/orders/editing/save.ts';

const own = testDatabase();

type Case = {
  name: string;
  /** Opens an issue on order 1001. */
  cause: (shop: Shop) => unknown;
  issue: string;
  sentence: string;
  mend: (shop: Shop) => unknown;
  /** The order's status with the issue, and after it is mended. */
  stopped?: string;
  ends?: string;
};

const enter = (order: object) => (shop: Shop) => shop.sell({ orderNumber: '1001', ...order });
const sold = (shop: Shop) => [...shop.sandbox.control.seller().orders.values()][0] as NonNullable<ReturnType<Shop['sell']>[0]>;
const change = (changes: object) => (shop: Shop) => shop.sandbox.control.seller().change(sold(shop), changes);
const sku = (name: string, quantity = 1) => ({ items: [{ sku: name, quantity }] });

const cases: Case[] = [
  {
    name: 'a SKU that is not linked',
    cause: enter(sku('TEAPOT')),
    issue: 'unmapped_sku:TEAPOT',
    sentence: 'SKU TEAPOT is not linked to a warehouse product.',
    mend: link('TEAPOT'),
  },
  {
    name: 'a SKU that the warehouse takes on later',
    cause: enter(sku('TEAPOT')),
    issue: 'unmapped_sku:TEAPOT',
    sentence: 'SKU TEAPOT is not linked to a warehouse product.',
    mend: ({ sandbox }) => sandbox.control.client().catalogue.take([{ sku: 'TEAPOT', name: 'A teapot', units: 9 }]),
  },
  {
    name: 'a line without a SKU',
    cause: enter(sku('')),
    issue: 'unmapped_sku:',
    sentence: 'A line has no SKU, so it cannot be linked to a warehouse product.',
    mend: link(''),
  },
  {
    name: 'a shipping code that is not mapped',
    cause: enter({ serviceCode: 'fedex_2day' }),
    issue: 'unmapped_shipping:fedex_2day',
    sentence: 'Shipping code fedex_2day is not mapped to a warehouse shipping method.',
    mend: ({ inTenant, channelId }) =>
      inTenant((tenant) => saveShippingOptions(tenant, channelId, [{ connectorCode: 'fedex_2day', amwareCode: 'FDXHD' }])),
  },
  {
    name: 'no shipping method at all',
    cause: enter({ serviceCode: null }),
    issue: 'unmapped_shipping:',
    sentence: 'The channel gave no shipping method. Choose one.',
    mend: edit({ shipping_code: 'UPS2D' }),
  },
  {
    name: 'an address that lacks fields',
    cause: enter({ shipTo: { street1: '', city: '', postalCode: '' } }),
    issue: 'address_incomplete:address',
    sentence: 'The address has no street, city or postal code.',
    mend: edit({ address: '2 Main Street', city: 'Austin', postal_code: '78702' }),
  },
  {
    name: 'a location that is not mapped',
    async cause(shop) {
      await shop.own.sql(
        `insert into location_mappings (account_id, connection_id, internal_id, connector_location) values ($1, $2, 'L7', 'The back room')`,
        [shop.accountId, shop.channelId],
      );
      shop.sell({ orderNumber: '1001', orderStatus: 'on_hold' });
      await shop.sync();
      await shop.own.sql(`update order_lines set location = 'L7' where account_id = $1`, [shop.accountId]);
      await shop.own.sql(`update orders set source_state = 'ready' where account_id = $1`, [shop.accountId]);
      await shop.inTenant(async (tenant) => checkOrders(tenant, [(await shop.order('1001')).id]));
    },
    issue: 'unmapped_location:L7',
    sentence: 'Location The back room is not mapped to a warehouse.',
    mend: ({ inTenant, channelId }) => inTenant((tenant) => mapLocations(tenant, channelId, [{ internalId: 'L7', amwareLocation: 'NV2' }])),
  },
  {
    name: 'a status that we do not know',
    cause: enter({ orderStatus: 'rejected_fulfillment' }),
    issue: 'unreadable:status:rejected_fulfillment',
    sentence:
      'The channel gave it the status "rejected_fulfillment", which Crossdock does not know. Nothing of it is sent: somebody else may be packing it. It goes on by itself when the channel gives it another status; otherwise cancel it here.',
    mend: change({ orderStatus: 'awaiting_shipment' }),
  },
  {
    name: 'a negative quantity',
    cause: enter(sku('MUG', -2)),
    issue: 'unreadable:quantity:10000000002001',
    sentence: 'Line 1 (MUG) asks for -2 units, which cannot be shipped.',
    mend: (shop) => change({ items: sold(shop).items.map((item) => ({ ...item, quantity: 2 })) })(shop),
  },
  {
    name: 'stock that ran out, until a snapshot shows enough',
    cause: enter(sku('MUG', 5000)),
    issue: 'out_of_stock:stock',
    sentence: 'Amware is out of stock: 5,000 of MUG needed, 1,000 left.',
    mend: ({ sandbox }) => sandbox.control.client().catalogue.take([{ sku: 'MUG', name: 'A mug', units: 9000 }]),
  },
  {
    name: 'a refusal by the warehouse',
    async cause(shop) {
      await shop.own.sql(`insert into products (account_id, sku, name) values ($1, 'GHOST', 'Not at the warehouse')`, [shop.accountId]);
      shop.sell({ orderNumber: '1001', ...sku('GHOST') });
    },
    issue: 'rejected_by_warehouse:submit',
    sentence: 'Amware did not take the order: SKU GHOST is not one of your items. (lines[0].sku)',
    async mend(shop) {
      shop.sandbox.control.client().catalogue.take([{ sku: 'GHOST', name: 'A ghost', units: 5 }]);
      await retry(shop);
    },
  },
  {
    name: 'a warehouse that fails again and again',
    async cause(shop) {
      shop.sandbox.control.faults.add({ target: 'amware', operation: 'submit_order', kind: '500', probability: 1 });
      shop.sell({ orderNumber: '1001' });
      await again(shop, 16);
    },
    issue: 'retries_exhausted:submit',
    sentence: 'Amware did not take the order in 15 attempts. Amware has a problem (error 500).',
    async mend(shop) {
      shop.sandbox.control.faults.clear();
      await retry(shop);
    },
  },
  {
    name: 'a confirmation that the channel refuses',
    async cause(shop) {
      shop.sell({ orderNumber: '1001' });
      await shop.sync();
      shop.sandbox.control.set({ pace: { open: 0, picking: 0, packed: 0, partially_shipped: 0, receiving: 0, twoParcelsPercent: 0 } });
      shop.sandbox.control.client().floor.advance([...shop.sandbox.control.client().orders.rows.values()][0] as never);
      change({ orderStatus: 'cancelled' })(shop);
      await shop.read('shipments');
    },
    issue: 'rejected_by_channel:confirm',
    sentence: 'ShipStation did not take the shipment: orderId: The order is cancelled (400).',
    async mend(shop) {
      change({ orderStatus: 'awaiting_shipment' })(shop);
      await retry(shop);
    },
    ends: 'fulfilled',
  },
  {
    name: 'a change after release',
    async cause(shop) {
      shop.sell({ orderNumber: '1001' });
      await shop.sync();
      change({ customerNotes: 'Wrap it, please' })(shop);
    },
    issue: 'changed_after_release:order',
    sentence: 'ShipStation changed this order after it went to the warehouse.',
    stopped: 'packing',
    mend: async (shop) => {
      const { id } = await shop.order('1001');
      await shop.inTenant((tenant) => keepAsSent(tenant, id));
    },
  },
];

test.each(cases)('$name stops the order, and mending it lets it go on by itself', async ({ cause, issue, sentence, mend, ...where }) => {
  const shop = await buildShop(own, { reads: ofGoods });
  await cause(shop);
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject({ issues: [issue], sentences: [sentence], order_status: where.stopped ?? 'error' });
  expect((await shop.order('1001')).events).toContain('stopped');

  await mend(shop);
  // What a link or mapping mends waits ten seconds.
  await shop.engine.passTime();
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject({ issues: [], order_status: where.ends ?? 'packing' });
  expect(await tallied(shop)).toBe(0);
  expect(shop.engine.warnings).toEqual([]);
});

function link(name: string): Case['mend'] {
  return ({ inTenant, channelId: connectionId }) =>
    inTenant(async (tenant) => {
      const { id: productId } = await tenant.db.selectFrom('products').select('id').where('sku', '=', 'CUP').executeTakeFirstOrThrow();
      expect(await linkProduct(tenant, { connectionId, sku: name, productId })).toMatchObject({ waiting: 1 });
    });
}

function edit(changes: object): Case['mend'] {
  return async (shop) => {
    const { id } = await shop.order('1001');
    await shop.inTenant((tenant) => saveOrder(tenant, { id, ...changes }));
  };
}

async function retry(shop: Shop): Promise<void> {
  const { id } = await shop.order('1001');
  await shop.inTenant((tenant) => retryOrders(tenant, [id]));
}

async function again(shop: Shop, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    await shop.engine.passTime();
    await shop.sync();
  }
}

async function tallied(shop: Shop): Promise<number> {
  const { rows } = await shop.inTenant((tenant) =>
    sql<{ n: number }>`select coalesce(sum(n), 0)::int as n from issue_tallies`.execute(tenant.db),
  );
  return rows[0]?.n ?? 0;
}
