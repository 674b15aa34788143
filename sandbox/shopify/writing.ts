import type { Kept } from '../kit/collection.ts';
import { numberIn } from '../kit/graphql/lists.ts';
import { allOrNone, type Cannot, mutationsOf, onceByKey } from '../kit/graphql/mutations.ts';
import { refuse } from '../kit/graphql/replies.ts';
import { digestOf } from './reading.ts';
import { isOpen, isService, type Part, type ShopAccount } from './shop.ts';

type Shipped = {
  lineItemsByFulfillmentOrder: { fulfillmentOrderId: string; fulfillmentOrderLineItems?: { id: string; quantity: number }[] }[];
  trackingInfo?: { number?: string; numbers?: string[] };
};
type Noted = { ownerId: string; value: string; compareDigest?: string | null };
type Hooked = { topic: string; webhookSubscription: { uri: string } };
type Said = { id: string; message?: string; holdIds?: string[] };

/** What can be changed in a shop. */
export const writingOf = (shop: ShopAccount) => ({
  fulfillmentCreate({ fulfillment: { lineItemsByFulfillmentOrder, trackingInfo = {} } }: { fulfillment: Shipped }) {
    const { number, numbers = number ? [number] : [] } = trackingInfo;
    const takes = lineItemsByFulfillmentOrder.map(({ fulfillmentOrderId, fulfillmentOrderLineItems = [] }) => ({
      part: shop.parts.get(numberIn(fulfillmentOrderId)) ?? refuse('Fulfillment order does not exist.', ['fulfillment']),
      lines: fulfillmentOrderLineItems.map(({ id, quantity }) => ({ id: numberIn(id), quantity })),
    }));
    return { fulfillment: shop.ship(takes, numbers) };
  },
  metafieldsSet: ({ metafields }: { metafields: Noted[] }) =>
    allOrNone(metafields, ['metafields'], ({ ownerId, value, compareDigest }, cannot) => {
      const order = shop.orders.get(numberIn(ownerId)) ?? cannot('Owner does not exist.', undefined, 'ownerId');
      if (compareDigest !== undefined && compareDigest !== digestOf(order.parcels))
        cannot('The resource has been updated since it was loaded.', 'STALE_OBJECT');
      return () => shop.orders.change(order, { parcels: value });
    }),
  ...mutationsOf('fulfillmentOrder', shop.parts.get, changesOf(shop), 'Fulfillment order not found.'),
  inventorySetQuantities: onceByKey({ ...stockKey, once: shop.once }, ({ input }: { input: { quantities: Quantity[] } }) =>
    allOrNone(input.quantities, ['input', 'quantities'], (one, cannot) => setQuantity(shop, one, cannot)),
  ),
  webhookSubscriptionCreate({ topic, webhookSubscription: { uri: url } }: Hooked) {
    if (shop.hooks.find((hook) => hook.topic === topic && hook.url === url))
      refuse('Address for this topic has already been taken', ['webhookSubscription']);
    return { webhookSubscription: shop.hooks.add({ topic, url, secret: '', isActive: true, failures: 0 }) };
  },
  ...mutationsOf('webhookSubscription', shop.hooks.get, { Delete: shop.hooks.remove }, 'Webhook subscription does not exist'),
});

const askedBack = 'CANCELLATION_REQUESTED';
type Reply = [from: string, requestStatus: string, topic: string, also: (message?: string) => Partial<Part>];

/**
 * What a fulfilment service replies, once, by what it was asked: what becomes of the request, the topic that tells of it, and what changes
 * beside.
 */
const replies: Record<string, Reply> = {
  AcceptFulfillmentRequest: ['SUBMITTED', 'ACCEPTED', 'FULFILLMENT_REQUEST_ACCEPTED', () => ({ status: 'IN_PROGRESS' })],
  RejectFulfillmentRequest: ['SUBMITTED', 'REJECTED', 'FULFILLMENT_REQUEST_REJECTED', (declined) => ({ declined })],
  Close: ['ACCEPTED', 'CLOSED', 'FULFILLMENT_SERVICE_FAILED_TO_COMPLETE', (declined) => ({ status: 'INCOMPLETE', declined })],
  AcceptCancellationRequest: [askedBack, 'CANCELLATION_ACCEPTED', 'CANCELLATION_REQUEST_ACCEPTED', () => ({ status: 'OPEN' })],
  RejectCancellationRequest: [askedBack, 'CANCELLATION_REJECTED', 'CANCELLATION_REQUEST_REJECTED', () => ({})],
};

/** Changes a fulfilment order, or refuses to. */
type Change = (part: Kept<Part>, said: Said) => void;

function changesOf({ turn, nextId }: ShopAccount): Record<string, Change> {
  const replying =
    ([from, requestStatus, topic, also]: Reply): Change =>
    (part, { message }) => {
      if (!isService(part.location) || part.requestStatus !== from) refuse(`Fulfillment order is not ${from.toLowerCase()}.`, ['id']);
      turn(part, { ...also(message), requestStatus }, topic);
    };
  return {
    ...Object.fromEntries(Object.entries(replies).map(([name, reply]) => [name, replying(reply)])),
    Hold(part) {
      if (!isOpen(part)) refuse('Fulfillment order cannot be held.', ['id']);
      if (part.holds.some(({ ours }) => ours)) refuse('The handle of the hold is taken.', ['id']);
      turn(part, { status: 'ON_HOLD', holds: [...part.holds, { id: nextId(), ours: true }] }, 'PLACED_ON_HOLD');
    },
    ReleaseHold(part, { holdIds }) {
      const holds = part.holds.filter(({ id }) => holdIds && !holdIds.some((one) => numberIn(one) === id));
      turn(part, { holds, ...(holds.length === 0 && { status: 'OPEN' }) }, 'HOLD_RELEASED');
    },
  };
}

type Quantity = { inventoryItemId: string; locationId: string; quantity: number; changeFromQuantity: number | null };

const stockKey = {
  ...{ by: 'idempotent', lacking: 'The @idempotent directive is required for this mutation.' },
  another: () => refuse('The key was used with other parameters.', null, 'IDEMPOTENCY_KEY_PARAMETER_MISMATCH'),
};

function setQuantity({ items }: ShopAccount, { inventoryItemId, locationId, quantity, changeFromQuantity }: Quantity, cannot: Cannot) {
  const item = items.get(numberIn(inventoryItemId)) ?? cannot('The specified inventory item could not be found.', 'INVALID_INVENTORY_ITEM');
  const location = numberIn(locationId);
  const there = item.available[location] ?? cannot('The specified location could not be found.', 'INVALID_LOCATION');
  if (quantity < 0) cannot('The quantity can’t be negative.', 'INVALID_QUANTITY_NEGATIVE');
  if (changeFromQuantity !== null && changeFromQuantity !== there)
    cannot('The changeFromQuantity value does not match persisted value.', 'CHANGE_FROM_QUANTITY_STALE');
  return () => items.change(item, { available: { ...item.available, [location]: quantity } });
}
