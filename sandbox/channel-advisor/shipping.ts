import type { AdvisorOrder, Fulfillment, ShippingStatus } from './order.ts';
import { isExternal } from './reference.ts';

type Shipped = Pick<AdvisorOrder, 'Fulfillments'>;
const isOwn = ({ DistributionCenterID }: Fulfillment) => !isExternal(DistributionCenterID);
const isOpen = ({ DeliveryStatus }: Fulfillment) => DeliveryStatus !== 'Complete' && DeliveryStatus !== 'Canceled';

/** An order's status, as its fulfilments add up to it. One that holds nothing does not count while others do. */
export function statusOf({ Fulfillments }: Shipped): ShippingStatus {
  const holding = Fulfillments.filter(({ Items }) => Items.length > 0);
  const all = holding.length > 0 ? holding : Fulfillments;
  const own = all.filter(isOwn);
  if (own.length === 0) return all.some(isOpen) ? 'ThirdPartyManaged' : 'Shipped';
  if (own.every(({ DeliveryStatus }) => DeliveryStatus === 'Canceled')) return 'Canceled';
  if (!all.some(isOpen)) return 'Shipped';
  return all.some(({ DeliveryStatus }) => DeliveryStatus === 'Complete') ? 'PartiallyShipped' : 'Unshipped';
}

export function rollupOf({ Fulfillments }: Shipped): AdvisorOrder['DistributionCenterTypeRollup'] {
  if (Fulfillments.every(isOwn)) return 'SellerManaged';
  return Fulfillments.some(isOwn) ? 'Mixed' : 'ExternallyManaged';
}

/** Units of a SKU in orders that have not left yet: what an `UnShipped` quantity still contains. */
export function unitsUnshipped(orders: Iterable<AdvisorOrder>, sku: string): number {
  let units = 0;
  for (const { Fulfillments } of orders)
    for (const fulfillment of Fulfillments)
      if (isOwn(fulfillment) && isOpen(fulfillment)) for (const { Sku, Quantity } of fulfillment.Items) if (Sku === sku) units += Quantity;
  return units;
}
