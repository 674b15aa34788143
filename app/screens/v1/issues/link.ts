import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { id } from '../../../../platform/endpoint.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { linkProduct } from '../../../nouns/links/saving/commands.ts';
import { remedyHints } from '../../../nouns/remedies/remedy-hints.ts';
import { countedWords } from '../../../ui/words/counted-words.ts';
import { requireAsSeen } from '../writing/etag.ts';
import { requireRelease } from '../writing/releasing.ts';
import { writes, writeV1 } from '../writing/write.ts';
import { type OpenIssue, readIssue, readShown } from './read.ts';

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
      .meta({ description: 'How many units of the product one sale takes. As many as before where it is left out, or else one' }),
    waiting: z.int().min(0).meta({ description: 'How many wait for it, as its remedies said: where more do by now, nothing is linked' }),
  }),
  reply: z.object({ id: z.number(), message: z.string(), waiting: z.number() }),
  sendsGoods: true,
  asSeen: true,
});

/** What of an issue is mended by a link of its SKU. */
const linked = ['unmapped_sku', 'unmapped_item'] as const;

export function linkApi(app: FastifyInstance): void {
  writeV1(app, linkCall, async (tenant, { request, session, params, body: { product_id, units, waiting } }) => {
    requireRelease(session, 'Goods may leave by a link.');
    if (request.headers['if-match'] !== undefined) requireAsSeen(request.headers['if-match'], await readShown(tenant, params.id, session));
    const issue = await readIssue(tenant, params.id);
    const cause = causeOf(issue);
    if (issue.closed_at !== null || !cause) throw refuse(409, 'decided', 'This issue is closed, or no link mends it.');
    const now = await waitingFor(tenant, issue);
    if (now > waiting)
      throw refuse(
        409,
        'changed_since',
        `${countedWords(now, 'record waits', 'records wait')} for this SKU by now. Read its remedies again.`,
      );
    const done = await linkProduct(tenant, { ...cause, productId: product_id, units, seen: null });
    return { id: params.id, message: 'The SKU is linked.', waiting: done.waiting };
  });
}

/** What was sold, where a link mends an issue. */
function causeOf({ type, subject, connection_id }: OpenIssue) {
  const isLinked = linked.some((each) => each === type);
  return isLinked && connection_id !== null && subject !== '' ? { connectionId: connection_id, sku: subject } : null;
}

/** How many records wait for the cause of an issue; none where it has no cause that others share. */
export async function waitingFor(tenant: Tenant, { type, subject, connection_id }: OpenIssue): Promise<number> {
  if (connection_id === null) return 0;
  return (await remedyHints(tenant, { type, subject, connection_id }))?.waiting ?? 0;
}

/** The products that the SKU of an issue most likely is. */
export async function likelyFor(tenant: Tenant, issue: OpenIssue): Promise<{ id: number; sku: string; name: string }[]> {
  const { type, subject, connection_id } = issue;
  if (connection_id === null || !causeOf(issue)) return [];
  const { products = [] } = (await remedyHints(tenant, { type, subject, connection_id })) ?? {};
  return products.map(({ id, sku, name }) => ({ id, sku, name }));
}
