import { contractSuite } from '../../connectors/contract-suite.ts';
import { extensiv as connector } from '../../connectors/extensiv/connector.ts';
import { can, sideOf } from '../test/side.ts';
import { notice, order, settings, startWarehouse } from './try.ts';

const [firstOrder, firstReceiver] = [5001, 7001];
/** What has left, and what has come. The others wait. */
const done = 3;

/** A customer with more orders and receivers than a page has, of which some have left or come. */
async function start() {
  const { sandbox, customer } = await startWarehouse();
  const { items, orders, receivers, linesOf, allocate, ship, receive, close } = customer;
  for (let at = 0; at < 120; at += 1) items.add({ sku: `SKU-${at}`, name: 'A thing', upc: null });
  const body = { shipTo: order('').shipTo, routingInfo: { carrier: 'UPS', mode: '03' } };
  const kept = { body, facility: 2, status: 0, version: 1 } as const;
  for (let at = 0; at < 120; at += 1) {
    const lines = linesOf([{ itemIdentifier: { sku: 'MUG' }, externalId: 'l-1', qty: 1 }]);
    const made = orders.add({ ...kept, reference: `CD-${at}`, lines, picked: false, held: null, closedAt: null, cartons: [] });
    allocate(made);
    if (at < done) ship(made);
    const announced = lines.map(({ id, sku, externalId, quantity }) => ({ id, sku, externalId, quantity, expected: null, lot: null }));
    const expected = receivers.add({ ...kept, reference: `CD-P${at}`, lines: announced, arrivedAt: null });
    if (at < done) receive(expected, 1);
    if (at < done) close(expected);
  }
  return { ...sideOf(sandbox, 'extensiv'), expireTokens: () => customer.tokens.expire() };
}

/** Under another number each time, so that there is something to write. */
let count = 0;
const next = () => {
  count += 1;
  return count;
};

type Named = { remoteId: string; providerRef: string; sku: string; asnId: string };
const none = { ok: true, value: null } as const;

contractSuite({
  ...{ connector, start, can, settings },
  secrets: ['demo-extensiv-secret', Buffer.from('demo-extensiv-client:demo-extensiv-secret').toString('base64')],
  streams: {
    orderChanges: ({ warehouse }) => ({ stream: warehouse.orderChanges, keyOf: ({ providerRef }: Named) => providerRef }),
    shipments: ({ warehouse }) => ({ stream: warehouse.shipments, keyOf: ({ remoteId }: Named) => remoteId }),
    items: ({ warehouse }) => ({ stream: warehouse.items, keyOf: ({ sku }: Named) => sku }),
    asnChanges: ({ warehouse }) => ({ stream: warehouse.asnChanges as never, keyOf: ({ asnId }: Named) => asnId }),
    receipts: ({ warehouse }) => ({ stream: warehouse.receipts as never, keyOf: ({ remoteId }: Named) => remoteId }),
  },
  calls: {
    identify: { write: false, call: ({ identify }) => identify() },
    facilities: { write: false, call: ({ choices }) => choices('facilities') },
    listWarehouses: { write: false, call: ({ warehouse }) => warehouse.listWarehouses() },
    listShippingMethods: { write: false, call: ({ warehouse }) => warehouse.listShippingMethods() },
    findOrder: { write: false, call: ({ warehouse }) => warehouse.findOrder('CD-1') },
    findOrdersByNumber: { write: false, call: async ({ warehouse }) => warehouse.findOrdersByNumber?.('SO-1') ?? none },
    stock: { write: false, call: ({ warehouse }) => warehouse.stock(null) },
    submitOrder: { write: true, looksFirst: true, call: ({ warehouse }) => warehouse.submitOrder(order(`CD-new-${next()}`)) },
    replaceOrder: {
      ...{ write: true, looksFirst: true },
      call: async ({ warehouse }) => warehouse.replaceOrder?.(`${firstOrder + done}`, order(`CD-${done}`)) ?? none,
    },
    setHold: { write: true, call: async ({ warehouse }) => warehouse.setHold?.(`${firstOrder + done + 1}`, true, 'waits') ?? none },
    // Its success has no body that could be spoiled, so what fails is the look before it.
    requestCancel: { write: false, call: ({ warehouse }) => warehouse.requestCancel(`${firstOrder + done + 1 + next()}`, 'gone') },
    findAsn: { write: false, call: async ({ warehouse }) => warehouse.findAsn?.('CD-P1') ?? none },
    findAsnsByNumber: { write: false, call: async ({ warehouse }) => warehouse.findAsnsByNumber?.('PO-1') ?? none },
    createAsn: {
      ...{ write: true, looksFirst: true },
      call: async ({ warehouse }) => warehouse.createAsn?.(notice(`CD-Pnew-${next()}`)) ?? none,
    },
    replaceAsn: {
      ...{ write: true, looksFirst: true },
      call: async ({ warehouse }) => warehouse.replaceAsn?.(`${firstReceiver + done}`, notice(`CD-P${done}`)) ?? none,
    },
    cancelAsn: { write: false, call: async ({ warehouse }) => warehouse.cancelAsn?.(`${firstReceiver + done + next()}`, 'gone') ?? none },
  },
});
