import type { ChannelLine } from '../../contract.ts';
import { money } from '../../http/money.ts';
import type { WireItem, WireOrder } from '../wire.ts';
import { isExternal, type ownUnits, type Reading } from './parts.ts';

/** A line of which nothing is ours is left out, unless it never had any units: that is for a person to see. */
export function linesOf(order: WireOrder, reading: Reading, unitsOf: typeof ownUnits): ChannelLine[] {
  const units = order.Items.map((item) => ({ item, quantity: unitsOf(item, order, reading.external) }));
  return units
    .filter(({ item, quantity }) => quantity > 0 || item.Quantity <= 0)
    .map(({ item, quantity }) => lineOf(item, quantity, order, reading));
}

/** What the total has beside lines, taxes and postage; less than nothing is a discount. */
export function chargesOf({ AdditionalCostOrDiscount: amount }: WireOrder): ChannelLine[] {
  if (amount === 0) return [];
  return [
    {
      ...{ remoteLineId: 'AdditionalCostOrDiscount', sku: '', name: amount > 0 ? 'Additional cost' : 'Discount', quantity: 1 },
      ...{ unitPrice: money(amount), isCharge: true, imageUrl: null, upc: null, location: null },
    },
  ];
}

function lineOf(item: WireItem, quantity: number, order: WireOrder, { external, pictures }: Reading): ChannelLine {
  const center = order.Fulfillments.find(
    (one) => !isExternal(one, external) && one.Items?.some(({ OrderItemID }) => OrderItemID === item.ID),
  )?.DistributionCenterID;
  return {
    remoteLineId: item.ID,
    ...{ sku: item.Sku, name: item.Title, quantity, unitPrice: money(item.UnitPrice) },
    ...{ isCharge: false, imageUrl: pictures?.get(item.ProductID ?? '') ?? null, upc: null },
    location: typeof center === 'number' ? String(center) : null,
  };
}
