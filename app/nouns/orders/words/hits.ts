import { z } from 'zod';
import { type Hits, searchCall } from '../../../shared/noun/search.ts';
import { orderRow } from '../../order-flow/contract/orders.ts';

/** An order as searches show it. */
const foundOrder = z.object({
  ...orderRow.pick({
    ...{ id: true, order_number: true, source_order_number: true, order_status: true, order_source: true, source_name: true },
    ...{ customer_name: true, order_date: true },
  }).shape,
  customer_email: z.string().nullable(),
});
export type FoundOrder = z.output<typeof foundOrder>;

export const orderHits: Hits<FoundOrder> = {
  may: 'work',
  hit: foundOrder,
  prefix: 'SO',
  offered: 6,
  best: 'newest',
  line: ({ order_number, source_order_number, customer_name, order_status, order_date }) => ({
    ...{ number: order_number, source: source_order_number, name: customer_name },
    ...{ status: { status: order_status }, at: order_date },
  }),
  columns: [
    {
      ...{ key: 'order_number', title: 'Order number', width: 200, card: 'title' },
      value: ({ order_number, source_order_number }) => ({ number: order_number, source: source_order_number }),
    },
    { key: 'order_status', title: 'Status', width: 168, card: 'badge', value: ({ order_status }) => ({ status: order_status }) },
    { key: 'order_source', title: 'Source', width: 140, hideBelow: 'md', value: ({ source_name }) => source_name },
    { key: 'customer_name', title: 'Customer', card: 'text', value: ({ customer_name }) => customer_name },
    { key: 'customer_email', title: 'E-mail', hideBelow: 'md', value: ({ customer_email }) => customer_email },
    { key: 'order_date', title: 'Date', width: 128, align: 'right', card: 'meta', value: ({ order_date }) => ({ at: order_date }) },
  ],
  call: searchCall('/api/orders/search', foundOrder, 'Orders by number, tracking, SKU, product, customer, e-mail, phone or address'),
};
