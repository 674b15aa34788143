import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Columns } from '../../../../platform/columns.ts';
import { id, instant } from '../../../../platform/endpoint.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { type IssueType, issueTypes, remedyFor, wordIssue } from '../../../shared/issues/issue.ts';
import { found, list, readRecord, reads, readV1 } from '../call.ts';
import { inOrderOf, paged, pageOfIds, row, withFields } from '../page.ts';
import { remediesApi } from './remedies.ts';

const issue = z.object({
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
});
type Issue = z.output<typeof issue>;

const listIssuesCall = reads('/v1/issues', {
  summary: 'What needs a person now, or needed one',
  scope: 'read_issues',
  query: z.strictObject({
    ...paged,
    state: z
      .enum(['open', 'closed', 'all'])
      .optional()
      .meta({ description: 'Open ones where it is left out, unless `ids` are given: then all' }),
    type: z.enum(issueTypes).optional(),
    order_id: id.optional(),
    purchase_order_id: id.optional(),
  }),
  reply: list(row(issue)),
});

const readIssueCall = reads('/v1/issues/:id', {
  summary: 'An issue, open or closed',
  scope: 'read_issues',
  reply: issue,
});

const states = { open: [sql`i.closed_at is null`], closed: [sql`i.closed_at is not null`], all: [] };

export function issuesApi(app: FastifyInstance): void {
  readV1(app, listIssuesCall, async (tenant, { query }) => {
    const { type, order_id, purchase_order_id, fields, ids: named } = query;
    const state = query.state ?? (named === undefined ? 'open' : 'all');
    const where = [
      ...(order_id === undefined ? [] : [sql`i.order_id = ${order_id}`]),
      ...(purchase_order_id === undefined ? [] : [sql`i.purchase_order_id = ${purchase_order_id}`]),
    ];
    const tests = [...states[state], ...(type === undefined ? [] : [sql`i.type = ${type}`])];
    const { ids, next } = await pageOfIds(tenant, query, { table: 'issues', alias: 'i', where, tests });
    return { data: withFields(await readIssues(tenant, ids), fields, Object.keys(issue.shape)), next };
  });
  readRecord(app, readIssueCall, async (tenant, { params }) => found((await readIssues(tenant, [params.id]))[0]));
  remediesApi(app);
}

type IssueRow = Omit<Issue, 'sentence' | 'remedy' | 'type'> & Columns<'issues', 'sentence'> & { type: IssueType };

async function readIssues(tenant: Tenant, ids: number[]): Promise<Issue[]> {
  const { rows } = await sql<IssueRow>`
    select id, type, subject, sentence, blocking, order_id, purchase_order_id, connection_id, line_id, opened_at, closed_at
    from issues where ${inAccount(tenant)} and id = any(${ids}::bigint[])`.execute(tenant.db);
  return inOrderOf(
    ids,
    rows.map((each) => ({ ...each, sentence: wordIssue(each.sentence), remedy: remedyFor(each) })),
  );
}
