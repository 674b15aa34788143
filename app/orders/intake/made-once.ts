import { hash as digest } from 'node:crypto';
import type { ChannelOrder } from '../../../connectors/contract.ts';

/** The same content gives the same hash; when it was last touched is not content. */
export const contentHash = perOrder(({ raw: _, modifiedAt: __, ...content }) => digest('sha1', JSON.stringify(content), 'base64url'));

/** What the channel sent, as text. */
export const rawText = perOrder(({ raw }) => JSON.stringify(raw));

/** Asked for more than once, made once an order. */
export function perOrder<T>(make: (order: ChannelOrder) => T): (order: ChannelOrder) => T {
  const made = new WeakMap<ChannelOrder, T>();
  return (order) => {
    const known = made.get(order) ?? make(order);
    made.set(order, known);
    return known;
  };
}
