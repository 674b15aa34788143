import { z } from 'zod';
import { endpoint, id, messageReply, refusal } from '../../../../platform/endpoint.ts';
import { mostOfOneItem } from '../values/fields.ts';

const quantity = z.number().int().min(0).max(mostOfOneItem);

/**
 * `here`: not sent; `sending`: on its way to the warehouse; `left`: all of it has; `ended`: it is not sent, as was decided.
 */
export const splitParcels = z.object({
  first: z.enum(['here', 'sending', 'at_warehouse', 'left']),
  second: z.enum(['here', 'sending', 'at_warehouse', 'left', 'ended']),
});

export const splitOrderCall = endpoint('PUT /api/orders/:id/split', {
  may: 'work',
  summary:
    'Say what of an order that is not with the warehouse goes in a second parcel, which is sent once the first has left; nothing: it goes in one. `runId`: by which it can be undone, null where it was so',
  params: z.object({ id }),
  example: { body: { lines: [{ line: 1042, of: 2, was: 0, quantity: 1 }] } },
  body: z.object({
    /** Every line of its goods. `of`: its quantity, and `was`: how many went in the second parcel, both as the person saw them. */
    lines: z
      .array(z.object({ line: id, of: z.number().int(), was: quantity, quantity }))
      .min(1)
      .max(1_000),
    /** The person saw that the second parcel had been ended: all of it is sent after all. */
    takesEndBack: z.boolean().optional(),
  }),
  replies: { 200: messageReply.extend({ runId: z.number().nullable() }), 404: refusal, 409: refusal },
});
