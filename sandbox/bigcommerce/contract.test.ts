import { bigCommerce as connector } from '../../connectors/bigcommerce/connector.ts';
import { channelStreams } from '../../connectors/contract-suite/opened.ts';
import { contractSuite } from '../../connectors/contract-suite.ts';
import { manualClock } from '../clock.ts';
import { startSandbox } from '../sandbox.ts';
import { can, sideOf } from '../test/side.ts';
import { bigCommerce } from './stand-in.ts';

const confirmation = {
  ...{ key: 'shipment-0', remoteOrderId: '102', handle: '5102', carrier: 'UPS', method: null, trackingNumber: '1Z999' },
  ...{ trackingUrl: null, shippedAt: new Date('2026-11-20T03:00:00Z'), completes: false },
  lines: [{ remoteLineId: '10200', handle: null, quantity: 1 }],
};
let parcels = 0;
/** Another one each time, so that there is something to write. */
const parcel = () => {
  parcels += 1;
  return { ...confirmation, key: `shipment-${parcels}` };
};
const address = 'https://crossdock.example.com/hooks/1';
const nothing = { ok: true, value: null } as const;

/** A store that sold three times. */
async function start() {
  const clock = manualClock('2026-11-20T10:00:00Z');
  const sandbox = await startSandbox({ clock, catalogue: 'empty', limits: { bigcommerce: null } });
  const { products, enter } = sandbox.control.of(bigCommerce);
  for (const sku of ['MUG', 'CUP']) products.add({ sku, name: sku, stock: 5 });
  for (let count = 0; count < 3; count += 1) {
    clock.advance(600_000);
    enter({ items: [{ sku: 'MUG', quantity: 500 }] });
  }
  return sideOf(sandbox, 'bigcommerce');
}

contractSuite({
  ...{ connector, start, can },
  settings: (origin) => ({ store_hash: 'demogifts1', access_token: 'demo-bigcommerce-token', api_origin: `${origin}/bigcommerce` }),
  secrets: ['demo-bigcommerce-token'],
  streams: channelStreams,
  deleted: ({ orders }) => orders.get('99'),
  parcel,
  calls: {
    getOrder: { write: false, call: ({ orders }) => orders.get('102') },
    listOpen: { write: false, call: async ({ orders }) => orders.listOpen?.read(null) ?? nothing },
    listShippingCodes: { write: false, call: async ({ orders }) => orders.listShippingCodes?.() ?? nothing },
    confirm: { write: true, looksFirst: true, call: ({ confirmations }) => confirmations.confirm([parcel()]) },
    isConfirmed: { write: false, call: ({ confirmations }) => confirmations.isConfirmed(confirmation) },
    setStock: { write: true, call: ({ inventory }) => inventory.set([{ key: 'a', sku: 'MUG', locationId: '1', quantity: 4 }]) },
    listLocations: { write: false, call: ({ inventory }) => inventory.listLocations() },
    subscribe: { ...{ write: true, looksFirst: true }, call: async ({ hints }) => hints.subscribe?.(address, 's3cret', null) ?? nothing },
    unsubscribe: { write: false, call: async ({ hints }) => hints.unsubscribe?.(address) ?? nothing },
  },
});
