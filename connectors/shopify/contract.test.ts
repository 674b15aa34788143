import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import type { ShipDecision } from '../contract.ts';
import { channelStreams } from '../contract-suite/opened.ts';
import { contractSuite } from '../contract-suite.ts';
import { shopify } from './connector.ts';
import { gid, listOf, place, rawOrder, rawPart, shopOf, startShop } from './edge.ts';
import { secret, settingsOf } from './opened.ts';

const confirmation = {
  ...{ key: 'shipment-1', remoteOrderId: '1', handle: null, carrier: 'UPS', method: null, trackingNumber: '1Z999AA10123456784' },
  ...{ trackingUrl: null, shippedAt: new Date('2026-11-20T03:00:00Z'), completes: true },
  lines: [{ remoteLineId: '41', handle: null, quantity: 2 }],
};
const address = 'https://crossdock.example.com/hooks/1';
/** Each time to another address: what is subscribed to already is not written again. */
let count = 0;
const newAddress = () => {
  count += 1;
  return `${address}/${count}`;
};
const nothing = { ok: true, value: null } as const;
const asking = { status: 'IN_PROGRESS', requestStatus: 'CANCELLATION_REQUESTED', assignedLocation: place(1, 'Leeds', true) };
const askedBack = rawOrder(8, { updatedAt: '2026-11-20T18:00:00Z', fulfillmentOrders: listOf([rawPart(8, asking)]) });
const decision = { remoteOrderId: '8', requestId: '8', handle: gid('FulfillmentOrder', 8), decision: 'accepted' } as const;
const toShip = { requestStatus: 'SUBMITTED', assignedLocation: place(1, 'Leeds', true) };
const asksToShip = rawOrder(9, { updatedAt: '2026-11-20T18:00:00Z', fulfillmentOrders: listOf([rawPart(9, toShip)]) });
const toDecline: ShipDecision = {
  ...{ remoteOrderId: '9', requestId: '9', handle: gid('FulfillmentOrder', 9) },
  ...{ decision: 'declined', why: 'other', message: 'No.' },
};

const shop = shopOf({ orders: [...shopOf().orders, askedBack, asksToShip], isWorking: true });
const product = { sku: 'CUP-NEW', name: 'A cup', description: 'For tea', upc: null, imageUrl: null, price: null, currency: null };

contractSuite({
  connector: shopify,
  start: () => startShop(shop),
  settings: settingsOf,
  secrets: [secret, 'shpat_token_'],
  // A 404 is never an order's: writes.test.ts and refusals.test.ts say what it is.
  can: (fault) => fault !== 'not_found',
  streams: channelStreams,
  deliveries: {
    body: JSON.stringify({ id: 820_982_911, name: '#1001' }),
    names: ['820982911'],
    deliver: (body, proof) => ({
      secret: 'ours',
      delivery: {
        headers: {
          ...{ 'x-shopify-topic': 'orders/updated', 'x-shopify-event-id': 'event-1', 'x-shopify-shop-domain': 'leeds-mugs.myshopify.com' },
          'x-shopify-hmac-sha256': createHmac('sha256', proof === 'right' ? secret : 'another')
            .update(body)
            .digest('base64'),
        },
        ...{ rawBody: Buffer.from(body), query: {} },
      },
    }),
  },
  deleted: ({ orders }) => orders.get('99'),
  pendingUpload: {
    upload: async ({ listings }) => listings.upload?.upload(product, ['548380009']) ?? expect.unreachable('it takes products'),
    settle: () => {
      shop.isWorking = false;
    },
  },
  parcel: () => confirmation,
  calls: {
    identify: { write: false, call: ({ identify }) => identify() },
    locations: { write: false, call: ({ choices }) => choices('locations') },
    getOrder: { write: false, call: ({ orders }) => orders.get('1') },
    listOpen: { write: false, call: async ({ orders }) => orders.listOpen?.read(null) ?? nothing },
    listLocations: { write: false, call: async ({ orders }) => orders.listLocations?.() ?? nothing },
    hold: {
      write: true,
      looksFirst: true,
      call: async ({ orders }) => orders.hold?.('1', new Date('2026-12-01T00:00:00Z'), true) ?? nothing,
    },
    decideCancel: { write: true, looksFirst: true, call: async ({ orders }) => orders.decideCancel?.(decision) ?? nothing },
    decideShip: { write: true, looksFirst: true, call: async ({ orders }) => orders.decideShip?.(toDecline) ?? nothing },
    confirm: { write: true, looksFirst: true, call: ({ confirmations }) => confirmations.confirm([confirmation]) },
    isConfirmed: { write: false, call: ({ confirmations }) => confirmations.isConfirmed(confirmation) },
    setStock: {
      write: true,
      looksFirst: true,
      call: ({ inventory }) => inventory.set([{ key: 'level-1', sku: 'SKU-7', locationId: '1', quantity: 4 }]),
    },
    listProfiles: { write: false, call: async ({ listings }) => listings.upload?.listProfiles() ?? nothing },
    upload: { write: true, looksFirst: true, call: async ({ listings }) => listings.upload?.upload(product, ['548380009']) ?? nothing },
    askForUpload: {
      write: false,
      call: async ({ listings }) => listings.upload?.ask?.(gid('ProductSetOperation', 1), ['548380009']) ?? nothing,
    },
    listStockLocations: { write: false, call: ({ inventory }) => inventory.listLocations() },
    subscribe: { write: true, looksFirst: true, call: async ({ hints }) => hints.subscribe?.(newAddress(), '', null) ?? nothing },
    unsubscribe: { write: false, call: async ({ hints }) => hints.unsubscribe?.(address) ?? nothing },
  },
});
