import type { FastifyInstance } from 'fastify';
import { changeRoute, messageRoute, readRoute } from '../../../../platform/http/route.ts';
import { changeReplyCall, createReplyCall, deleteReplyCall, listRepliesCall } from './contract.ts';
import { changeReply, createReply, deleteReply, listReplies } from './replies.ts';

/** The saved replies of an account: also a super admin's own account, whosever ticket they write to. */
export function repliesApi(app: FastifyInstance): void {
  readRoute(app, listRepliesCall, async (tenant) => ({ data: await listReplies(tenant) }));
  changeRoute(app, createReplyCall, async (tenant, { body }) => ({ id: await createReply(tenant, body), message: 'The reply was saved.' }));
  messageRoute(app, changeReplyCall, 'The saved reply was changed.', (tenant, { params, body }) => changeReply(tenant, params.id, body));
  messageRoute(app, deleteReplyCall, 'The saved reply was deleted.', (tenant, { params }) => deleteReply(tenant, params.id));
}
