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

/** A sentence about an order without what its buyer is called and where they live: what other systems say of it may repeat that. */
export function withoutBuyer(sentence: string, order: OrderDetail): string {
  const { customer_name, company_name, customer_email, customer_phone, address, address_2, city, postal_code, note } = order;
  const own = [customer_name, company_name, customer_email, customer_phone, address, address_2, city, postal_code, note];
  const hidden = own.flatMap((text) => (text !== null && text.trim().length >= shortest ? [text.trim()] : []));
  const spelt = hidden.sort((a, b) => b.length - a.length).flatMap((text) => [text, text.toUpperCase(), text.toLowerCase()]);
  return spelt.reduce((rest, text) => rest.replaceAll(text, '[buyer]'), sentence);
}
