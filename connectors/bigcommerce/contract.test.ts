import { channelStreams } from '../contract-suite/opened.ts';
import { contractSuite } from '../contract-suite.ts';
import { bigCommerce } from './connector.ts';
import { bigOrder, startStore, storeOf } from './edge.ts';

const confirmation = {
  ...{ key: 'shipment-0', remoteOrderId: '1', handle: '51', carrier: 'UPS', method: null, trackingNumber: '1Z999AA10123456784' },
  ...{ trackingUrl: null, shippedAt: new Date('2026-11-20T03:00:00Z'), completes: true },
  lines: [{ remoteLineId: '10', handle: null, quantity: 2 }],
};
let parcels = 0;
/** Another one each time, so that there is something to write. */
const parcel = () => {
  parcels += 1;
  return { ...confirmation, key: `shipment-${parcels}` };
};
const nothing = { ok: true, value: null } as const;
const address = 'https://crossdock.example.com/hooks/1';

contractSuite({
  connector: bigCommerce,
  start: () =>
    startStore(storeOf({ orders: [bigOrder(1), bigOrder(2, { date_modified: 'Fri, 20 Nov 2026 11:00:00 +0000' }), bigOrder(3)] })),
  settings: (origin) => ({ store_hash: 'abc123', access_token: 'token-0123456789', api_origin: origin }),
  secrets: ['token-0123456789'],
  streams: channelStreams,
  deliveries: {
    body: JSON.stringify({ scope: 'store/order/updated', data: { type: 'order', id: 7 }, hash: 'hash-1', created_at: 1, store_id: '1' }),
    names: ['7'],
    deliver: (body, proof) => ({
      secret: 'a-secret',
      delivery: {
        headers: { 'x-crossdock-secret': proof === 'right' ? 'a-secret' : 'another' },
        ...{ rawBody: Buffer.from(body), query: {} },
      },
    }),
    isUnsigned: true,
  },
  deleted: ({ orders }) => orders.get('99'),
  parcel,
  calls: {
    identify: { write: false, call: ({ identify }) => identify() },
    getOrder: { write: false, call: ({ orders }) => orders.get('1') },
    listOpen: { write: false, call: async ({ orders }) => orders.listOpen?.read(null) ?? nothing },
    confirm: { write: true, looksFirst: true, call: ({ confirmations }) => confirmations.confirm([parcel()]) },
    isConfirmed: { write: false, call: ({ confirmations }) => confirmations.isConfirmed(confirmation) },
    setStock: { write: true, call: ({ inventory }) => inventory.set([{ key: 'a', sku: 'SKU-7', locationId: '1', quantity: 4 }]) },
    listLocations: { write: false, call: ({ inventory }) => inventory.listLocations() },
    subscribe: { ...{ write: true, looksFirst: true }, call: async ({ hints }) => hints.subscribe?.(address, 'a-secret', null) ?? nothing },
    unsubscribe: { write: false, call: async ({ hints }) => hints.unsubscribe?.(address) ?? nothing },
  },
});
