import { amazon as connector } from '../../connectors/amazon/connector.ts';
import { contractSuite } from '../../connectors/contract-suite.ts';
import { manualClock } from '../clock.ts';
import { startSandbox } from '../sandbox.ts';
import { can, sideOf } from '../test/side.ts';
import { amazon } from './stand-in.ts';

const [orderId, itemId] = ['1002', '10020000000001'];
const marketplace = 'ATVPDKIKX0DER';
let parcels = 0;
/** Another one each time: a parcel is confirmed once. */
const parcel = (remoteOrderId: string) => {
  parcels += 1;
  return {
    ...{ key: `shipment-${parcels}`, remoteOrderId, handle: marketplace, carrier: 'UPS', method: 'Ground', trackingNumber: `1Z${parcels}` },
    ...{ trackingUrl: null, shippedAt: new Date('2026-11-20T03:00:00Z'), completes: false },
    lines: [{ remoteLineId: itemId, handle: null, quantity: 1 }],
  };
};
let remoteOrderId = '';

/** A seller who sold five times and lists two things. */
async function start() {
  const clock = manualClock('2026-11-20T10:00:00Z');
  const sandbox = await startSandbox({ clock, catalogue: 'empty', limits: { amazon: null } });
  const market = sandbox.control.of(amazon);
  market.site.workMs = 0;
  for (const sku of ['MUG', 'CUP']) market.list({ sku, channel: 'DEFAULT', quantity: 5 });
  for (let count = 0; count < 5; count += 1) {
    const entered = market.enter({ items: [{ sku: 'MUG', quantity: 500 }] });
    if (String(entered.id) === orderId) remoteOrderId = entered.orderId;
    clock.advance(180_000);
  }
  return { ...sideOf(sandbox, 'amazon'), expireTokens: async () => market.tokens.expire() };
}

const nothing = { ok: true, value: null } as const;
const level = { key: 'level-1', sku: 'MUG', locationId: marketplace, quantity: 4 };

contractSuite({
  ...{ connector, start },
  // A confirmation has no reply that could be malformed, or break off.
  can: (fault, write) => can(fault, write) && !(write && (fault === 'malformed' || fault === 'truncated')),
  settings: (origin) => ({
    ...{ api_origin: `${origin}/amazon`, seller_id: 'A2DEMOGIFTS01X', client_id: 'amzn1.application-oa2-client.demo' },
    ...{ client_secret: 'amzn1.oa2-cs.v1.demo', refresh_token: 'Atzr|demo-refresh-token' },
  }),
  secrets: ['amzn1.oa2-cs.v1.demo', 'Atzr|demo-refresh-token', encodeURIComponent('Atzr|demo-refresh-token')],
  streams: { orders: ({ orders }) => ({ stream: orders.stream, keyOf: ({ remoteId }: { remoteId: string }) => remoteId }) },
  deleted: ({ orders }) => orders.get('902-0000000-0000000'),
  parcel: () => parcel(remoteOrderId),
  calls: {
    listMarketplaces: { write: false, call: ({ choices }) => choices('marketplaces') },
    getOrder: { write: false, call: ({ orders }) => orders.get(remoteOrderId) },
    confirm: { write: true, looksFirst: true, call: ({ confirmations }) => confirmations.confirm([parcel(remoteOrderId)]) },
    isConfirmed: { write: false, call: ({ confirmations }) => confirmations.isConfirmed(parcel(remoteOrderId)) },
    setStock: { write: true, looksFirst: true, call: ({ inventory }) => inventory.set([level]) },
    listLocations: { write: false, call: ({ inventory }) => inventory.listLocations() },
    readListings: {
      write: false,
      call: async ({ listings: { stream } }) => (stream.mode === 'cursor' ? stream.read(null, new Date('2026-11-20T10:00:00Z')) : nothing),
    },
  },
});
