import { z } from 'zod';
import { act, actsOn, type Units, units, yes } from '../kit/acts.ts';
import type { Kept } from '../kit/collection.ts';
import { handingOut } from '../kit/shelves.ts';
import { isOpen, isService, less, type Part, type Shop, type ShopOrder } from './shop.ts';

type Order = Kept<ShopOrder>;

const doing = <S>(says: z.ZodType<S>, does: (shop: Shop, order: Order, said: S) => void) => act(says, does);
/** Changes each fulfilment order that is open. */
const turning = <S>(says: z.ZodType<S>, changes: (part: Kept<Part>, said: S, shop: Shop) => [Partial<Part>, topic: string]) =>
  doing(says, (shop, { id }, said) => {
    for (const part of shop.partsOf(id).filter(isOpen)) shop.turn(part, ...changes(part, said, shop));
  });
const ending = turning(yes, ({ lines }) => [{ status: 'CANCELLED', lines: less(lines, ({ remaining }) => remaining) }, 'CANCELLED']);

const acts = {
  cancel: doing(yes, (shop, order) => {
    ending.does(shop, order, true as never);
    shop.orders.change(order, { cancelledAt: shop.now() });
  }),
  financial: doing(z.string(), ({ orders }, order, financial) => orders.change(order, { financial })),
  /** To this location. */
  move: turning(z.int(), (_, location) => [{ location, requestStatus: isService(location) ? 'SUBMITTED' : 'UNSUBMITTED' }, 'MOVED']),
  hold: turning(z.boolean(), ({ holds }, on, { nextId }) =>
    on
      ? [{ status: 'ON_HOLD', holds: [...holds, { id: nextId(), ours: false }] }, 'PLACED_ON_HOLD']
      : [{ status: 'OPEN', holds: [] }, 'HOLD_RELEASED'],
  ),
  schedule: turning(yes, () => [{ status: 'SCHEDULED' }, 'RESCHEDULED']),
  refund: doing(units, take),
  /** Marks as fulfilled by hand. */
  fulfil: doing(units, byHand),
  /** With a message. */
  askBack: turning(z.string(), (_, request) => [{ requestStatus: 'CANCELLATION_REQUESTED', request }, 'CANCELLATION_REQUEST_SUBMITTED']),
};

/** What the seller does to an order in Shopify's own screens. */
export const seller = actsOn(({ orders }: Shop) => orders, acts);

/** Takes units out of an order that were not sent. */
function take(shop: Shop, order: Order, { sku, quantity }: Units) {
  const upTo = handingOut(quantity);
  for (const part of shop.partsOf(order.id)) {
    const lines = less(part.lines, ({ line, remaining }) => (line.sku === sku ? upTo(remaining) : 0));
    // Which status one has that was emptied, nothing documents: this is the one that looks like what has left.
    const isEmpty = lines.every(({ remaining, total }) => remaining === 0 && total > 0);
    shop.parts.change(part, { lines, ...(isEmpty && isOpen(part) && { status: 'CLOSED' }) });
  }
  shop.orders.change(order, { financial: 'PARTIALLY_REFUNDED' });
}

function byHand(shop: Shop, order: Order, { sku, quantity }: Units) {
  const fits = shop.partsOf(order.id).flatMap((part) => part.lines.map((each) => ({ part, ...each })));
  const one = fits.find(({ line, remaining }) => line.sku === sku && remaining >= quantity);
  if (one) shop.ship([{ part: one.part, lines: [{ id: one.id, quantity }] }], ['BY-HAND']);
}
