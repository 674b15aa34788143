import { z } from 'zod';
import { units, yes } from '../kit/acts.ts';

const bought = z.object({
  ...{ sku: z.string().min(1), quantity: z.number().int().positive(), price: z.string().default('10.00') },
  gift: z.string().nullable().default(null),
});
/** What a buyer orders. One that is not paid has neither price nor address yet. */
export const newOrder = z.object({
  ...{ items: z.array(bought).min(1), isPaid: z.boolean().default(true), fulfilledBy: z.enum(['MERCHANT', 'AMAZON']).default('MERCHANT') },
  ...{ marketplace: z.string().default('ATVPDKIKX0DER'), level: z.string().default('STANDARD'), name: z.string().default('Alex Doe') },
  ...{ line1: z.string().default('1 Main Street'), programs: z.array(z.string()).default([]) },
});
export type NewOrder = z.input<typeof newOrder>;

/** What becomes of an order at Amazon, by its buyer, the seller in Seller Central, or Amazon. `cancel`: these SKUs, or all without one. */
export const act = z
  .object({ pay: yes, askBack: z.object({ sku: z.string(), reason: z.string() }), cancel: z.array(z.string()), send: units })
  .partial();
export type Act = z.infer<typeof act>;

export type Item = z.output<typeof bought> & {
  id: string;
  /** Why the buyer wants it cancelled. */
  askedBack: string | null;
  cancelledBy: 'BUYER' | 'MERCHANT' | 'AMAZON' | null;
};
/** A parcel as it was confirmed, by its seller's number. */
export type Package = Record<'reference' | 'carrier' | 'tracking' | 'shippedAt', string> & { service: string | null; createdAt: number } & {
  items: { id: string; quantity: number }[];
};
export type MarketOrder = Omit<z.output<typeof newOrder>, 'items'> & { orderId: string; items: Item[]; packages: Package[] };

/** Units of an item that left. */
export const sentOf = ({ packages }: MarketOrder, id: string): number =>
  packages.flatMap(({ items }) => items).reduce((sum, item) => sum + (item.id === id ? item.quantity : 0), 0);

/** Units of an item that are to be sent. */
export const leftOf = (order: MarketOrder, { id, quantity, cancelledBy }: Item) =>
  cancelledBy === null ? quantity - sentOf(order, id) : 0;

export function statusOf(order: MarketOrder): string {
  if (order.items.every(({ cancelledBy, id }) => cancelledBy !== null && sentOf(order, id) === 0)) return 'CANCELLED';
  if (!order.isPaid) return 'PENDING';
  if (order.packages.length === 0) return 'UNSHIPPED';
  return order.items.every((item) => leftOf(order, item) === 0) ? 'SHIPPED' : 'PARTIALLY_SHIPPED';
}
