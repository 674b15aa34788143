import { createHmac } from 'node:crypto';
import { manualClock } from '../../sandbox/clock.ts';
import type { FaultKind } from '../../sandbox/faults.ts';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { contractSuite, type OtherSide } from '../contract-suite.ts';
import type { EdgeFault } from '../scripted-edge.ts';
import { channelAdvisor } from './connector.ts';

/** What the suite calls a fault, and the stand-in. Those that are not here it never has. */
const kinds: Partial<Record<EdgeFault, FaultKind>> = {
  unauthorized: 'expired_credentials',
  too_many: '429_bare',
  server_error: '500',
  hang: 'hang',
  drop: 'drop_after_accept',
  truncated: 'truncated',
  malformed: 'malformed',
};

/** Enough orders and products for three pages of each, one of them with more lines than a list shows. */
async function start(): Promise<OtherSide> {
  const clock = manualClock('2026-11-21T10:59:00Z');
  const { origin, control, stop } = await startSandbox({ clock, catalogue: 'empty' });
  const { orders, products, grant } = control.advisor();
  const many = Array.from({ length: 25 }, (_, n) => ({ sku: `SKU-${n}`, quantity: 1 }));
  orders.add([{ SiteOrderID: 'N0', items: many }]);
  orders.add(Array.from({ length: 44 }, (_, n) => ({ SiteOrderID: `N${n + 1}`, items: [{ sku: 'MUG', quantity: 1 }] })));
  for (let n = products.rows.size; n < 45; n++) products.add({ sku: `ITEM-${n}` });
  clock.advance(3_600_000);
  const fault = (edgeFault: EdgeFault | null, onlyWrites = false) => {
    control.faults.clear();
    const kind = edgeFault && kinds[edgeFault];
    if (kind) control.faults.add({ target: 'channel_advisor', kind, probability: 1, onlyWrites });
  };
  return { origin, fault, expireTokens: async () => grant.expire(), stop };
}

const confirmation = (remoteOrderId: string, lineId: string) => ({
  ...{ key: 'shipment-1', remoteOrderId, handle: null, carrier: 'UPS', method: 'UPS Ground', trackingNumber: '1Z', trackingUrl: null },
  ...{ shippedAt: new Date('2026-11-20T03:00:00Z'), lines: [{ remoteLineId: lineId, handle: null, quantity: 1 }], completes: true },
});
let addresses = 0;
/** Another one each time, so that there is something to subscribe. */
const addressOf = () => {
  addresses += 1;
  return `https://crossdock.example.com/hooks/${addresses}?secret=a`;
};
const keyOf = ({ remoteId }: { remoteId: string }) => remoteId;

contractSuite({
  connector: channelAdvisor,
  start,
  // A write has a reply without a body: nothing of it can be malformed.
  can: (fault, write) => fault in kinds && (fault !== 'drop' || write) && (fault !== 'malformed' || !write),
  settings: (origin) => ({
    ...{ application_id: 'demo-application', shared_secret: 'demo-shared-secret', refresh_token: 'demo-refresh-token' },
    ...{ profile_id: '12000001', api_origin: `${origin}/channel-advisor` },
  }),
  secrets: ['demo-shared-secret', 'demo-refresh-token', Buffer.from('demo-application:demo-shared-secret').toString('base64')],
  streams: {
    orders: ({ orders }) => ({ stream: orders.stream, keyOf }),
    listings: ({ listings }) => ({ stream: listings.stream, keyOf }),
  },
  deliveries: {
    body: JSON.stringify({ ID: 7, ProfileID: 12000001, ShippingStatus: 'Unshipped' }),
    names: ['7'],
    deliver: (body, proof) => ({
      secret: 'a-secret',
      delivery: {
        headers: {
          'x-signature': createHmac('sha256', proof === 'right' ? 'a-secret' : 'another')
            .update(body)
            .digest('base64'),
        },
        ...{ rawBody: Buffer.from(body), query: {} },
      },
    }),
  },
  deleted: ({ orders }) => orders.get('1'),
  parcel: () => confirmation('20000004', '2000000401'),
  calls: {
    identify: { write: false, call: ({ identify }) => identify() },
    profiles: { write: false, call: ({ choices }) => choices('profiles') },
    locations: { write: false, call: ({ inventory }) => inventory.listLocations() },
    get: { write: false, call: ({ orders }) => orders.get('20000001') },
    reread: { write: false, call: async ({ orders }) => orders.reread?.read(['20000002', '20000003']) ?? { ok: true, value: null } },
    isConfirmed: { write: false, call: ({ confirmations }) => confirmations.isConfirmed(confirmation('20000004', '2000000401')) },
    acknowledge: {
      write: true,
      call: async ({ orders: { stream } }) => (stream.mode === 'queue' ? stream.acknowledge(['20000045']) : { ok: true, value: [] }),
    },
    // These look before they write, so that a failure of everything leaves nothing that may be done.
    confirm: { write: false, call: ({ confirmations }) => confirmations.confirm([confirmation('20000004', '2000000401')]) },
    subscribe: {
      ...{ write: true, looksFirst: true },
      call: async ({ hints }) => hints.subscribe?.(addressOf(), 'a-secret', null) ?? { ok: true, value: null },
    },
    unsubscribe: { write: false, call: async ({ hints }) => hints.unsubscribe?.(addressOf()) ?? { ok: true, value: null } },
    inventory: {
      write: false,
      call: ({ inventory }) => inventory.set([{ key: 'a', sku: 'MUG', locationId: '1', quantity: 5 }]),
    },
  },
});
