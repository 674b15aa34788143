import type { ChannelLine, OrderDetails } from '../contract.ts';
import { money } from '../http/money.ts';
import type { WireItem, WireOrder } from './wire.ts';

/** What the account calls its tags and warehouses, by id: orders carry the ids alone. */
export type Names = { tags: Map<string, string>; warehouses: Map<string, string> };

/** What is shown of an order beside what we act on. An id whose name is not known is shown as it is. */
export function detailsOf(order: WireOrder, names?: Names): OrderDetails {
  const { internalNotes, gift, giftMessage, shipByDate, amountPaid } = order;
  const warehouseId = order.advancedOptions?.warehouseId;
  const tagIds = order.tagIds ?? [];
  return {
    ...(internalNotes && { internalNote: internalNotes }),
    ...(gift && { isGift: true as const }),
    ...(giftMessage && { giftMessage }),
    ...(shipByDate && { shipBy: shipByDate.toISOString() }),
    ...(typeof amountPaid === 'number' && { amountPaid: money(amountPaid) }),
    ...(warehouseId && { warehouse: names?.warehouses.get(warehouseId) ?? warehouseId }),
    ...(tagIds.length > 0 && { tags: tagIds.map((id) => names?.tags.get(id) ?? id) }),
  };
}

/** The buyer's choices that say something. */
export function optionsOf({ options }: WireItem): Pick<ChannelLine, 'options'> {
  const chosen = (options ?? []).filter(({ name, value }) => name !== '' || value !== '');
  return chosen.length > 0 ? { options: chosen } : {};
}
