import type { FastifyRequest } from 'fastify';
import { refuse } from '../../../../platform/http/refusal.ts';
import type { SignedIn } from '../../../../platform/signed-in.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { remedyHints } from '../../../nouns/remedies/remedy-hints.ts';
import type { IssueType } from '../../../shared/issues/issue.ts';
import { countedWords } from '../../../ui/words/counted-words.ts';
import { requireAsSeen } from '../writing/etag.ts';
import { requireRelease } from '../writing/releasing.ts';
import { type OpenIssue, readIssue, readShown } from './read.ts';

/** What of an issue is mended by a link of its SKU, by a method for its shipping code, or by a warehouse for its location. */
const mended = {
  link: ['unmapped_sku', 'unmapped_item'],
  method: ['unmapped_shipping'],
  location: ['unmapped_location'],
} as const satisfies Record<string, IssueType[]>;
type By = keyof typeof mended;

/** Why an issue is there, which others may share: what its channel calls it, and which connection that is. */
export type Cause = { connectionId: number; subject: string; orderId: number | null };

/** The cause of an issue where this mends it. The subject is empty where a channel gave no code: then it is of its order alone. */
export function causeOf({ type, subject, connection_id, order_id }: OpenIssue, by: By): Cause | null {
  const isMended = mended[by].some((each) => each === type);
  if (!isMended || connection_id === null || (subject === '' && by !== 'method')) return null;
  return { connectionId: connection_id, subject, orderId: order_id };
}

type Call = { request: Pick<FastifyRequest, 'headers'>; session: SignedIn; params: { id: number }; body: { waiting: number } };

/**
 * The cause that a call mends for all that wait for it: no more of them than its caller has heard of.
 * @throws Refusal 403, 404, 409, 412
 */
export async function requireCause(tenant: Tenant, { request, session, params, body }: Call, by: By): Promise<Cause> {
  requireRelease(session, 'Goods may leave by this.');
  const ifMatch = request.headers['if-match'];
  if (ifMatch !== undefined) requireAsSeen(ifMatch, await readShown(tenant, params.id, session));
  const issue = await readIssue(tenant, params.id);
  const cause = causeOf(issue, by);
  if (issue.closed_at !== null || !cause) throw refuse(409, 'decided', 'This issue is closed, or this does not mend it.');
  const now = await waitingFor(tenant, issue);
  if (now <= body.waiting) return cause;
  const many = countedWords(now, 'record waits', 'records wait');
  throw refuse(409, 'changed_since', `${many} for this by now. Read its remedies again.`);
}

/** How many records wait for the cause of an issue; none where it has no cause that others share. */
export async function waitingFor(tenant: Tenant, { type, subject, connection_id }: OpenIssue): Promise<number> {
  if (connection_id === null) return 0;
  return (await remedyHints(tenant, { type, subject, connection_id }))?.waiting ?? 0;
}
