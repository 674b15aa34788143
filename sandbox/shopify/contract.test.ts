import { channelStreams } from '../../connectors/contract-suite/opened.ts';
import { contractSuite } from '../../connectors/contract-suite.ts';
import { shopify as connector } from '../../connectors/shopify/connector.ts';
import { manualClock } from '../clock.ts';
import { startSandbox } from '../sandbox.ts';
import { can, sideOf } from '../test/side.ts';
import { shopify } from './stand-in.ts';

const address = 'https://crossdock.example.com/hooks/1';
/** Each call writes something else: what is done already is not written again. */
let count = 0;
const next = () => {
  count += 1;
  return count;
};
const confirmation = (trackingNumber: string) => ({
  ...{ key: `shipment-${trackingNumber}`, remoteOrderId: '5002', handle: null, carrier: 'UPS', method: null, trackingNumber },
  ...{ trackingUrl: null, shippedAt: new Date('2026-11-20T03:00:00Z'), completes: true },
  lines: [{ remoteLineId: '50003', handle: null, quantity: 1 }],
});
const nothing = { ok: true, value: null } as const;

/** A shop that sold seven times. */
async function start() {
  const clock = manualClock('2026-11-20T10:00:00Z');
  const sandbox = await startSandbox({ clock, catalogue: 'empty', limits: { shopify: null } });
  const { items, enter, tokens } = sandbox.control.of(shopify);
  for (const sku of ['MUG', 'CUP']) {
    clock.advance(3_600_000);
    items.add({ sku, name: sku, tracked: true, available: { 1: 50 } });
  }
  for (let count = 0; count < 7; count += 1) {
    clock.advance(3_600_000);
    enter({ items: [{ sku: 'MUG', quantity: 500 }] });
  }
  return { ...sideOf(sandbox, 'shopify'), expireTokens: async () => tokens.expire() };
}

contractSuite({
  ...{ connector, start, can },
  settings: (origin) => ({
    ...{ shop: 'demo-gifts', client_id: '0123456789abcdef0123456789abcdef', client_secret: 'shpss_demo_0123456789', location_ids: '["1"]' },
    api_address: `${origin}/shopify/demo-gifts`,
  }),
  secrets: ['shpss_demo_0123456789'],
  streams: channelStreams,
  deleted: ({ orders }) => orders.get('99'),
  parcel: () => confirmation('1Z'),
  calls: {
    identify: { write: false, call: ({ identify }) => identify() },
    locations: { write: false, call: ({ choices }) => choices('locations') },
    getOrder: { write: false, call: ({ orders }) => orders.get('5002') },
    listOpen: { write: false, call: async ({ orders }) => orders.listOpen?.read(null) ?? nothing },
    hold: { write: false, call: async ({ orders }) => orders.hold?.('5003', new Date('2026-12-01T00:00:00Z'), true) ?? nothing },
    confirm: { write: true, looksFirst: true, call: ({ confirmations }) => confirmations.confirm([confirmation(`1Z${next()}`)]) },
    isConfirmed: { write: false, call: ({ confirmations }) => confirmations.isConfirmed(confirmation('1Z')) },
    setStock: {
      ...{ write: true, looksFirst: true },
      call: ({ inventory }) => inventory.set([{ key: 'level-1', sku: 'MUG', locationId: '1', quantity: 1000 + next() }]),
    },
    listStockLocations: { write: false, call: ({ inventory }) => inventory.listLocations() },
    subscribe: { write: true, looksFirst: true, call: async ({ hints }) => hints.subscribe?.(`${address}/${next()}`, '', null) ?? nothing },
    unsubscribe: { write: false, call: async ({ hints }) => hints.unsubscribe?.(address) ?? nothing },
  },
});
