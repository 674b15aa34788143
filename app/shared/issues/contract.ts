import { z } from 'zod';
import { endpoint } from '../../../platform/endpoint.ts';
import { listQuery, paginated } from '../../../platform/list/query.ts';
import { cause, causes } from './causes.ts';
import { issueTypes } from './issue.ts';

/** Open issues by cause, the most urgent first: the inbox of the home page. */
export const listCausesCall = endpoint('GET /api/issues', {
  may: 'work',
  summary: 'What needs a person now, grouped by cause',
  replies: { 200: causes },
});

/** All causes of one type, of which Home shows the first. */
export const listCausesOfCall = endpoint('GET /api/issues/:type', {
  may: 'work',
  summary: 'What needs a person now for one reason, the oldest first',
  params: z.object({ type: z.enum(issueTypes) }),
  query: listQuery({ sorts: ['opened_at', 'orders'] }),
  replies: { 200: paginated(cause) },
});
export type CausesQuery = z.output<NonNullable<typeof listCausesOfCall.query>>;
