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
