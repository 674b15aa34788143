import type { ChannelOrder, DisplayStatus } from '../../contract.ts';
import type { FulfillmentOrder, WireOrder } from '../wire.ts';

/** `locations`: those that are sent from; none for each that is the shop's own. */
export type Reading = { locations: readonly string[]; sendsUnpaid: boolean };
export type State = { state: ChannelOrder['state']; sourceStatus: string };

/** To a pickup point goods are shipped, too. Source: DeliveryMethodType of the Storefront API. */
const toPickupPoint = 'PICKUP_POINT';
const shipped = new Set(['SHIPPING', toPickupPoint]);

/** What is assigned to one of our locations and goes by a carrier: the rest is collected, delivered by the shop, or of others. */
export function isOurs({ assignedLocation: { location: place }, deliveryMethod }: FulfillmentOrder, locations: readonly string[]): boolean {
  if (deliveryMethod && !shipped.has(deliveryMethod.methodType)) return false;
  return isOurPlace(place, locations);
}

type Place = { id: string; isFulfillmentService: boolean };
export function isOurPlace(place: Place | null | undefined, locations: readonly string[]): boolean {
  if (!place) return false;
  return locations.length === 0 ? !place.isFulfillmentService : locations.includes(place.id);
}

const openStatuses = new Set(['OPEN', 'IN_PROGRESS', 'ON_HOLD', 'SCHEDULED']);
const endedStatuses = new Set(['CLOSED', 'CANCELLED', 'INCOMPLETE']);

/** Goods that are still to be sent. */
export const isOpen = ({ status }: FulfillmentOrder) => openStatuses.has(status);
const hasGoods = ({ lineItems }: FulfillmentOrder) =>
  lineItems.nodes.some(({ remainingQuantity, requiresShipping }) => requiresShipping && remainingQuantity > 0);

/** Goods or anything else are left in it: no edit or refund took all of them out. */
const isToDo = (one: FulfillmentOrder) => isOpen(one) && one.lineItems.nodes.some(({ remainingQuantity }) => remainingQuantity > 0);

/**
 * The status that decides, and what it means. One part that may not leave yet keeps the others: they travel together. `hasSent`: whether
 * parcels that we told of have left.
 */
export function stateOf(order: WireOrder, reading: Reading, hasSent: boolean): State {
  const by = (state: State['state'], sourceStatus: string): State => ({ state, sourceStatus });
  const { displayFulfillmentStatus: word } = order;
  if (order.cancelledAt) return by('cancelled', 'CANCELLED');
  const ours = order.fulfillmentOrders.nodes.filter((one) => isOurs(one, reading.locations));
  const strange = ours.find((one) => !isOpen(one) && !endedStatuses.has(one.status));
  if (strange) return by('unknown', strange.status);
  const open = ours.filter((one) => isOpen(one) && hasGoods(one));
  if (open.length === 0) return by(endOf(order, ours, hasSent), word);
  // Which point it is, the carrier has to be told; an address does not say that.
  if (open.some(({ deliveryMethod }) => deliveryMethod?.methodType === toPickupPoint)) return by('unknown', toPickupPoint);
  if (open.some(({ status }) => status === 'ON_HOLD')) return by('held', 'ON_HOLD');
  if (open.some(({ status }) => status === 'SCHEDULED')) return by('waiting', 'SCHEDULED');
  // Nobody has paid for it, whatever its payment says.
  return requestedOf(open, by) ?? (order.test ? by('unknown', 'TEST') : paidOf(order, reading, by));
}

/** Nothing of an order was fulfilled; the last two words are older. Source: OrderDisplayFulfillmentStatus of the Admin API. */
const untouched = new Set(['UNFULFILLED', 'OPEN', 'RESTOCKED']);

/**
 * What became of an order of which nothing is left to be sent from here. A fulfilment order that was emptied may be cancelled, closed as
 * one that was fulfilled is, or open: which of them, nothing documents. So the order's own word says whether anything left.
 */
function endOf(
  { displayFulfillmentStatus: word, fulfillmentOrders }: WireOrder,
  ours: FulfillmentOrder[],
  hasSent: boolean,
): State['state'] {
  if (word === 'FULFILLED' || hasSent) return 'shipped';
  if (word === 'PARTIALLY_FULFILLED' && ours.some(({ status }) => status === 'CLOSED')) return 'shipped';
  const others = fulfillmentOrders.nodes.filter((one) => !ours.includes(one));
  if (ours.length === 0 || ours.some(isToDo) || others.some(isOpen) || ours.some(({ status }) => status === 'INCOMPLETE'))
    return 'external';
  // Everything was taken out of it, by an edit or a refund. In doubt a person is asked about one that the warehouse has.
  return untouched.has(word) || ours.every(({ status }) => status === 'CANCELLED') ? 'cancelled' : 'external';
}

type By = (state: State['state'], sourceStatus: string) => State;

/** A fulfilment service sends what it is asked for. */
function requestedOf(open: FulfillmentOrder[], by: By): State | null {
  const requests = open.filter(({ assignedLocation }) => assignedLocation.location?.isFulfillmentService);
  const words = requests.map(({ requestStatus }) => requestStatus);
  if (words.includes('CANCELLATION_REQUESTED')) return by('held', 'CANCELLATION_REQUESTED');
  const waiting = words.find((word) => notAsked.has(word));
  if (waiting) return by('waiting', waiting);
  const strange = words.find((word) => !requested.has(word));
  return strange === undefined ? null : by('unknown', strange);
}

const requested = new Set(['SUBMITTED', 'ACCEPTED', 'CANCELLATION_REJECTED']);
const notAsked = new Set(['UNSUBMITTED', 'REJECTED', 'CANCELLATION_ACCEPTED', 'CLOSED']);

const paid = new Set(['PAID', 'AUTHORIZED', 'PARTIALLY_REFUNDED']);
const unpaid = new Set(['PENDING', 'PARTIALLY_PAID']);
const notToBePaid = new Set(['EXPIRED', 'VOIDED', 'REFUNDED']);

function paidOf({ displayFinancialStatus, displayFulfillmentStatus }: WireOrder, { sendsUnpaid }: Reading, by: By): State {
  const word = displayFinancialStatus ?? 'payment unknown';
  if (paid.has(word) || (unpaid.has(word) && sendsUnpaid)) return by('ready', displayFulfillmentStatus);
  return by(unpaid.has(word) || notToBePaid.has(word) ? 'waiting' : 'unknown', word);
}

export function displayStatus(word: string): DisplayStatus {
  if (word === 'FULFILLED') return 'shipped';
  return awaiting.has(word) ? 'awaiting_shipment' : 'other';
}
const awaiting = new Set(['UNFULFILLED', 'OPEN', 'IN_PROGRESS', 'PENDING_FULFILLMENT', 'PARTIALLY_FULFILLED']);
