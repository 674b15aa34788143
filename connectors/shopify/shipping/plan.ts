import type { Result, ShipmentConfirmation } from '../../contract.ts';
import { isOpen, isOurs } from '../reading/states.ts';
import { because } from '../reasons.ts';
import { rejected } from '../refusals.ts';
import type { FulfillmentOrder, WireOrder } from '../wire.ts';

/** What of which fulfilment orders leaves with a parcel. */
export type Plan = { from: FulfillmentOrder; lines: { id: string; quantity: number }[] }[];

type Lines = ShipmentConfirmation['lines'];

const placeOf = ({ assignedLocation: { location } }: FulfillmentOrder) => location?.id ?? '';
/** Whether ours of an order is sent from several locations: Shopify takes no fulfilment of more than one. */
export const isSpread = ({ fulfillmentOrders }: WireOrder, locations: readonly string[]): boolean =>
  new Set(fulfillmentOrders.nodes.filter((one) => isOurs(one, locations)).map(placeOf)).size > 1;
/** What of a plan leaves from its first location. */
export const firstPlaceOf = (plan: Plan): Plan => plan.filter(({ from }) => placeOf(from) === placeOf((plan[0] as Plan[0]).from));

/**
 * The units of a parcel, from the fulfilment orders as they are now: holds, splits and moves replace them, so which one a line was in when
 * it was imported says nothing. What does not agree is refused before Shopify is told anything.
 */
export function planOf(order: WireOrder, lines: Lines, locations: readonly string[]): Result<Plan> {
  if (order.cancelledAt) return rejected(because({ code: 'shopify.cancelled' }));
  // Without lines Shopify would take a fulfilment for everything that is left.
  const shipped = lines.filter(({ quantity }) => quantity > 0);
  if (shipped.length === 0) return rejected(because({ code: 'shopify.nothing_to_ship' }));
  const plan: Plan = [];
  for (const one of shipped) {
    const lacking = take(plan, order, one, locations);
    if (lacking > 0) return rejected(because(whyNot(order, one, lacking, locations)));
  }
  return { ok: true, value: plan };
}

const isReady = ({ status }: FulfillmentOrder) => status === 'OPEN' || status === 'IN_PROGRESS';

/** Adds a line to the plan; what is left is how many units nobody has. */
function take(
  plan: Plan,
  { fulfillmentOrders }: WireOrder,
  { remoteLineId, quantity }: Lines[number],
  locations: readonly string[],
): number {
  let left = quantity;
  for (const from of fulfillmentOrders.nodes.filter((one) => isOurs(one, locations) && isReady(one)))
    for (const { id, lineItem, remainingQuantity } of from.lineItems.nodes) {
      const units = lineItem.id === remoteLineId ? Math.min(left, remainingQuantity) : 0;
      if (units <= 0) continue;
      const part = plan.find((each) => each.from === from) ?? { from, lines: [] };
      if (part.lines.length === 0) plan.push(part);
      part.lines.push({ id: `gid://shopify/FulfillmentOrderLineItem/${id}`, quantity: units });
      left -= units;
    }
  return left;
}

type Because = Parameters<typeof because>[0];

/** Where the units are that are lacking. */
function whyNot(
  { fulfillmentOrders }: WireOrder,
  { remoteLineId, quantity }: Lines[number],
  lacking: number,
  locations: readonly string[],
): Because {
  const having = fulfillmentOrders.nodes.flatMap((from) =>
    from.lineItems.nodes.flatMap((each) => (each.lineItem.id === remoteLineId ? [{ from, each }] : [])),
  );
  const line = (having[0]?.each.sku || having[0]?.each.lineItem.name || `line ${remoteLineId}`).slice(0, 100);
  const left = having.filter(({ from, each }) => isOpen(from) && each.remainingQuantity > 0);
  const elsewhere = left.find(({ from }) => !isOurs(from, locations));
  if (elsewhere) return { code: 'shopify.moved', line, location: elsewhere.from.assignedLocation.name.slice(0, 100) || 'another location' };
  if (left.some(({ from }) => from.status === 'ON_HOLD')) return { code: 'shopify.on_hold', line };
  if (left.some(({ from }) => from.status === 'SCHEDULED')) return { code: 'shopify.not_yet', line };
  return { code: 'shopify.not_open', line, open: quantity - lacking, quantity };
}
