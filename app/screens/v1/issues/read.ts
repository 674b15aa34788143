import { sql } from 'kysely';
import { z } from 'zod';
import type { Columns } from '../../../../platform/columns.ts';
import { instant } from '../../../../platform/endpoint.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { type IssueType, issueTypes, remedyFor, wordIssue } from '../../../shared/issues/issue.ts';
import { seenWithGoods } from '../../../shared/issues/seen-goods.ts';
import { found } from '../call.ts';
import { inOrderOf } from '../page.ts';
import { type Caller, sentenceFor } from '../showing/buyers.ts';

/** An issue as its calls reply it. */
export const issue = z.object({
  id: z.number(),
  type: z.enum(issueTypes),
  subject: z.string().meta({ description: 'What it is about, as a SKU: issues of one type and subject have one cause' }),
  sentence: z.string(),
  remedy: z.string(),
  blocking: z.boolean(),
  order_id: z.number().nullable(),
  purchase_order_id: z.number().nullable(),
  connection_id: z.number().nullable(),
  line_id: z.number().nullable(),
  opened_at: instant,
  closed_at: instant.nullable(),
  seen: z.string().nullable().meta({
    description:
      'What a decision names as what was seen: another once the issue says something else or, where it decides whether goods leave, once those are others. Null of issues about which no decision names it',
  }),
});
type Issue = z.output<typeof issue>;

/** An issue as its remedies need it. */
export type OpenIssue = Columns<'issues', 'id' | 'subject' | 'order_id' | 'purchase_order_id' | 'connection_id' | 'closed_at'> & {
  type: IssueType;
  seen: string | null;
};

/** @throws Refusal 404 */
export async function readIssue(tenant: Tenant, id: number): Promise<OpenIssue> {
  const { rows } = await sql<OpenIssue>`
    select id, type, subject, order_id, purchase_order_id, connection_id, closed_at, ${seenWithGoods(tenant, 'issues')} as seen from issues
    where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  return found(rows[0]);
}

type IssueRow = Omit<Issue, 'sentence' | 'remedy' | 'type'> & Columns<'issues', 'sentence'> & { type: IssueType };

/** Issues as their calls reply them to this caller, in the order of `ids`. */
export async function readIssues(tenant: Tenant, ids: number[], caller: Caller): Promise<Issue[]> {
  const { rows } = await sql<IssueRow>`
    select id, type, subject, sentence, blocking, order_id, purchase_order_id, connection_id, line_id, opened_at, closed_at,
      ${seenWithGoods(tenant, 'issues')} as seen
    from issues where ${inAccount(tenant)} and id = any(${ids}::bigint[])`.execute(tenant.db);
  return inOrderOf(
    ids,
    rows.map((each) => ({
      ...each,
      sentence: sentenceFor(caller, { ...each, sentence: wordIssue(each.sentence) }),
      remedy: remedyFor(each),
    })),
  );
}

/** An issue as its call replies it. @throws Refusal 404 */
export const readShown = async (tenant: Tenant, id: number, caller: Caller): Promise<Issue> =>
  found((await readIssues(tenant, [id], caller))[0]);
