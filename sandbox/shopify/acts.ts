import { z } from 'zod';
import { isService, type Shop } from './shop.ts';

const units = z.object({ sku: z.string(), quantity: z.number().int().positive() });

/** What the seller does to an order in Shopify's own screens. */
export const personsAct = z
  .object({
    cancel: z.literal(true),
    financial: z.string(),
    /** To this location. */
    move: z.number().int(),
    hold: z.boolean(),
    schedule: z.literal(true),
    refund: units,
    /** Marks as fulfilled by hand. */
    fulfil: units,
    /** With a message. */
    askBack: z.string(),
  })
  .partial();

export type PersonsAct = z.infer<typeof personsAct>;

/** Null: there is no such order. */
export function act(shop: Shop, id: string | number, change: PersonsAct): object | null {
  const order = shop.orders.get(id);
  if (!order) return null;
  const open = shop.partsOf(order.id).filter(({ status }) => status !== 'CLOSED' && status !== 'CANCELLED');
  const { cancel, financial, move, hold, schedule, refund, fulfil, askBack } = change;
  for (const part of open) {
    const none = part.lines.map((line) => ({ ...line, remaining: 0 }));
    if (cancel) shop.turn(part, { status: 'CANCELLED', lines: none }, 'CANCELLED');
    if (move !== undefined) shop.turn(part, { location: move, requestStatus: isService(move) ? 'SUBMITTED' : 'UNSUBMITTED' }, 'MOVED');
    if (hold) shop.turn(part, { status: 'ON_HOLD', holds: [...part.holds, { id: shop.nextId(), ours: false }] }, 'PLACED_ON_HOLD');
    if (hold === false) shop.turn(part, { status: 'OPEN', holds: [] }, 'HOLD_RELEASED');
    if (schedule) shop.turn(part, { status: 'SCHEDULED' }, 'RESCHEDULED');
    if (askBack !== undefined)
      shop.turn(part, { requestStatus: 'CANCELLATION_REQUESTED', request: askBack }, 'CANCELLATION_REQUEST_SUBMITTED');
  }
  if (refund) take(shop, order.id, refund);
  if (fulfil) byHand(shop, order.id, fulfil);
  if (cancel || financial) shop.orders.change(order, { ...(cancel && { cancelledAt: shop.now() }), ...(financial && { financial }) });
  return { id: order.id };
}

type Units = z.infer<typeof units>;

const lineOf = (shop: Shop, order: number, sku: string) => shop.orders.get(order)?.lines.find((line) => line.sku === sku)?.id;

/** Takes units out of an order that were not sent. */
function take(shop: Shop, id: number, { sku, quantity }: Units) {
  const line = lineOf(shop, id, sku);
  let left = quantity;
  for (const part of shop.partsOf(id)) {
    const lines = part.lines.map((one) => {
      const taken = one.line === line ? Math.min(left, one.remaining) : 0;
      left -= taken;
      return { ...one, remaining: one.remaining - taken };
    });
    const isEmpty = lines.every(({ remaining, total }) => remaining === 0 && total > 0);
    shop.parts.change(part, { lines, ...(isEmpty && part.status === 'OPEN' && { status: 'CANCELLED' }) });
  }
  const order = shop.orders.get(id);
  if (order) shop.orders.change(order, { financial: 'PARTIALLY_REFUNDED' });
}

function byHand(shop: Shop, id: number, { sku, quantity }: Units) {
  const line = lineOf(shop, id, sku);
  for (const part of shop.partsOf(id)) {
    const one = part.lines.find((each) => each.line === line && each.remaining >= quantity);
    if (one) return shop.ship([{ part, lines: [{ id: one.id, quantity }] }], ['BY-HAND']);
  }
  return null;
}
