import type { InboundNotice, WarehouseOrder } from '../contract.ts';
import { contractSuite } from '../contract-suite.ts';
import { extensiv } from './connector.ts';
import { credential, startExtensiv, type Vendor, vendorOf } from './edge.ts';
import * as sample from './sample.ts';

const order: WarehouseOrder = {
  ...{ reference: 'order-99', orderNumbers: ['SO-99'], methodCode: 'UPS/03', warehouseId: null, note: null, fields: {} },
  shipTo: {
    ...{ name: 'Anna Lindqvist', company: null, line1: '12 Mill Lane', line2: null, city: 'Leeds', state: null },
    ...{ postalCode: 'LS1 4DY', country: 'GB', phone: null, email: null },
  },
  lines: [{ lineReference: '1', sku: 'MUG', quantity: 6 }],
};
const notice: InboundNotice = {
  ...{ reference: 'po-99', warehouseId: '2', orderNumbers: ['PO-99'], expectedAt: null, carrier: 'Maersk', freightNumber: 'MAEU-1' },
  lines: [{ lineReference: '1', sku: 'MUG', quantity: 48, lot: null, expectedAt: null }],
};

/** More than a page. */
const orders = Array.from({ length: 101 }, (_, place) => sample.order(51 + place));
/** What is cancelled stays open, so that there is something to cancel each time. */
const before: Vendor['before'] = ({ path }) => (path.endsWith('/canceler') ? { status: 204 } : undefined);

let made = 0;
/** Under another reference each time, so that there is something to write. */
function another<T extends { reference: string }>(of: T): T {
  made += 1;
  return { ...of, reference: `${of.reference}-${made}` };
}

type Named = { remoteId: string; providerRef: string; sku: string; asnId: string };
const none = async () => ({ ok: true, value: null }) as const;

contractSuite({
  connector: extensiv,
  start: () => startExtensiv(vendorOf({ orders, before })),
  settings: (origin) => ({ ...credential, customer_id: '143', facility_id: '', base_url: origin }),
  // A list that is not there is no empty one: see lists.test.ts.
  can: (fault, write) => write || fault !== 'not_found',
  secrets: ['secret-two', 'token-1', 'token-2', Buffer.from('client-one:secret-two').toString('base64')],
  streams: {
    orderChanges: ({ warehouse }) => ({ stream: warehouse.orderChanges, keyOf: ({ providerRef }: Named) => providerRef }),
    items: ({ warehouse }) => ({ stream: warehouse.items, keyOf: ({ sku }: Named) => sku }),
    asnChanges: ({ warehouse }) => ({ stream: warehouse.asnChanges as never, keyOf: ({ asnId }: Named) => asnId }),
  },
  calls: {
    identify: { write: false, call: ({ identify }) => identify() },
    facilities: { write: false, call: ({ choices }) => choices('facilities') },
    listWarehouses: { write: false, call: ({ warehouse }) => warehouse.listWarehouses() },
    listShippingMethods: { write: false, call: ({ warehouse }) => warehouse.listShippingMethods() },
    findOrder: { write: false, call: ({ warehouse }) => warehouse.findOrder('order-51') },
    findOrdersByNumber: { write: false, call: ({ warehouse }) => warehouse.findOrdersByNumber?.('SO-51') ?? none() },
    stock: { write: false, call: ({ warehouse }) => warehouse.stock(null) },
    shipments: { write: false, call: ({ warehouse: { shipments } }) => shipments.read(null, new Date(0)) },
    submitOrder: { write: true, looksFirst: true, call: ({ warehouse }) => warehouse.submitOrder(another(order)) },
    replaceOrder: { write: true, looksFirst: true, call: ({ warehouse }) => warehouse.replaceOrder?.('51', order) ?? none() },
    setHold: { write: true, call: ({ warehouse }) => warehouse.setHold?.('51', true, 'waiting') ?? none() },
    requestCancel: {
      write: true,
      looksFirst: true,
      call: ({ warehouse }) => warehouse.requestCancel('51', 'the buyer changed their mind'),
    },
    findAsn: { write: false, call: ({ warehouse }) => warehouse.findAsn?.('po-71') ?? none() },
    findAsnsByNumber: { write: false, call: ({ warehouse }) => warehouse.findAsnsByNumber?.('PO-71') ?? none() },
    receipts: { write: false, call: ({ warehouse: { receipts } }) => receipts?.read(null, new Date(0)) ?? none() },
    createAsn: { write: true, looksFirst: true, call: ({ warehouse }) => warehouse.createAsn?.(another(notice)) ?? none() },
    replaceAsn: { write: true, looksFirst: true, call: ({ warehouse }) => warehouse.replaceAsn?.('71', notice) ?? none() },
    cancelAsn: { write: true, looksFirst: true, call: ({ warehouse }) => warehouse.cancelAsn?.('71', 'not needed') ?? none() },
  },
});
