import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { id } from '../../../../platform/endpoint.ts';
import { issueTypes } from '../../../shared/issues/issue.ts';
import { list, readRecord, reads, readV1 } from '../call.ts';
import { paged, pageOfIds, row, withFields } from '../page.ts';
import { issue, readIssues, readShown } from './read.ts';
import { remediesApi } from './remedies.ts';

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
  readV1(app, listIssuesCall, async (tenant, { query, session }) => {
    const { type, order_id, purchase_order_id, fields, ids: named } = query;
    const state = query.state ?? (named === undefined ? 'open' : 'all');
    const where = [
      ...(order_id === undefined ? [] : [sql`i.order_id = ${order_id}`]),
      ...(purchase_order_id === undefined ? [] : [sql`i.purchase_order_id = ${purchase_order_id}`]),
    ];
    const tests = [...states[state], ...(type === undefined ? [] : [sql`i.type = ${type}`])];
    const { ids, next } = await pageOfIds(tenant, query, { table: 'issues', alias: 'i', where, tests });
    return { data: withFields(await readIssues(tenant, ids, session), fields, Object.keys(issue.shape)), next };
  });
  readRecord(app, readIssueCall, (tenant, { params, session }) => readShown(tenant, params.id, session));
  remediesApi(app);
}
