import { z } from 'zod';
import type { OrderDetail } from '../../nouns/order-flow/contract/detail.ts';
import { fromOutside, maybeOutside, outside } from './outside.ts';

/** Who bought, for keys that may see it. */
export const buyer = z.object({
  name: outside,
  company: outside.nullable(),
  email: outside.nullable(),
  phone: outside.nullable(),
  address: z.array(outside),
  note: outside.nullable(),
});

export const buyerOf = (order: OrderDetail): z.input<typeof buyer> => ({
  ...{ name: fromOutside(order.customer_name), company: maybeOutside(order.company_name), email: maybeOutside(order.customer_email) },
  ...{ phone: maybeOutside(order.customer_phone), note: maybeOutside(order.note, 1_000) },
  address: [order.address, order.address_2, order.city, order.state, order.postal_code, order.country].flatMap(
    (line) => maybeOutside(line) ?? [],
  ),
});

/** So short a text may be a part of any word. */
const shortest = 3;

/**
 * A sentence about an order without what its buyer is called and where they live, before and after a new address: what people and other
 * systems say of it may repeat that, in any case, and a name in part.
 */
export function withoutBuyer(sentence: string, order: OrderDetail): string {
  const { new_address: next, shipments } = order;
  const texts = [order, ...(next ? [next] : [])].flatMap((own) => [
    ...[own.customer_name, own.company_name, own.customer_email, own.customer_phone, own.address, own.address_2, own.city, own.postal_code],
    ...(own.customer_name?.split(/[^\p{L}\p{N}]+/u) ?? []),
  ]);
  const sent = shipments.flatMap(({ sent_to }) => (sent_to === null ? [] : [sent_to, ...sent_to.split(', ')]));
  const hidden = [order.note, ...texts, ...sent].flatMap((text) => (text && text.trim().length >= shortest ? [text.trim()] : []));
  if (hidden.length === 0) return sentence;
  const spelt = hidden.toSorted((a, b) => b.length - a.length).map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return sentence.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])(?:${spelt.join('|')})(?![\\p{L}\\p{N}])`, 'giu'), '[buyer]');
}
