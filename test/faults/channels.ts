import { wooCommerce } from '../../sandbox/woocommerce/stand-in.ts';
import type { Channel } from './channel-round.ts';

/** The channels that sell in rounds of their own, each by its stand-in. */
export const channels: Channel[] = [
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
