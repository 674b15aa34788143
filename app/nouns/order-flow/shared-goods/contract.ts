import { z } from 'zod';
import { endpoint, refusal } from '../../../../platform/endpoint.ts';
import { orderStatuses } from '../order.ts';

/**
 * How another order came to have goods of this one. `parent`: this was split off it; `taker`: this was merged into it; `origin`: its goods
 * may have come here by way of others.
 */
export const relations = ['parent', 'part', 'taker', 'merged', 'origin'] as const;

/** An order that the channel split or merged this one with. `came_too_late`: the merge came when the taker had been sent. */
export const relatedOrder = z.object({
  id: z.number(),
  order_number: z.string(),
  relation: z.enum(relations),
  came_too_late: z.boolean(),
});
export type RelatedOrder = z.output<typeof relatedOrder>;

const compared = z.object({
  id: z.number(),
  order_number: z.string(),
  order_status: z.enum(orderStatuses),
  /** Null for the order itself. */
  relation: z.enum(relations).nullable(),
  lines: z.array(z.object({ sku: z.string(), name: z.string(), quantity: z.number() })),
});
export type ComparedOrder = z.output<typeof compared>;

export const compareOrdersCall = endpoint('GET /api/orders/:id/compare', {
  may: 'work',
  summary: 'The goods of an order beside those of the orders that the channel split or merged it with',
  replies: {
    200: z.object({
      orders: z.array(compared),
      /** What a decision about them names as what the person saw; null where there is nothing to decide. */
      seen: z.string().nullable(),
    }),
    404: refusal,
  },
});
