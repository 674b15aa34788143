import type { FastifyInstance } from 'fastify';
import { allowance } from '../../../platform/allowance.ts';
import { refuse } from '../../../platform/http/refusal.ts';
import { messageRoute, readRoute, route } from '../../../platform/http/route.ts';
import { type AssignedNouns, assigningApi } from './assigning/api.ts';
import { assign, changeComment, createComment, deleteComment } from './commands.ts';
import { assignCall, changeCommentCall, createCommentCall, deleteCommentCall, readDiscussionCall } from './contract.ts';
import { readDiscussion } from './queries.ts';
import { requireRecord } from './records.ts';

/** Nobody writes more of them; each may mention fifty people, who are told. */
const aMinute = allowance(30, (seconds) =>
  refuse(429, 'too_many_requests', 'You have written many comments within a minute. Try again in a moment.', {
    'retry-after': String(seconds),
  }),
);

/** `nouns`: what people comment on and assign. */
export const commentsApi =
  (nouns: AssignedNouns) =>
  (app: FastifyInstance): void => {
    readRoute(app, readDiscussionCall, async (tenant, { params }) => {
      await requireRecord(tenant, nouns, params);
      return readDiscussion(tenant, params);
    });
    route(app, createCommentCall, async ({ session, inTenant, params, body }) => {
      aMinute.take(session.userId);
      const id = await inTenant((tenant) => createComment(tenant, nouns, params, body.body));
      return { id, message: 'Your colleagues see the comment.' };
    });
    route(app, changeCommentCall, async ({ session, inTenant, params, body }) => {
      aMinute.take(session.userId);
      await inTenant((tenant) => changeComment(tenant, nouns, params.id, body));
      return { message: 'The comment was saved.' };
    });
    messageRoute(app, deleteCommentCall, 'The comment was deleted.', (tenant, { params }) => deleteComment(tenant, nouns, params.id));
    route(app, assignCall, async ({ inTenant, params, body }) => {
      const { name, runId } = await inTenant((tenant) => assign(tenant, nouns, params, body.assignee));
      return { message: name === null ? 'Nobody in particular looks after it now.' : `${name} looks after it now.`, runId };
    });
    assigningApi(nouns, app);
  };
