import { z } from 'zod';
import { endpoint, id } from '../../../../platform/endpoint.ts';
import { suggestedFields } from '../../../base/addresses/suggesting/suggested-fields.ts';
import { mostAtOnce } from './bulk-action.ts';

const suggested = z.object({
  id: z.number(),
  order_number: z.string(),
  /** As of which it was looked at: an order that has changed since is left as it is. */
  revision: z.number(),
  changes: z.array(z.object({ field: z.enum(suggestedFields), from: z.string(), to: z.string() })),
});
export type SuggestedAddress = z.output<typeof suggested>;

export const suggestAddressesCall = endpoint('POST /api/orders/address-suggestions', {
  may: 'work',
  unaudited: 'it only reads',
  summary: `How incomplete addresses of orders are written so that they are complete, where that is certain: of the first ${mostAtOnce} that can be`,
  body: z.object({ ordersIds: z.array(id).min(1).max(10_000).optional(), runId: id.optional() }),
  example: { body: { ordersIds: [1042] } },
  replies: {
    200: z.object({
      /** How many orders were looked at. */
      total: z.number(),
      suggestions: z.array(suggested),
      /** How many more can be accepted after these. */
      more: z.number(),
      /** Those that stay as they are, by the reason. */
      left: z.array(z.object({ reason: z.string(), orders: z.number() })),
    }),
  },
});
