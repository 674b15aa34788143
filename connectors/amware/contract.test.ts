import { createHmac } from 'node:crypto';
import type { InboundNotice, WarehouseOrder } from '../contract.ts';
import { contractSuite } from '../contract-suite.ts';
import { amware } from './connector.ts';
import { startAmware } from './edge.ts';

const order: WarehouseOrder = {
  reference: 'order-1-1',
  orderNumbers: ['SO-1001'],
  methodCode: 'UPSGR',
  warehouseId: null,
  shipTo: {
    ...{ name: 'Anna Lindqvist', company: null, line1: '12 Mill Lane', line2: null, city: 'Leeds', state: null },
    ...{ postalCode: 'LS1 4DY', country: 'GB', phone: null, email: null },
  },
  note: null,
  fields: {},
  lines: [{ lineReference: '1', sku: '85123A', quantity: 6 }],
};
const notice: InboundNotice = {
  reference: 'po-7',
  warehouseId: 'ATL',
  orderNumbers: ['PO-7'],
  expectedAt: null,
  carrier: 'Maersk',
  freightNumber: 'MAEU-1',
  lines: [{ lineReference: '1', sku: '85123A', quantity: 48, lot: null, expectedAt: null }],
};

/** The suite's now. */
const seconds = Date.parse('2026-11-21T12:00:00Z') / 1000;
const sign = (body: string, key: string) => createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex');

type Named = { remoteId: string; providerRef: string; sku: string };

contractSuite({
  connector: amware,
  start: startAmware,
  settings: (origin) => ({ api_key: 'key-one', base_url: origin, webhook_secret: 'secret-two' }),
  secrets: ['key-one', 'secret-two'],
  deliveries: {
    body: JSON.stringify({ id: 'dlv_1', event: 'order.changed', occurred_at: '2026-11-21T11:59:59Z', ids: ['AMW-1', 'AMW-2'] }),
    names: ['AMW-1', 'AMW-2'],
    deliver: (body, proof) => ({
      secret: 'secret-two',
      delivery: {
        headers: { 'amware-signature': `t=${seconds},v1=${sign(body, proof === 'right' ? 'secret-two' : 'another')}` },
        ...{ rawBody: Buffer.from(body), query: {} },
      },
    }),
  },
  streams: {
    orderChanges: ({ warehouse }) => ({ stream: warehouse.orderChanges, keyOf: ({ providerRef }: Named) => providerRef }),
    shipments: ({ warehouse }) => ({ stream: warehouse.shipments, keyOf: ({ remoteId }: Named) => remoteId }),
    items: ({ warehouse }) => ({ stream: warehouse.items, keyOf: ({ sku }: Named) => sku }),
    asnChanges: ({ warehouse }) => ({ stream: warehouse.asnChanges as never, keyOf: ({ asnId }: { asnId: string }) => asnId }),
    receipts: ({ warehouse }) => ({ stream: warehouse.receipts as never, keyOf: ({ remoteId }: Named) => remoteId }),
  },
  calls: {
    identify: { write: false, call: ({ identify }) => identify() },
    listWarehouses: { write: false, call: ({ warehouse }) => warehouse.listWarehouses() },
    listShippingMethods: { write: false, call: ({ warehouse }) => warehouse.listShippingMethods() },
    findOrder: { write: false, searches: true, call: ({ warehouse }) => warehouse.findOrder('order-1-1') },
    findOrdersByNumber: {
      ...{ write: false, searches: true },
      call: async ({ warehouse }) => warehouse.findOrdersByNumber?.('SO-1') ?? { ok: true, value: null },
    },
    findAsnsByNumber: {
      write: false,
      searches: true,
      call: async ({ warehouse }) => warehouse.findAsnsByNumber?.('PO-7') ?? { ok: true, value: null },
    },
    stock: { write: false, call: ({ warehouse }) => warehouse.stock(null) },
    submitOrder: { write: true, call: ({ warehouse }) => warehouse.submitOrder(order) },
    requestCancel: { write: true, call: ({ warehouse }) => warehouse.requestCancel('AMW-1', 'the buyer changed their mind') },
    replaceOrder: { write: true, call: async ({ warehouse }) => warehouse.replaceOrder?.('AMW-1', order) ?? { ok: true, value: null } },
    setHold: { write: true, call: async ({ warehouse }) => warehouse.setHold?.('AMW-1', true, 'waiting') ?? { ok: true, value: null } },
    findAsn: { write: false, searches: true, call: async ({ warehouse }) => warehouse.findAsn?.('po-7') ?? { ok: true, value: null } },
    createAsn: { write: true, call: async ({ warehouse }) => warehouse.createAsn?.(notice) ?? { ok: true, value: null } },
    replaceAsn: { write: true, call: async ({ warehouse }) => warehouse.replaceAsn?.('ASN-1', notice) ?? { ok: true, value: null } },
    cancelAsn: { write: true, call: async ({ warehouse }) => warehouse.cancelAsn?.('ASN-1', 'not needed') ?? { ok: true, value: null } },
    closeAsn: { write: true, call: async ({ warehouse }) => warehouse.closeAsn?.('ASN-1', 'no more comes') ?? { ok: true, value: null } },
  },
});
