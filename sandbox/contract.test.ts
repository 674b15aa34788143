import { describe } from 'vitest';
import { amware } from '../connectors/amware/connector.ts';
import type { Settings } from '../connectors/contract.ts';
import { type Candidate, contractSuite, type OtherSide } from '../connectors/contract-suite.ts';
import { shipStation } from '../connectors/ship-station/connector.ts';
import { paces } from './amware/pace.ts';
import { manualClock } from './clock.ts';
import type { FaultRequest } from './faults.ts';
import { startSandbox } from './sandbox.ts';
import { can, sideOf } from './test/side.ts';

/** A sandbox in which the shop has sold and the warehouse has shipped. */
async function start(target: FaultRequest['target']): Promise<OtherSide> {
  const clock = manualClock('2026-11-21T10:00:00Z');
  const sandbox = await startSandbox({ clock, catalogue: 'empty', limits: { shipStation: null, amware: null } });
  const { control } = sandbox;
  const client = control.client();
  client.catalogue.take(['MUG', 'CUP'].map((sku) => ({ sku, name: sku, units: 50 })));
  for (const number of [1, 2, 3, 4]) {
    clock.advance(60_000);
    control.seller().add([{ orderNumber: `N${number}`, items: [{ sku: 'MUG', quantity: 1 }] }]);
    client.desk.submit({ ...warehouseOrder(`order-${number}`), ship_to: shipTo } as never);
    control.runDue();
  }
  control.set({ pace: paces.manual });
  return sideOf(sandbox, target);
}

const shipTo = {
  name: 'Alex Doe',
  company: null,
  line1: '1 Main Street',
  line2: null,
  city: 'Austin',
  state: 'TX',
  postal_code: '78701',
  country: 'US',
  phone: null,
  email: null,
};
const warehouseOrder = (reference: string) => ({
  ...{ reference, order_numbers: ['1'], method_code: 'UPSGR', warehouse_id: null, note: null, fields: {} },
  lines: [{ line_reference: '1', sku: 'MUG', quantity: 1 }],
});

const confirmation = (remoteOrderId: string) => ({
  ...{ key: 'shipment-1', remoteOrderId, handle: null, carrier: 'UPS', method: null, trackingNumber: '1Z', trackingUrl: null },
  ...{ shippedAt: new Date('2026-11-20T03:00:00Z'), lines: [{ remoteLineId: '1', handle: null, quantity: 1 }], completes: true },
});
const order = {
  ...{ reference: 'order-5', orderNumbers: ['5'], methodCode: 'UPSGR', warehouseId: null, note: null, fields: {} },
  shipTo: {
    ...{ name: 'Alex Doe', company: null, line1: '1 Main Street', line2: null, city: 'Austin', state: 'TX' },
    postalCode: '78701',
    country: 'US',
    phone: null,
    email: null,
  },
  lines: [{ lineReference: '1', sku: 'MUG', quantity: 1 }],
};
type Named = { remoteId: string; providerRef: string; sku: string };

const channel: Candidate = {
  connector: shipStation,
  start: () => start('ship_station'),
  can,
  settings: (origin): Settings => ({ api_key: 'demo-key', api_secret: 'demo-secret', api_origin: `${origin}/ship-station` }),
  secrets: ['demo-key', 'demo-secret'],
  streams: {
    orders: ({ orders }) => ({ stream: orders.stream, keyOf: ({ remoteId }: Named) => remoteId }),
  },
  parcel: () => confirmation('5000000002'),
  calls: {
    identify: { write: false, call: ({ identify }) => identify() },
    getOrder: { write: false, call: ({ orders }) => orders.get('5000000001') },
    isConfirmed: { write: false, call: ({ confirmations }) => confirmations.isConfirmed(confirmation('5000000001')) },
    listShippingCodes: { write: false, call: async ({ orders }) => orders.listShippingCodes?.() ?? { ok: true, value: null } },
    confirmShipment: { write: true, call: ({ confirmations }) => confirmations.confirm([confirmation('5000000002')]) },
    hold: {
      write: true,
      call: async ({ orders }) => orders.hold?.('5000000003', new Date('2026-12-01'), true) ?? { ok: true, value: null },
    },
  },
};

const warehouse: Candidate = {
  connector: amware,
  start: () => start('amware'),
  can,
  settings: (origin): Settings => ({ api_key: 'demo-amware-key', base_url: `${origin}/amware`, webhook_secret: 'demo-webhook-secret' }),
  secrets: ['demo-amware-key', 'demo-webhook-secret'],
  streams: {
    orderChanges: ({ warehouse }) => ({ stream: warehouse.orderChanges, keyOf: ({ providerRef }: Named) => providerRef }),
    shipments: ({ warehouse }) => ({ stream: warehouse.shipments, keyOf: ({ remoteId }: Named) => remoteId }),
    items: ({ warehouse }) => ({ stream: warehouse.items, keyOf: ({ sku }: Named) => sku }),
  },
  calls: {
    identify: { write: false, call: ({ identify }) => identify() },
    listWarehouses: { write: false, call: ({ warehouse }) => warehouse.listWarehouses() },
    listShippingMethods: { write: false, call: ({ warehouse }) => warehouse.listShippingMethods() },
    findOrder: { write: false, call: ({ warehouse }) => warehouse.findOrder('order-1') },
    stock: { write: false, call: ({ warehouse }) => warehouse.stock(null) },
    submitOrder: { write: true, call: ({ warehouse }) => warehouse.submitOrder(order) },
    requestCancel: { write: true, call: ({ warehouse }) => warehouse.requestCancel('AMW-100001', 'the buyer changed their mind') },
    setHold: {
      write: true,
      call: async ({ warehouse }) => warehouse.setHold?.('AMW-100002', true, 'waiting') ?? { ok: true, value: null },
    },
  },
};

describe('the stand-in for ShipStation', () => contractSuite(channel));
describe('the stand-in for Amware', () => contractSuite(warehouse));
