import type { GraphQLResolveInfo } from 'graphql';
import { GraphQLError, getDirectiveValues } from 'graphql';
import type { Kept } from '../kit/collection.ts';
import { digestOf, gid, numberIn } from './reading.ts';
import { isOpen, isService, type Part, type ShopAccount } from './shop.ts';

type Refusal = { field: string[] | null; message: string; code?: string };
const refused = (message: string, field: string[] | null = null) => ({ userErrors: [{ field, message }] });
const done = { userErrors: [] as Refusal[] };
type Ids = { id: string };

/** What can be changed in a shop. */
export function writingOf(shop: ShopAccount) {
  const ofPart = (change: Change) => (given: Ids & Said) => {
    const part = shop.parts.get(numberIn(given.id));
    if (!part) return refused('Fulfillment order not found.', ['id']);
    const wrong = change(shop, part, given);
    return wrong ? refused(wrong, ['id']) : done;
  };
  return {
    ...ofShipping(shop),
    ...Object.fromEntries(Object.entries(changes).map(([name, change]) => [`fulfillmentOrder${name}`, ofPart(change)])),
    inventorySetQuantities: setQuantities(shop),
    webhookSubscriptionCreate({ topic, webhookSubscription: { uri } }: { topic: string; webhookSubscription: { uri: string } }) {
      if (shop.hooks.find((hook) => hook.topic === topic && hook.url === uri))
        return refused('Address for this topic has already been taken', ['webhookSubscription']);
      shop.hooks.add({ topic, url: uri, secret: '', isActive: true, failures: 0 });
      return done;
    },
    webhookSubscriptionDelete({ id }: Ids) {
      const hook = shop.hooks.get(numberIn(id));
      if (!hook) return refused('Webhook subscription does not exist', ['id']);
      shop.hooks.remove(hook);
      return done;
    },
  };
}

type Said = { message?: string; holdIds?: string[] };
/** Changes a fulfilment order, or says why not. */
type Change = (shop: ShopAccount, part: Kept<Part>, said: Said) => string | null;

/** A fulfilment service replies to what it was asked, once. */
const answer =
  (from: string, requestStatus: string, topic: string, changes: (said: Said) => Partial<Part>): Change =>
  (shop, part, said) => {
    if (!isService(part.location) || part.requestStatus !== from) return `Fulfillment order is not ${from.toLowerCase()}.`;
    shop.turn(part, { ...changes(said), requestStatus }, topic);
    return null;
  };
const [accepted, rejected, failed] = ['REQUEST_ACCEPTED', 'REQUEST_REJECTED', 'FULFILLMENT_SERVICE_FAILED_TO_COMPLETE'];
const asked = 'CANCELLATION_REQUESTED';

const changes: Record<string, Change> = {
  AcceptFulfillmentRequest: answer('SUBMITTED', 'ACCEPTED', `FULFILLMENT_${accepted}`, () => ({ status: 'IN_PROGRESS' })),
  RejectFulfillmentRequest: answer('SUBMITTED', 'REJECTED', `FULFILLMENT_${rejected}`, ({ message = null }) => ({ declined: message })),
  Close: answer('ACCEPTED', 'CLOSED', failed, ({ message = null }) => ({ status: 'INCOMPLETE', declined: message })),
  AcceptCancellationRequest: answer(asked, 'CANCELLATION_ACCEPTED', `CANCELLATION_${accepted}`, () => ({ status: 'OPEN', request: null })),
  RejectCancellationRequest: answer(asked, 'CANCELLATION_REJECTED', `CANCELLATION_${rejected}`, () => ({ request: null })),
  Hold(shop, part) {
    if (!isOpen(part)) return 'Fulfillment order cannot be held.';
    if (part.holds.some(({ ours }) => ours)) return 'The handle of the hold is taken.';
    shop.turn(part, { status: 'ON_HOLD', holds: [...part.holds, { id: shop.nextId(), ours: true }] }, 'PLACED_ON_HOLD');
    return null;
  },
  ReleaseHold(shop, part, { holdIds }) {
    const holds = part.holds.filter(({ id }) => holdIds && !holdIds.some((one) => numberIn(one) === id));
    shop.turn(part, { holds, ...(holds.length === 0 && { status: 'OPEN' }) }, 'HOLD_RELEASED');
    return null;
  },
};

type Shipped = {
  lineItemsByFulfillmentOrder: { fulfillmentOrderId: string; fulfillmentOrderLineItems?: { id: string; quantity: number }[] }[];
  trackingInfo?: { number?: string; numbers?: string[] };
};
type Noted = { ownerId: string; value: string; compareDigest?: string | null };

const ofShipping = (shop: ShopAccount) => ({
  fulfillmentCreate({ fulfillment: { lineItemsByFulfillmentOrder, trackingInfo } }: { fulfillment: Shipped }) {
    const from = lineItemsByFulfillmentOrder.flatMap(({ fulfillmentOrderId, fulfillmentOrderLineItems = [] }) => {
      const part = shop.parts.get(numberIn(fulfillmentOrderId));
      return part ? [{ part, lines: fulfillmentOrderLineItems.map(({ id, quantity }) => ({ id: numberIn(id), quantity })) }] : [];
    });
    if (from.length < lineItemsByFulfillmentOrder.length)
      return { fulfillment: null, ...refused('Fulfillment order does not exist.', ['fulfillment']) };
    const parcel = shop.ship(from, trackingInfo?.numbers ?? (trackingInfo?.number ? [trackingInfo.number] : []));
    return typeof parcel === 'string'
      ? { fulfillment: null, ...refused(parcel, ['fulfillment']) }
      : { fulfillment: { id: gid('Fulfillment', parcel.id) }, ...done };
  },
  metafieldsSet({ metafields }: { metafields: Noted[] }) {
    for (const { ownerId, value, compareDigest } of metafields) {
      const order = shop.orders.get(numberIn(ownerId));
      if (!order) return refused('Owner does not exist.', ['metafields', '0', 'ownerId']);
      if (compareDigest !== undefined && compareDigest !== digestOf(order.parcels))
        return {
          userErrors: [{ code: 'STALE_OBJECT', field: ['metafields', '0'], message: 'The resource has been updated since it was loaded.' }],
        };
      shop.orders.change(order, { parcels: value });
    }
    return done;
  },
});

type Quantity = { inventoryItemId: string; locationId: string; quantity: number; changeFromQuantity: number | null };

/** Sets all quantities or none. A key that was used gets its reply of then, and a request without one is refused. */
function setQuantities(shop: ShopAccount) {
  return ({ input }: { input: { name: string; quantities: Quantity[] } }, _context: unknown, info: GraphQLResolveInfo) => {
    const directive = info.schema.getDirective('idempotent');
    const [node] = info.fieldNodes;
    const key = directive && node && getDirectiveValues(directive, node, info.variableValues)?.key;
    if (typeof key !== 'string' || key.trim() === '') throw new GraphQLError('The @idempotent directive is required for this mutation.');
    const known = shop.replies.get(key);
    if (known) return known.input === JSON.stringify(input) ? known.reply : mismatch;
    const userErrors = input.quantities.flatMap((one, at) =>
      wrongWith(shop, one).map(([code, message]) => ({ code, message, field: ['input', 'quantities', String(at)] })),
    );
    if (userErrors.length === 0)
      for (const { inventoryItemId, locationId, quantity } of input.quantities) {
        const item = shop.items.get(numberIn(inventoryItemId));
        if (item) shop.items.change(item, { available: { ...item.available, [numberIn(locationId)]: quantity } });
      }
    const reply = { userErrors };
    shop.replies.set(key, { input: JSON.stringify(input), reply });
    return reply;
  };
}

const mismatch = {
  userErrors: [{ code: 'IDEMPOTENCY_KEY_PARAMETER_MISMATCH', field: null, message: 'The key was used with other parameters.' }],
};

function wrongWith(
  { items }: ShopAccount,
  { inventoryItemId, locationId, quantity, changeFromQuantity }: Quantity,
): [code: string, message: string][] {
  const item = items.get(numberIn(inventoryItemId));
  if (!item) return [['INVALID_INVENTORY_ITEM', 'The specified inventory item could not be found.']];
  const there = item.available[numberIn(locationId)];
  if (there === undefined) return [['INVALID_LOCATION', 'The specified location could not be found.']];
  if (quantity < 0) return [['INVALID_QUANTITY_NEGATIVE', 'The quantity can’t be negative.']];
  if (changeFromQuantity !== null && changeFromQuantity !== there)
    return [['CHANGE_FROM_QUANTITY_STALE', 'The changeFromQuantity value does not match persisted value.']];
  return [];
}
