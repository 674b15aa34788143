import { channelStreams } from '../../connectors/contract-suite/opened.ts';
import { contractSuite } from '../../connectors/contract-suite.ts';
import { wooCommerce as connector } from '../../connectors/woocommerce/connector.ts';
import { manualClock } from '../clock.ts';
import { startSandbox } from '../sandbox.ts';
import { can, sideOf } from '../test/side.ts';
import { type NewProduct, newProduct } from './product.ts';
import { wooCommerce } from './stand-in.ts';

const [key, secret] = ['ck', 'cs'].map((begins) => `${begins}_${'de30'.repeat(10)}`) as [string, string];
const address = 'https://crossdock.example.com/hooks/1';
const confirmation = {
  ...{ key: 'shipment-1', remoteOrderId: '1002', handle: null, carrier: 'UPS', method: null, trackingNumber: '1Z' },
  ...{ trackingUrl: null, shippedAt: new Date('2026-11-20T03:00:00Z'), completes: true },
  lines: [{ remoteLineId: '50002', handle: null, quantity: 1 }],
};
let parcels = 0;
/** Another one each time, so that there is something to write. */
const parcel = () => {
  parcels += 1;
  return { ...confirmation, key: `shipment-${parcels}` };
};

/** A shop that sold three times, of which one unit was refunded; one product of two has variations. */
async function start() {
  const clock = manualClock('2026-11-20T10:00:00Z');
  const sandbox = await startSandbox({ clock, catalogue: 'empty' });
  const { products, enter, refund } = sandbox.control.of(wooCommerce);
  const add = (product: NewProduct) => products.add(newProduct.parse(product)).id;
  add({ sku: 'MUG', stock: 5 });
  add({ sku: 'SHIRT-S', parent: add({ sku: 'SHIRT', isVariable: true }), options: { Size: 'S' }, stock: 3 });
  for (const sku of ['MUG', 'SHIRT-S', 'MUG']) {
    clock.advance(60_000);
    const order = enter({ items: [{ sku, quantity: 20 }] });
    if (sku === 'SHIRT-S') refund(order, [{ sku, quantity: 1 }]);
  }
  return sideOf(sandbox, 'woocommerce');
}

contractSuite({
  ...{ connector, start, can },
  settings: (origin) => ({ address: `${origin}/woocommerce/demo`, consumer_key: key, consumer_secret: secret }),
  secrets: [key, secret],
  streams: channelStreams,
  deleted: ({ orders }) => orders.get('99'),
  parcel,
  calls: {
    identify: { write: false, call: ({ identify }) => identify() },
    getOrder: { write: false, call: ({ orders }) => orders.get('1002') },
    listOpen: { write: false, call: async ({ orders }) => orders.listOpen?.read(null) ?? { ok: true, value: null } },
    lookUp: { write: false, call: async ({ orders }) => orders.listOpen?.among?.read(['1002']) ?? { ok: true, value: null } },
    listShippingCodes: { write: false, call: async ({ orders }) => orders.listShippingCodes?.() ?? { ok: true, value: null } },
    confirm: { write: true, looksFirst: true, call: ({ confirmations }) => confirmations.confirm([parcel()]) },
    isConfirmed: { write: false, call: ({ confirmations }) => confirmations.isConfirmed(confirmation) },
    setStock: {
      ...{ write: true, looksFirst: true },
      call: ({ inventory }) => inventory.set([{ key: 'level-1', sku: 'SHIRT-S', locationId: 'shop', quantity: 4 }]),
    },
    listLocations: { write: false, call: ({ inventory }) => inventory.listLocations() },
    subscribe: {
      write: true,
      looksFirst: true,
      call: async ({ hints }) => hints.subscribe?.(address, 'a-secret', null) ?? { ok: true, value: null },
    },
    unsubscribe: { write: false, call: async ({ hints }) => hints.unsubscribe?.(address) ?? { ok: true, value: null } },
  },
});
