import { contractSuite } from '../contract-suite.ts';
import { shipStation } from './connector.ts';
import { startShipStation } from './edge.ts';

const confirmation = {
  key: 'shipment-1',
  remoteOrderId: '9007199254740993',
  carrier: 'UPS',
  trackingNumber: '1Z999AA10123456784',
  trackingUrl: null,
  shippedAt: new Date('2026-11-20T03:00:00Z'),
  lines: [{ remoteLineId: '1', quantity: 1 }],
};

contractSuite({
  connector: shipStation,
  start: () => startShipStation(undefined, () => 3),
  settings: (origin) => ({ api_key: 'key-one', api_secret: 'secret-two', api_origin: origin }),
  secrets: ['key-one', 'secret-two', Buffer.from('key-one:secret-two').toString('base64')],
  streams: {
    orders: ({ channel }) => ({ stream: channel.orders as never, keyOf: ({ remoteId }: { remoteId: string }) => remoteId }),
  },
  deleted: ({ channel }) => channel.getOrder('1'),
  calls: {
    identify: { write: false, call: ({ channel }) => channel.identify() },
    getOrder: { write: false, call: ({ channel }) => channel.getOrder('987654321') },
    isConfirmed: { write: false, call: ({ channel }) => channel.isConfirmed(confirmation) },
    listShippingCodes: { write: false, call: async ({ channel }) => channel.listShippingCodes?.() ?? { ok: true, value: null } },
    confirmShipment: { write: true, call: ({ channel }) => channel.confirmShipment(confirmation) },
    hold: { write: true, call: async ({ channel }) => channel.hold?.('987654321', confirmation.shippedAt) ?? { ok: true, value: null } },
  },
});
