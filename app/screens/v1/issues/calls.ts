import type { FastifyInstance } from 'fastify';
import { list, readRecord, reads, readV1 } from '../call.ts';
import { row, withFields } from '../page.ts';
import { issuesQuery, pageOfIssues } from './list.ts';
import { issue, readIssues, readShown } from './read.ts';
import { remediesApi } from './remedies.ts';

const listIssuesCall = reads('/v1/issues', {
  summary: 'What needs a person now, or needed one',
  scope: 'read_issues',
  query: issuesQuery,
  reply: list(row(issue)),
});

const readIssueCall = reads('/v1/issues/:id', {
  summary: 'An issue, open or closed',
  scope: 'read_issues',
  reply: issue,
});

export function issuesApi(app: FastifyInstance): void {
  readV1(app, listIssuesCall, async (tenant, { query, session }) => {
    const { ids, next } = await pageOfIssues(tenant, query);
    return { data: withFields(await readIssues(tenant, ids, session), query.fields, Object.keys(issue.shape)), next };
  });
  readRecord(app, readIssueCall, (tenant, { params, session }) => readShown(tenant, params.id, session));
  remediesApi(app);
}
