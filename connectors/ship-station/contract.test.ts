import { contractSuite } from '../contract-suite.ts';
import { shipStation } from './connector.ts';
import { startShipStation } from './edge.ts';

const confirmation = {
  key: 'shipment-1',
  remoteOrderId: '9007199254740993',
  handle: null,
  carrier: 'UPS',
  method: null,
  trackingNumber: '1Z999AA10123456784',
  trackingUrl: null,
  shippedAt: new Date('2026-11-20T03:00:00Z'),
  lines: [{ remoteLineId: '1', handle: null, quantity: 1 }],
  completes: true,
};

contractSuite({
  connector: shipStation,
  start: () => startShipStation(undefined, () => 3),
  settings: (origin) => ({ api_key: 'key-one', api_secret: 'secret-two', api_origin: origin }),
  secrets: ['key-one', 'secret-two', Buffer.from('key-one:secret-two').toString('base64')],
  streams: {
    orders: ({ orders }) => ({ stream: orders.stream, keyOf: ({ remoteId }: { remoteId: string }) => remoteId }),
  },
  deleted: ({ orders }) => orders.get('1'),
  deliveries: {
    body: JSON.stringify({ resource_url: 'https://ssapi6.shipstation.com/orders?importBatch=1d7a', resource_type: 'ORDER_NOTIFY' }),
    // It says that orders changed, and not which.
    names: [],
    deliver: (body, proof) => ({
      secret: 'the-secret',
      delivery: { headers: {}, rawBody: Buffer.from(body), query: { secret: proof === 'right' ? 'the-secret' : 'another' } },
    }),
    isUnsigned: true,
  },
  parcel: () => confirmation,
  calls: {
    identify: { write: false, call: ({ identify }) => identify() },
    getOrder: { write: false, call: ({ orders }) => orders.get('987654321') },
    isConfirmed: { write: false, call: ({ confirmations }) => confirmations.isConfirmed(confirmation) },
    listShippingCodes: { write: false, call: async ({ orders }) => orders.listShippingCodes?.() ?? { ok: true, value: null } },
    confirmShipment: { write: true, call: ({ confirmations }) => confirmations.confirm([confirmation]) },
    stores: { write: false, call: ({ choices }) => choices('stores') },
    hold: {
      write: true,
      call: async ({ orders }) => orders.hold?.('987654321', confirmation.shippedAt, true) ?? { ok: true, value: null },
    },
  },
});
