import { z } from 'zod';
import { endpoint, id, refusal, text } from '../../../platform/endpoint.ts';
import { methodGroups } from '../../base/shipping-methods/contract.ts';
import { issueTypes } from '../../shared/issues/issue.ts';
import { likelyProduct } from '../catalogue/contract.ts';

/** What a remedy's dialog needs: how many orders it mends, and the likeliest choices. */
export const issueRemedyCall = endpoint('GET /api/issues/remedy', {
  may: 'work',
  summary: 'How many orders wait for a cause, and what would most likely mend it',
  query: z.object({ type: z.enum(issueTypes), connection_id: id, subject: text(500), order_id: id.optional() }),
  replies: {
    200: z.object({
      waiting: z.number(),
      connection_name: z.string(),
      name: z.string().nullable(),
      /** The UPC of what is sold, as the channel gives it. */
      upc: z.string().nullable(),
      /** How many units one sale took of what was linked before, or takes; one where nobody said. */
      units_per_sale: z.number(),
      /** The product that it is linked to, where the warehouse gave that up; it is none of those that are offered. */
      gone_product_id: z.number().nullable(),
      products: z.array(likelyProduct),
      methods: methodGroups,
      equal_method: z.string().nullable(),
      /** The code of the method that a shipping code is mapped to, which the warehouse does not have. */
      mapped_method: z.string().nullable(),
      warehouses: z.array(z.object({ code: z.string(), name: z.string() })),
      /** The revision of the order that was named: by it a colleague's edit of that is not overwritten. Null where none was. */
      order_revision: z.number().nullable(),
      /** The oldest that wait for it, of both kinds. */
      order_ids: z.array(z.number()),
      purchase_order_ids: z.array(z.number()),
    }),
    404: refusal,
  },
});
