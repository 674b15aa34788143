import type { ChannelLine } from '../../contract.ts';
import { money } from '../../http/money.ts';
import { webAddress } from '../../http/records.ts';
import type { Fulfillment, FulfillmentOrder, Line, WireOrder } from '../wire.ts';
import { isOpen, isOurs } from './states.ts';

/**
 * The lines that are ours, by the order's own line ids: what is left to be sent, and what we sent. Not what was ordered: edits and refunds
 * take units off, a move takes them elsewhere, and a person may have fulfilled some there. An order that has ended keeps its lines.
 */
export function linesOf({ fulfillmentOrders }: WireOrder, ours: Fulfillment[], locations: readonly string[]): ChannelLine[] {
  const own = fulfillmentOrders.nodes.filter((one) => isOurs(one, locations));
  const units = sentIn(ours);
  for (const { lineItem, remainingQuantity } of own.filter(isOpen).flatMap(goodsOf)) add(units, lineItem.id, remainingQuantity);
  const goods = own.flatMap(goodsOf);
  const left = distinct(goods).filter(({ lineItem }) => (units.get(lineItem.id) ?? 0) > 0);
  if (left.length > 0) return left.map((line) => channelLine(line, units.get(line.lineItem.id) ?? 0));
  const all = own.length > 0 ? own : fulfillmentOrders.nodes;
  const total = new Map<string, number>();
  for (const { lineItem, totalQuantity } of all.flatMap(({ lineItems }) => lineItems.nodes)) add(total, lineItem.id, totalQuantity);
  return distinct(all.flatMap(({ lineItems }) => lineItems.nodes)).map((line) => channelLine(line, total.get(line.lineItem.id) ?? 0));
}

const goodsOf = ({ lineItems }: FulfillmentOrder) => lineItems.nodes.filter(({ requiresShipping }) => requiresShipping);

/** Units by line that left with these parcels. A cancelled one is taken back there, and its units are to be sent again. */
export function sentIn(parcels: Fulfillment[]): Map<string, number> {
  const units = new Map<string, number>();
  for (const { status, fulfillmentLineItems } of parcels)
    if (hasLeft(status)) for (const { lineItem, quantity } of fulfillmentLineItems.nodes) add(units, lineItem.id, quantity ?? 0);
  return units;
}

export const hasLeft = (status: string) => status !== 'CANCELLED' && status !== 'ERROR' && status !== 'FAILURE';

const add = (units: Map<string, number>, id: string, more: number) => units.set(id, (units.get(id) ?? 0) + more);

/** A line may be in several fulfilment orders. */
const distinct = (lines: Line[]) => [...new Map(lines.map((line) => [line.lineItem.id, line])).values()];

function channelLine({ lineItem, sku, inventoryItemId, productTitle, requiresShipping }: Line, quantity: number): ChannelLine {
  // Names that begin with a line are for apps.
  const options = lineItem.customAttributes.flatMap(({ key, value }) => (key === '' || key.startsWith('_') ? [] : [{ name: key, value }]));
  return {
    ...{ remoteLineId: lineItem.id, sku: skuOf(sku, inventoryItemId ?? lineItem.id), name: lineItem.name || productTitle, quantity },
    unitPrice: money(Number(lineItem.discountedUnitPriceAfterAllDiscountsSet)),
    ...{ isCharge: !requiresShipping, imageUrl: webAddress(lineItem.image?.url || null), upc: null, location: null },
    ...(options.length > 0 && { options }),
  };
}

/** What has no SKU in the shop is known by its inventory item there, as its listing is. */
export const skuOf = (sku: string, item: string) => sku || `id-${item}`;
