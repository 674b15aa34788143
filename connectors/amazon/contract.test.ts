import { contractSuite } from '../contract-suite.ts';
import { amazon } from './connector.ts';
import { marketOf, startMarket } from './edge.ts';
import { settingsAt } from './opened.ts';

const confirmation = {
  ...{ key: 'shipment-1', remoteOrderId: '302-1', handle: 'A1PA6795UKMFR9', carrier: 'UPS', method: 'Ground', trackingUrl: null },
  ...{ trackingNumber: '1Z999AA10123456784', shippedAt: new Date('2026-11-20T03:00:00Z'), completes: false },
  lines: [{ remoteLineId: '11', handle: null, quantity: 2 }],
};

const application = { id: 'amzn1.application-oa2-client.ours', secret: 'amzn1.oa2-cs.v1.ours' };

// It has not worked through a file yet.
const market = marketOf({ isWorking: true });
const levels = Array.from({ length: 25 }, (_, n) => ({
  ...{ key: `level-${n}`, sku: `SKU-${n}`, locationId: 'A1PA6795UKMFR9', quantity: n, stockId: 'DEFAULT' },
}));

contractSuite({
  ...{ connector: amazon, application },
  start: () => startMarket(market),
  settings: (origin) => settingsAt(origin),
  secrets: ['amzn1.oa2-cs.v1.5', 'Atzr|IwEBIA', encodeURIComponent('Atzr|IwEBIA'), 'Atza|1'],
  streams: { orders: ({ orders }) => ({ stream: orders.stream, keyOf: ({ remoteId }: { remoteId: string }) => remoteId }) },
  deleted: ({ orders }) => orders.get('999'),
  pendingStock: {
    set: ({ inventory }) => inventory.set(levels),
    settle: () => {
      market.isWorking = false;
    },
  },
  parcel: () => confirmation,
  calls: {
    // Who may not read the seller's listings is another seller, whatever the status says.
    listMarketplaces: { write: false, call: ({ choices }) => choices('marketplaces') },
    getOrder: { write: false, call: ({ orders }) => orders.get('302-1') },
    confirm: { write: true, looksFirst: true, call: ({ confirmations }) => confirmations.confirm([confirmation]) },
    isConfirmed: { write: false, call: ({ confirmations }) => confirmations.isConfirmed(confirmation) },
    listLocations: { write: false, call: ({ inventory }) => inventory.listLocations() },
    askForFeed: { write: false, call: async ({ inventory }) => inventory.ask?.('feed-1', ['level-1']) ?? { ok: true, value: null } },
  },
  // A confirmation replies without a body, so none can be malformed.
  can: (fault, write) => !(write && (fault === 'malformed' || fault === 'wrong_shape' || fault === 'wrong_type')),
});
