import { createHmac } from 'node:crypto';
import type { InboundNotice, WarehouseOrder } from '../contract.ts';
import { contractSuite } from '../contract-suite.ts';
import { shipBob } from './connector.ts';
import { startShipBob } from './edge.ts';

const shipTo = {
  ...{ name: 'Anna Lindqvist', company: null, line1: '12 Mill Lane', line2: null, city: 'Leeds', state: 'WY', postalCode: 'LS1 4DY' },
  ...{ country: 'GB', phone: '5550100', email: 'anna@example.com' },
};
let count = 0;
/** SKUs that were never asked for: what is known to be there is not looked up again. */
const order = (): WarehouseOrder => {
  count += 1;
  return {
    ...{ reference: 'CD-new', orderNumbers: ['SO-1'], methodCode: 'Standard', warehouseId: null, note: null, fields: {}, shipTo },
    lines: [{ lineReference: 'line-a', sku: `SKU-${count}`, quantity: 6 }],
  };
};
/** Another one each time: what ShipBob has already is not said again. */
const changed = (): WarehouseOrder => {
  count += 1;
  return {
    ...{ reference: 'CD-1', orderNumbers: ['SO-1', '100-7'], methodCode: 'Standard', warehouseId: null, note: null, fields: {} },
    shipTo: { ...shipTo, name: `Somebody ${count}` },
    lines: [
      { lineReference: 'line-a', sku: 'MUG', quantity: 4 + count },
      { lineReference: 'line-b', sku: 'CUP', quantity: 2 },
    ],
  };
};
const notice: InboundNotice = {
  ...{ reference: 'CD-Pnew', warehouseId: '10', orderNumbers: ['PO-7'], expectedAt: null, carrier: 'Maersk', freightNumber: 'MAEU-1' },
  lines: [{ lineReference: '1', sku: 'MUG', quantity: 48, lot: null, expectedAt: null }],
};

/** The suite's now. */
const seconds = Date.parse('2026-11-21T12:00:00Z') / 1000;
const secretOf = (key: string) => `whsec_${Buffer.from(key).toString('base64')}`;
const sign = (body: string, key: string) => `v1,${createHmac('sha256', key).update(`msg_1.${seconds}.${body}`).digest('base64')}`;

type Named = { remoteId: string; providerRef: string; sku: string; asnId: string };
const nothing = { ok: true, value: null } as const;

contractSuite({
  connector: shipBob,
  start: startShipBob,
  settings: (origin) => ({ token: 'pat-token-one', api_origin: origin, channel_id: '100102' }),
  secrets: ['pat-token-one'],
  streams: {
    orderChanges: ({ warehouse }) => ({ stream: warehouse.orderChanges, keyOf: ({ providerRef }: Named) => providerRef }),
    shipments: ({ warehouse }) => ({ stream: warehouse.shipments, keyOf: ({ remoteId }: Named) => remoteId }),
    items: ({ warehouse }) => ({ stream: warehouse.items, keyOf: ({ sku }: Named) => sku }),
    asnChanges: ({ warehouse }) => ({ stream: warehouse.asnChanges as never, keyOf: ({ asnId }: Named) => asnId }),
    receipts: ({ warehouse }) => ({ stream: warehouse.receipts as never, keyOf: ({ remoteId }: Named) => remoteId }),
  },
  deliveries: {
    body: JSON.stringify({ id: 500, reference_id: 'CD-1' }),
    names: ['500'],
    deliver: (body, proof) => ({
      ...{ secret: 'ours', theirs: { secret: secretOf('the key of it') } },
      delivery: {
        headers: {
          ...{ 'webhook-id': 'msg_1', 'webhook-timestamp': String(seconds), 'x-webhook-topic': 'order.shipped' },
          'webhook-signature': sign(body, proof === 'right' ? 'the key of it' : 'another'),
        },
        ...{ rawBody: Buffer.from(body), query: {} },
      },
    }),
  },
  calls: {
    identify: { write: false, call: ({ identify }) => identify() },
    channels: { write: false, call: ({ choices }) => choices('channels') },
    listWarehouses: { write: false, call: ({ warehouse }) => warehouse.listWarehouses() },
    listShippingMethods: { write: false, call: ({ warehouse }) => warehouse.listShippingMethods() },
    findOrder: { write: false, searches: true, call: ({ warehouse }) => warehouse.findOrder('CD-1') },
    stock: { write: false, call: ({ warehouse }) => warehouse.stock(null) },
    submitOrder: { write: true, looksFirst: true, call: ({ warehouse }) => warehouse.submitOrder(order()) },
    requestCancel: { write: true, call: ({ warehouse }) => warehouse.requestCancel('500', 'the buyer changed their mind') },
    replaceOrder: { write: true, looksFirst: true, call: async ({ warehouse }) => warehouse.replaceOrder?.('500', changed()) ?? nothing },
    findAsn: { write: false, searches: true, call: async ({ warehouse }) => warehouse.findAsn?.('CD-P1') ?? nothing },
    findAsnsByNumber: { write: false, searches: true, call: async ({ warehouse }) => warehouse.findAsnsByNumber?.('PO-7') ?? nothing },
    createAsn: {
      ...{ write: true, looksFirst: true, searches: true },
      call: async ({ warehouse }) => warehouse.createAsn?.(notice) ?? nothing,
    },
    cancelAsn: { write: true, call: async ({ warehouse }) => warehouse.cancelAsn?.('443001', 'not needed') ?? nothing },
    subscribe: {
      ...{ write: true, looksFirst: true },
      call: async ({ hints }) => hints.subscribe?.('https://crossdock.example.com/hooks/1', 'ours', null) ?? nothing,
    },
  },
});
