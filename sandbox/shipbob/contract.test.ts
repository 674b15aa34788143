import { contractSuite } from '../../connectors/contract-suite.ts';
import { shipBob as connector } from '../../connectors/shipbob/connector.ts';
import { manualClock } from '../clock.ts';
import { startSandbox } from '../sandbox.ts';
import { can, sideOf } from '../test/side.ts';
import { shipBob } from './stand-in.ts';

const recipient = {
  name: 'Alex Doe',
  address: { address1: '1 Main Street', city: 'Austin', state: 'TX', country: 'US', zip_code: '78701' },
};
const shipTo = {
  ...{ name: 'Alex Doe', company: null, line1: '1 Main Street', line2: null, city: 'Austin', state: 'TX', postalCode: '78701' },
  ...{ country: 'US', phone: null, email: null },
};
const products = [{ reference_id: 'MUG', name: 'MUG', quantity: 1, external_line_id: 1 }];

const numbers = Array.from({ length: 20 }, (_, at) => at + 1);

/** An account that has sent two orders and received two deliveries; the others wait. */
async function start() {
  const clock = manualClock('2026-11-20T10:00:00Z');
  const sandbox = await startSandbox({ clock, catalogue: 'empty', limits: { shipbob: null } });
  const merchant = sandbox.control.of(shipBob);
  for (let at = 0; at < 30; at += 1) merchant.add({ sku: `SKU-${at}`, name: 'A thing', lots: [{ lot: null, units: 50 }] });
  merchant.add({ sku: 'MUG', name: 'A mug', lots: [{ lot: null, units: 50 }] });
  for (const number of numbers) {
    const order = merchant.submit({ reference_id: `CD-${number}`, shipping_method: 'Standard', type: 'DTC', recipient, products });
    if (number <= 2) merchant.ship(order, 'the rest');
  }
  for (const number of numbers) {
    const made = merchant.announce({
      ...{ fulfillment_center: { id: 10 }, package_type: 'Package', box_packaging_type: 'EverythingInOneBox' },
      ...{ expected_arrival_date: '2026-12-24T00:00:00Z', purchase_order_number: `CD-P${number}` },
      boxes: [{ tracking_number: 'MAEU-1', box_items: [{ sku: 'MUG', quantity: 10 }] }],
    });
    if (typeof made === 'object' && number <= 2) merchant.receive(made, 'the rest');
  }
  return sideOf(sandbox, 'shipbob');
}

function counter() {
  let count = 0;
  return () => {
    count += 1;
    return count;
  };
}
const [next, cancelled] = [counter(), counter()];
/** A SKU that was not asked for before: what is known to be there is not looked up again. */
const order = () => {
  const number = next();
  return {
    ...{ reference: `CD-new-${number}`, orderNumbers: ['5'], methodCode: 'Standard', warehouseId: null, note: null, fields: {}, shipTo },
    lines: [{ lineReference: '1', sku: `SKU-${number}`, quantity: 1 }],
  };
};
type Named = { remoteId: string; providerRef: string; sku: string; asnId: string };
const nothing = { ok: true, value: null } as const;

contractSuite({
  ...{ connector, start, can },
  settings: (origin) => ({ token: 'demo-shipbob-token', api_origin: `${origin}/shipbob`, channel_id: '100102' }),
  secrets: ['demo-shipbob-token'],
  streams: {
    orderChanges: ({ warehouse }) => ({ stream: warehouse.orderChanges, keyOf: ({ providerRef }: Named) => providerRef }),
    shipments: ({ warehouse }) => ({ stream: warehouse.shipments, keyOf: ({ remoteId }: Named) => remoteId }),
    items: ({ warehouse }) => ({ stream: warehouse.items, keyOf: ({ sku }: Named) => sku }),
    asnChanges: ({ warehouse }) => ({ stream: warehouse.asnChanges as never, keyOf: ({ asnId }: Named) => asnId }),
    receipts: ({ warehouse }) => ({ stream: warehouse.receipts as never, keyOf: ({ remoteId }: Named) => remoteId }),
  },
  calls: {
    identify: { write: false, call: ({ identify }) => identify() },
    channels: { write: false, call: ({ choices }) => choices('channels') },
    listWarehouses: { write: false, call: ({ warehouse }) => warehouse.listWarehouses() },
    listShippingMethods: { write: false, call: ({ warehouse }) => warehouse.listShippingMethods() },
    findOrder: { write: false, searches: true, call: ({ warehouse }) => warehouse.findOrder('CD-1') },
    stock: { write: false, call: ({ warehouse }) => warehouse.stock(null) },
    // Each looks first, so what fails is that.
    submitOrder: { write: false, call: ({ warehouse }) => warehouse.submitOrder(order()) },
    createAsn: {
      ...{ write: false, searches: true },
      call: async ({ warehouse }) => warehouse.createAsn?.({ ...notice, reference: `CD-Pnew-${next()}` }) ?? nothing,
    },
    findAsn: { write: false, searches: true, call: async ({ warehouse }) => warehouse.findAsn?.('CD-P1') ?? nothing },
    // One that is cancelled already is looked up.
    requestCancel: { write: true, call: ({ warehouse }) => warehouse.requestCancel(`${240_765_632 + cancelled()}`, 'gone') },
    cancelAsn: { write: true, call: async ({ warehouse }) => warehouse.cancelAsn?.(`${443_003 + cancelled()}`, 'gone') ?? nothing },
    subscribe: { write: false, call: async ({ hints }) => hints.subscribe?.('https://crossdock.example.com/hooks/1', '', null) ?? nothing },
    unsubscribe: { write: false, call: async ({ hints }) => hints.unsubscribe?.('https://crossdock.example.com/hooks/1') ?? nothing },
  },
});

const notice = {
  ...{ warehouseId: '10', orderNumbers: ['PO-7'], expectedAt: null, carrier: null, freightNumber: null },
  lines: [{ lineReference: '1', sku: 'MUG', quantity: 3, lot: null, expectedAt: null }],
};
