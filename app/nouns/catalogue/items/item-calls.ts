import { z } from 'zod';
import { endpoint, id, messageReply, refusal } from '../../../../platform/endpoint.ts';
import type { Kind } from '../kinds.ts';
import { fedFields } from '../values/fields.ts';
import { itemValues, sku } from '../values/item-values.ts';

const params = z.object({ id });

/** What the form of a new item takes. */
export const newItem = z.object({ sku, ...itemValues.shape });

const changes = itemValues.extend({
  was: itemValues.partial().optional().meta({
    description:
      'The values that were shown: only what differs from them is changed, and refused with 409 where somebody else changed that by now',
  }),
});

const calls = (path: `/${string}`, one: string) => ({
  create: endpoint(`POST ${path}`, {
    may: 'work',
    summary: `Create a ${one}, which the warehouse may not have yet`,
    body: newItem,
    replies: { 201: messageReply.extend({ id: z.number() }) },
  }),
  change: endpoint(`PUT ${path}/:id`, {
    may: 'work',
    summary: `Change a ${one}: what is set here survives the warehouse’s feed. A value that is left out is cleared`,
    params,
    body: changes,
    replies: { 200: messageReply, 404: refusal, 409: refusal },
  }),
  giveBack: endpoint(`POST ${path}/:id/give-back`, {
    may: 'work',
    summary: `Use the warehouse’s values of a ${one} again, in fields that were set here`,
    params,
    body: z.object({ fields: z.array(z.enum(fedFields)).min(1).max(fedFields.length) }),
    replies: { 200: messageReply, 404: refusal, 409: refusal },
  }),
  delete: endpoint(`DELETE ${path}/:id`, {
    may: 'work',
    summary: `Delete a ${one} that nothing refers to, and that the warehouse does not name`,
    params,
    replies: { 200: messageReply, 404: refusal, 409: refusal },
  }),
});

/** The calls that create and change items of each kind. */
export const itemCalls = {
  products: calls('/api/products', 'product'),
  raw_materials: calls('/api/raw_materials', 'raw material'),
} satisfies Record<Kind, unknown>;
