import { GraphQLError, type GraphQLResolveInfo } from 'graphql';
import type { Kept } from '../kit/collection.ts';
import { mutationsOf, numberIn } from '../kit/graphql/lists.ts';
import { directiveIn } from '../kit/graphql/once.ts';
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
  metafieldsSet({ metafields }: { metafields: Noted[] }) {
    for (const { ownerId, value, compareDigest } of metafields) {
      const order = shop.orders.get(numberIn(ownerId)) ?? refuse('Owner does not exist.', ['metafields', '0', 'ownerId']);
      if (compareDigest !== undefined && compareDigest !== digestOf(order.parcels))
        refuse('The resource has been updated since it was loaded.', ['metafields', '0'], 'STALE_OBJECT');
      shop.orders.change(order, { parcels: value });
    }
    return {};
  },
  ...mutationsOf('fulfillmentOrder', shop.parts.get, changesOf(shop), 'Fulfillment order not found.'),
  inventorySetQuantities: setQuantities(shop),
  webhookSubscriptionCreate({ topic, webhookSubscription: { uri: url } }: Hooked) {
    if (shop.hooks.find((hook) => hook.topic === topic && hook.url === url))
      refuse('Address for this topic has already been taken', ['webhookSubscription']);
    return { webhookSubscription: shop.hooks.add({ topic, url, secret: '', isActive: true, failures: 0 }) };
  },
  webhookSubscriptionDelete({ id }: Said) {
    shop.hooks.remove(shop.hooks.get(numberIn(id)) ?? refuse('Webhook subscription does not exist', ['id']));
    return { deletedWebhookSubscriptionId: id };
  },
});

/** Changes a fulfilment order, or refuses to. */
type Change = (part: Kept<Part>, said: Said) => void;
const [accepted, rejected, failed] = ['REQUEST_ACCEPTED', 'REQUEST_REJECTED', 'FULFILLMENT_SERVICE_FAILED_TO_COMPLETE'];
const asked = 'CANCELLATION_REQUESTED';

function changesOf({ turn, nextId }: ShopAccount): Record<string, Change> {
  /** A fulfilment service replies to what it was asked, once. */
  const answer =
    (from: string, requestStatus: string, topic: string, changed: (said: Said) => Partial<Part>): Change =>
    (part, said) => {
      if (!isService(part.location) || part.requestStatus !== from) refuse(`Fulfillment order is not ${from.toLowerCase()}.`, ['id']);
      turn(part, { ...changed(said), requestStatus }, topic);
    };
  return {
    AcceptFulfillmentRequest: answer('SUBMITTED', 'ACCEPTED', `FULFILLMENT_${accepted}`, () => ({ status: 'IN_PROGRESS' })),
    RejectFulfillmentRequest: answer('SUBMITTED', 'REJECTED', `FULFILLMENT_${rejected}`, ({ message = null }) => ({ declined: message })),
    Close: answer('ACCEPTED', 'CLOSED', failed, ({ message = null }) => ({ status: 'INCOMPLETE', declined: message })),
    AcceptCancellationRequest: answer(asked, 'CANCELLATION_ACCEPTED', `CANCELLATION_${accepted}`, () => ({
      status: 'OPEN',
      request: null,
    })),
    RejectCancellationRequest: answer(asked, 'CANCELLATION_REJECTED', `CANCELLATION_${rejected}`, () => ({ request: null })),
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

/** Sets all quantities or none, and a request without a key is refused. */
const setQuantities =
  (shop: ShopAccount) =>
  ({ input }: { input: { quantities: Quantity[] } }, _context: unknown, info: GraphQLResolveInfo) => {
    const key = directiveIn(info, 'idempotent')?.key;
    if (typeof key !== 'string' || key.trim() === '') throw new GraphQLError('The @idempotent directive is required for this mutation.');
    const another = () => refuse('The key was used with other parameters.', null, 'IDEMPOTENCY_KEY_PARAMETER_MISMATCH');
    return shop.once(key, input, another, () => {
      const userErrors = input.quantities.flatMap((one, at) => wrongWith(shop, one, ['input', 'quantities', String(at)]));
      for (const { inventoryItemId, locationId, quantity } of userErrors.length === 0 ? input.quantities : []) {
        const item = shop.items.get(numberIn(inventoryItemId));
        if (item) shop.items.change(item, { available: { ...item.available, [numberIn(locationId)]: quantity } });
      }
      return { userErrors };
    });
  };

function wrongWith({ items }: ShopAccount, one: Quantity, field: string[]): object[] {
  const wrong = (code: string, message: string) => [{ code, message, field }];
  const item = items.get(numberIn(one.inventoryItemId));
  if (!item) return wrong('INVALID_INVENTORY_ITEM', 'The specified inventory item could not be found.');
  const there = item.available[numberIn(one.locationId)];
  if (there === undefined) return wrong('INVALID_LOCATION', 'The specified location could not be found.');
  if (one.quantity < 0) return wrong('INVALID_QUANTITY_NEGATIVE', 'The quantity can’t be negative.');
  if (one.changeFromQuantity === null || one.changeFromQuantity === there) return [];
  return wrong('CHANGE_FROM_QUANTITY_STALE', 'The changeFromQuantity value does not match persisted value.');
}
