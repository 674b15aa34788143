import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { id } from '../../../../platform/endpoint.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { linkProduct } from '../../../nouns/links/saving/commands.ts';
import { remedyHints } from '../../../nouns/remedies/remedy-hints.ts';
import { unitsUnsaid } from '../matching/units-unsaid.ts';
import { writes, writeV1 } from '../writing/write.ts';
import { causeOf, requireCause } from './cause.ts';
import type { OpenIssue } from './read.ts';

/** How many wait, in the body of a call that mends all of them. */
export const waiting = z
  .int()
  .min(0)
  .meta({ description: 'How many wait for it, as its remedies said: where more do by now, nothing is changed' });
/** The reply of such a call. */
export const mendedReply = z.object({ id: z.number(), message: z.string(), waiting: z.number() });

const linkCall = writes('POST /v1/issues/:id/link', {
  summary:
    'Say which product the SKU of an issue is. All that wait for the same SKU go on ten seconds later, and whatever is sold later goes by it, so this takes `release_orders` too',
  scope: 'write_issues',
  body: z.strictObject({
    product_id: id,
    units: z
      .int()
      .min(1)
      .max(10_000)
      .optional()
      .meta({ description: `How many units of the product one sale takes. ${unitsUnsaid}` }),
    waiting,
  }),
  reply: mendedReply,
  sendsGoods: true,
  asSeen: true,
});

export function linkApi(app: FastifyInstance): void {
  writeV1(app, linkCall, async (tenant, call) => {
    const { connectionId, subject: sku } = await requireCause(tenant, call, 'link');
    const { product_id: productId, units } = call.body;
    const done = await linkProduct(tenant, { connectionId, sku, productId, units, seen: null });
    return { id: call.params.id, message: 'The SKU is linked.', waiting: done.waiting };
  });
}

/** The products that the SKU of an issue most likely is. */
export async function likelyFor(tenant: Tenant, issue: OpenIssue): Promise<{ id: number; sku: string; name: string }[]> {
  const { type, subject, connection_id } = issue;
  if (connection_id === null || !causeOf(issue, 'link')) return [];
  const { products = [] } = (await remedyHints(tenant, { type, subject, connection_id })) ?? {};
  return products.map(({ id, sku, name }) => ({ id, sku, name }));
}
