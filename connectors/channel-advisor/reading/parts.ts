import { createHash } from 'node:crypto';
import type { WireFulfillment, WireItem, WireOrder } from '../wire.ts';
import { deliveryOf, requestOf, typeOf } from './statuses.ts';

/** The distribution centers that somebody else ships from: Amazon, a supplier, a shop. */
export type External = ReadonlySet<number>;

/**
 * `external`: distribution centers that are not ours to ship from. `centers`: what they are called, by id. `pictures`: of products, by id.
 */
export type Reading = { external: External; centers: ReadonlyMap<number, string>; pictures?: ReadonlyMap<string, string> };

/**
 * What our fulfilments carry as the seller's id, so that they are told from those of others. Digits alone, because Amazon takes
 * nothing else, with a beginning that no count of a seller's own has, and below what a number of JSON holds exactly. The digits are of
 * the whole key: of two keys that end alike each has its own.
 */
export function sellerIdOf(key: string): string {
  const digits = BigInt(`0x${createHash('sha256').update(key).digest('hex').slice(0, 30)}`) % 10n ** 14n;
  return `77${String(digits).padStart(14, '0')}`;
}
export const isOurs = (sellerId: string) => /^77\d{14}$/.test(sellerId);

/** Somebody else hands the goods over. */
export const isExternal = ({ DistributionCenterID, DeliveryStatus, Type }: WireFulfillment, external: External) =>
  deliveryOf(DeliveryStatus) === 'others' || typeOf(Type) === 'others' || external.has(DistributionCenterID ?? -1);

export const hasLeft = ({ DeliveryStatus }: WireFulfillment) => deliveryOf(DeliveryStatus) === 'left';

/**
 * The units of a line that are ours to send: without those that were cancelled, that others send, or that a person there has
 * marked as shipped. What we confirmed ourselves stays ours: the order has not changed by it.
 */
export function ownUnits(item: WireItem, order: WireOrder, external: External): number {
  const sum = (fits: (fulfillment: WireFulfillment) => boolean) => unitsIn(order.Fulfillments.filter(fits), item);
  const cancelled = Math.max(
    sum(({ DeliveryStatus }) => deliveryOf(DeliveryStatus) === 'cancelled'),
    (item.Adjustments ?? []).reduce((units, one) => units + (requestOf(one) === 'off' ? (one.Quantity ?? 0) : 0), 0),
  );
  const elsewhere = sum((one) => hasLeft(one) && !isExternal(one, external) && !isOurs(one.SellerFulfillmentID));
  return soldUnits(item, order, external) - cancelled - elsewhere;
}

/** The units of a line that were ours when it was sold. */
export function soldUnits(item: WireItem, { Fulfillments, DistributionCenterTypeRollup }: WireOrder, external: External): number {
  if (DistributionCenterTypeRollup === 'ExternallyManaged') return 0;
  const others = Fulfillments.filter((one) => deliveryOf(one.DeliveryStatus) !== 'cancelled' && isExternal(one, external));
  return item.Quantity - unitsIn(others, item);
}

/** Units of a line in fulfilments. A bundle is fulfilled by its components: the one that is most there counts, as begun. */
export function unitsIn(fulfillments: WireFulfillment[], { ID, IsBundle, BundleComponents }: WireItem): number {
  const byProduct = new Map<string, number>();
  for (const { Items } of fulfillments)
    for (const { OrderItemID, ProductID, Quantity } of Items ?? [])
      if (OrderItemID === ID) byProduct.set(ProductID ?? '', (byProduct.get(ProductID ?? '') ?? 0) + Quantity);
  if (!IsBundle) return [...byProduct.values()].reduce((sum, units) => sum + units, 0);
  const each = new Map(BundleComponents?.map((one) => [one.ProductID, one.Quantity]));
  return Math.max(0, ...[...byProduct].map(([product, units]) => Math.ceil(units / Math.max(1, each.get(product) ?? 1))));
}
