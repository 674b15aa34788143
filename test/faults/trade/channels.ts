import { statusOf } from '../../../sandbox/amazon/order.ts';
import { amazon } from '../../../sandbox/amazon/stand-in.ts';
import { bigCommerce } from '../../../sandbox/bigcommerce/stand-in.ts';
import { seller } from '../../../sandbox/shopify/acts.ts';
import { shopify } from '../../../sandbox/shopify/stand-in.ts';
import { wooCommerce } from '../../../sandbox/woocommerce/stand-in.ts';
import type { Channel } from './channel-round.ts';

/** The channels that sell in rounds of their own, each by its stand-in. */
export const channels: Channel[] = [
  {
    ...{ connector: 'shopify', target: 'shopify', shippingCode: 'Standard', writes: ['create_fulfillment', 'note_parcels'] },
    settings: (origin) => ({
      ...{
        shop: 'demo-gifts',
        client_id: '0123456789abcdef0123456789abcdef',
        client_secret: 'shpss_demo_0123456789',
        location_ids: '["1"]',
      },
      api_address: `${origin}/shopify/demo-gifts`,
    }),
    // Of ten orders one is paid late, one is held for a while, and of one a unit is refunded at once.
    sell({ sandbox }, turn) {
      const shop = sandbox.control.of(shopify);
      const units = 2 + (turn % 3);
      for (const late of shop.orders.all())
        if (turn % 10 === 9) seller.change(shop, late.id, { ...(late.financial === 'PENDING' && { financial: 'PAID' }), hold: false });
      const items = [{ sku: 'MUG', quantity: units }];
      const order = shop.enter({ items, financial: turn % 10 === 3 ? 'PENDING' : 'PAID', line1: `${turn + 1} Shopify Street` });
      if (turn % 10 === 5) seller.change(shop, order.id, { hold: true });
      if (turn % 10 === 7) seller.change(shop, order.id, { refund: { sku: 'MUG', quantity: 1 } });
      return { remoteId: String(order.id), number: `Shopify ${order.id}`, units: turn % 10 === 7 ? units - 1 : units };
    },
    told({ sandbox }, remoteId) {
      const shop = sandbox.control.of(shopify);
      return {
        parcels: shop.parcelsOf(Number(remoteId)).map(({ numbers, lines }) => ({
          ...{ tracking: numbers.join(), units: lines.reduce((sum, { quantity }) => sum + quantity, 0) },
        })),
        isDone: shop.partsOf(Number(remoteId)).every(({ status }) => status === 'CLOSED'),
      };
    },
  },
  {
    ...{ connector: 'amazon', target: 'amazon', shippingCode: 'STANDARD', writes: ['confirm_shipment'] },
    settings: (origin) => ({
      ...{ api_origin: `${origin}/amazon`, seller_id: 'A2DEMOGIFTS01X', client_id: 'amzn1.application-oa2-client.demo' },
      ...{ client_secret: 'amzn1.oa2-cs.v1.demo', refresh_token: 'Atzr|demo-refresh-token' },
    }),
    // Of ten orders one is paid late, and of one an item is cancelled at once. A search looks back, but not for minutes.
    sell({ sandbox }, turn) {
      const market = sandbox.control.of(amazon);
      market.site.lagMs = 2_000;
      const units = 2 + (turn % 3);
      for (const late of market.orders.all()) if (turn % 10 === 9 && !late.isPaid) market.act(late.orderId, { pay: true });
      const items = [{ sku: 'MUG', quantity: units }, ...(turn % 10 === 7 ? [{ sku: 'CUP', quantity: 1 }] : [])];
      const { orderId } = market.enter({ items, isPaid: turn % 10 !== 3, line1: `${turn + 1} Amazon Street` });
      if (turn % 10 === 7) market.act(orderId, { cancel: ['CUP'] });
      if (turn % 20 === 15) market.tokens.expire();
      return { remoteId: orderId, number: orderId, units };
    },
    told({ sandbox }, remoteId) {
      const order = sandbox.control.of(amazon).byOrderId(remoteId);
      const parcels = (order?.packages ?? []).map(({ tracking, items }) => ({
        ...{ tracking, units: items.reduce((sum, { quantity }) => sum + quantity, 0) },
      }));
      return { parcels, isDone: order !== undefined && statusOf(order) === 'SHIPPED' };
    },
  },
  {
    ...{ connector: 'bigcommerce', target: 'bigcommerce', shippingCode: 'Flat rate', writes: ['create_shipment'] },
    settings: (origin) => ({
      ...{ store_hash: 'demogifts1', access_token: 'demo-bigcommerce-token', api_origin: `${origin}/bigcommerce` },
    }),
    // Of ten orders one is paid late, and of one a unit is refunded at once.
    sell({ sandbox }, turn) {
      const store = sandbox.control.of(bigCommerce);
      const units = 2 + (turn % 3);
      for (const late of store.orders.all()) if (turn % 10 === 9 && late.status === 7) store.act(String(late.id), { status: 11 });
      const items = [{ sku: 'MUG', quantity: units }];
      const { id } = store.enter({ items, status: turn % 10 === 3 ? 7 : 11, line1: `${turn + 1} Big Street` });
      if (turn % 10 === 7) store.act(String(id), { refund: { sku: 'MUG', quantity: 1 } });
      return { remoteId: String(id), number: `BigCommerce ${id}`, units: turn % 10 === 7 ? units - 1 : units };
    },
    told({ sandbox }, remoteId) {
      const store = sandbox.control.of(bigCommerce);
      const shipments = store.shipments.all().filter(({ order }) => String(order) === remoteId);
      const parcels = shipments.map(({ tracking, items }) => ({
        ...{ tracking, units: items.reduce((sum, { quantity }) => sum + quantity, 0) },
      }));
      return { parcels, isDone: store.orders.get(remoteId)?.status === 2 };
    },
  },
  {
    ...{ connector: 'woocommerce', target: 'woocommerce', shippingCode: 'flat_rate:1' },
    writes: ['create_fulfillment', 'complete_order'],
    settings: (origin) => ({
      ...{ address: `${origin}/woocommerce/demo`, consumer_key: `ck_${'de30'.repeat(10)}`, consumer_secret: `cs_${'de30'.repeat(10)}` },
    }),
    // Of ten orders one is paid late, and of one a unit is refunded at once.
    sell({ sandbox }, turn) {
      const shop = sandbox.control.of(wooCommerce);
      const units = 2 + (turn % 3);
      if (turn % 10 === 8) for (const late of shop.orders.all()) if (late.status === 'on-hold') shop.change(late, { status: 'processing' });
      const shipping = { first_name: 'Wanda', last_name: `Woo ${turn}`, address_1: `${turn + 1} Shop Street` };
      const order = shop.enter({ status: turn % 10 === 3 ? 'on-hold' : 'processing', items: [{ sku: 'MUG', quantity: units }], shipping });
      if (turn % 10 === 7) shop.refund(order, [{ sku: 'MUG', quantity: 1 }]);
      return { remoteId: String(order.id), number: order.number, units: turn % 10 === 7 ? units - 1 : units };
    },
    told({ sandbox }, remoteId) {
      const order = sandbox.control.of(wooCommerce).orders.get(remoteId);
      const valueIn = (meta: { key: string; value: unknown }[], name: string) => meta.find(({ key }) => key === name)?.value;
      const parcels = (order?.fulfillments ?? []).map(({ meta }) => ({
        tracking: String(valueIn(meta, '_tracking_number')),
        units: (valueIn(meta, '_items') as { qty: number }[]).reduce((sum, { qty }) => sum + qty, 0),
      }));
      return { parcels, isDone: order?.status === 'completed' };
    },
  },
];
