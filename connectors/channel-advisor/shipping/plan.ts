import type { ShipmentConfirmation } from '../../contract.ts';
import type { OwnReason } from '../../http/reasons.ts';
import { type External, hasLeft, isExternal, isOurs, sellerIdOf } from '../reading/parts.ts';
import { deliveryOf } from '../reading/statuses.ts';
import { because } from '../reasons.ts';
import type { WireFulfillment, WireItem, WireOrder } from '../wire.ts';

/**
 * How a parcel is confirmed. `shipment`: in one call, which makes its fulfilment. `fulfillment`: `target` is the one to complete, null
 * when it has to be made; `moves` go there before.
 */
export type Plan =
  | { kind: 'nothing' }
  | ({ kind: 'shipment'; items: Shipped[] } & Ends)
  | ({ kind: 'fulfillment'; target: string | null; moves: Move[] } & Ends);
type Ends = { centerId: number; requested: Pick<WireFulfillment, 'ShippingCarrier' | 'ShippingClass'> };
export type Move = { itemId: string; quantity: number };
export type Shipped = { OrderItemID: number; Quantity: number };

/** Units of one thing: of a line, or of one component of a bundle. */
type Part = { lineId: string; productId: string | null; quantity: number; sku: string };

/** Which fulfilment the parcel's units are in, or why they are in none: then nothing is sent, and a person looks. */
export function planOf(confirmation: ShipmentConfirmation, order: WireOrder, external: External): Plan | OwnReason {
  const sellerId = sellerIdOf(confirmation.key);
  const remaining = order.Fulfillments.filter((one) => isCompletable(one) && !isExternal(one, external));
  const begun = remaining.find(({ SellerFulfillmentID }) => SellerFulfillmentID === sellerId);
  // What was begun for another parcel of ours is left to that one.
  const others = remaining.filter((one) => one !== begun && !isOurs(one.SellerFulfillmentID));
  // Items move out of a fulfilment that nobody works on, and out of no other.
  const sources = others.filter(({ DeliveryStatus }) => deliveryOf(DeliveryStatus) === 'open');
  const parts = partsOf(confirmation, order);
  if ('code' in parts) return parts;
  if (parts.length === 0) return { kind: 'nothing' };
  const [first = begun] = sources;
  const exact = begun ? undefined : others.find((one) => holdsExactly(one, parts));
  const ends = { centerId: first?.DistributionCenterID ?? 0, requested: begun && !first ? begun : (first ?? nobody) };
  if (exact) return { kind: 'fulfillment', target: exact.ID, moves: [], centerId: exact.DistributionCenterID ?? 0, requested: exact };
  const moves = movesOf(parts, sources, begun);
  if ('missing' in moves) return because({ code: 'channel_advisor.not_open', ...moves, statuses: statusesOfOthers(order, external) });
  if (!begun && isUnmistakable(parts, sources, order, external)) {
    const items = parts.map(({ lineId, quantity }) => ({ OrderItemID: Number(lineId), Quantity: quantity }));
    return { kind: 'shipment', items, ...ends };
  }
  return { kind: 'fulfillment', target: begun?.ID ?? null, moves, ...ends };
}

/**
 * Whether one call that names lines and units can take them from nowhere else than we mean: all that is open lies at one place, nothing
 * of these lines is begun or held, and none is a bundle, of which nothing says whether it is named by itself or by its components.
 */
function isUnmistakable(parts: Part[], sources: WireFulfillment[], { Fulfillments }: WireOrder, external: External): boolean {
  const holding = Fulfillments.filter((one) => parts.some((part) => unitsOf(one, part) > 0));
  return (
    parts.every(({ productId }) => productId === null) &&
    new Set(sources.map(({ DistributionCenterID }) => DistributionCenterID)).size === 1 &&
    holding.every(
      (one) => sources.includes(one) || hasLeft(one) || deliveryOf(one.DeliveryStatus) === 'cancelled' || isExternal(one, external),
    )
  );
}

/**
 * It can still be told as sent. The parcel has left, whoever has begun to pack there: only what carries somebody's label, or is held,
 * is for a person.
 */
function isCompletable({ DeliveryStatus, TrackingNumber }: WireFulfillment): boolean {
  const delivery = deliveryOf(DeliveryStatus);
  return delivery === 'open' || (delivery === 'begun' && TrackingNumber === '');
}

/** The statuses of what is neither open nor gone, for the person who looks. */
function statusesOfOthers({ Fulfillments }: WireOrder, external: External): string {
  const stuck = Fulfillments.filter(
    (one) => !isExternal(one, external) && ['begun', 'held', 'unknown'].includes(deliveryOf(one.DeliveryStatus)),
  );
  return [...new Set(stuck.map(({ DeliveryStatus }) => DeliveryStatus))].join(', ');
}

const nobody = { ShippingCarrier: '', ShippingClass: '' };

function partsOf({ lines }: ShipmentConfirmation, { Items, ID }: WireOrder): Part[] | OwnReason {
  const parts: Part[] = [];
  for (const { remoteLineId, quantity } of lines) {
    const item = Items.find((one) => one.ID === remoteLineId);
    if (!item) return because({ code: 'channel_advisor.no_line', order: ID, line: remoteLineId });
    if (quantity > 0) parts.push(...componentsOf(item, quantity));
  }
  return parts;
}

function componentsOf({ ID: lineId, Sku: sku, IsBundle, BundleComponents }: WireItem, quantity: number): Part[] {
  if (!IsBundle || !BundleComponents?.length) return [{ lineId, productId: null, quantity, sku }];
  return BundleComponents.map((one) => ({ lineId, productId: one.ProductID ?? null, quantity: quantity * one.Quantity, sku }));
}

const fits = ({ lineId, productId }: Part, item: { OrderItemID: string; ProductID?: string | null | undefined }) =>
  item.OrderItemID === lineId && (productId === null || item.ProductID === productId);

const unitsOf = (fulfillment: WireFulfillment | undefined, part: Part) =>
  (fulfillment?.Items ?? []).reduce((sum, item) => sum + (fits(part, item) ? item.Quantity : 0), 0);

function holdsExactly(fulfillment: WireFulfillment, parts: Part[]): boolean {
  const items = (fulfillment.Items ?? []).filter(({ Quantity }) => Quantity > 0);
  return (
    parts.every((part) => unitsOf(fulfillment, part) === part.quantity) && items.every((item) => parts.some((part) => fits(part, item)))
  );
}

type Missing = { missing: number; quantity: number; sku: string };

/** What has to move so that every part is in the new fulfilment; `begun` has some of it from an attempt before. */
function movesOf(parts: Part[], sources: WireFulfillment[], begun: WireFulfillment | undefined): Move[] | Missing {
  const moves: Move[] = [];
  for (const part of parts) {
    let missing = part.quantity - unitsOf(begun, part);
    for (const item of sources.flatMap(({ Items }) => Items ?? []).filter((one) => fits(part, one))) {
      const quantity = Math.min(missing, item.Quantity);
      if (quantity > 0) moves.push({ itemId: item.ID, quantity });
      missing -= Math.max(0, quantity);
    }
    if (missing > 0) return { missing, quantity: part.quantity, sku: part.sku };
  }
  return moves;
}
