import { createHmac } from 'node:crypto';
import { channelStreams } from '../contract-suite/opened.ts';
import { contractSuite } from '../contract-suite.ts';
import { wooCommerce } from './connector.ts';
import { startShop } from './edge.ts';

const confirmation = {
  ...{ key: 'shipment-1', remoteOrderId: '1', handle: null, carrier: 'UPS', method: null, trackingNumber: '1Z999AA10123456784' },
  ...{ trackingUrl: null, shippedAt: new Date('2026-11-20T03:00:00Z'), completes: true },
  lines: [{ remoteLineId: '41', handle: null, quantity: 2 }],
};
let parcels = 0;
/** Another one each time, so that there is something to write. */
const parcel = () => {
  parcels += 1;
  return { ...confirmation, key: `shipment-${parcels}` };
};

const address = 'https://crossdock.example.com/hooks/1';

contractSuite({
  connector: wooCommerce,
  start: () => startShop(),
  settings: (origin) => ({
    address: `${origin}/`,
    consumer_key: 'ck_0123456789abcdef0123456789abcdef01234567',
    consumer_secret: 'cs_fedcba9876543210fedcba9876543210fedcba98',
  }),
  secrets: [
    'ck_0123456789abcdef0123456789abcdef01234567',
    'cs_fedcba9876543210fedcba9876543210fedcba98',
    Buffer.from('ck_0123456789abcdef0123456789abcdef01234567:cs_fedcba9876543210fedcba9876543210fedcba98').toString('base64'),
  ],
  streams: channelStreams,
  deliveries: {
    body: JSON.stringify({ id: 7, status: 'processing' }),
    names: ['7'],
    deliver: (body, proof) => ({
      secret: 'a-secret',
      delivery: {
        headers: {
          'x-wc-webhook-topic': 'order.updated',
          'x-wc-webhook-signature': createHmac('sha256', proof === 'right' ? 'a-secret' : 'another')
            .update(body)
            .digest('base64'),
        },
        ...{ rawBody: Buffer.from(body), query: {} },
      },
    }),
  },
  deleted: ({ orders }) => orders.get('99'),
  parcel,
  calls: {
    identify: { write: false, call: ({ identify }) => identify() },
    getOrder: { write: false, call: ({ orders }) => orders.get('1') },
    listOpen: { write: false, call: async ({ orders }) => orders.listOpen?.read(null) ?? { ok: true, value: null } },
    lookUp: { write: false, call: async ({ orders }) => orders.listOpen?.among?.read(['1']) ?? { ok: true, value: null } },
    listShippingCodes: { write: false, call: async ({ orders }) => orders.listShippingCodes?.() ?? { ok: true, value: null } },
    confirm: { write: true, looksFirst: true, call: ({ confirmations }) => confirmations.confirm([parcel()]) },
    isConfirmed: { write: false, call: ({ confirmations }) => confirmations.isConfirmed(confirmation) },
    setStock: {
      write: false,
      call: ({ inventory }) => inventory.set([{ key: 'level-1', sku: 'SKU-7', locationId: 'shop', quantity: 4 }]),
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
