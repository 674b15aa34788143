import type { FastifyInstance } from 'fastify';
import { readRoute, route } from '../../../../platform/http/route.ts';
import { changeReplyCall, createReplyCall, deleteReplyCall, listRepliesCall } from './contract.ts';
import { changeReply, createReply, deleteReply, listReplies } from './replies.ts';

/** The saved replies of an account: also a super admin's own account, whosever ticket they write to. */
export function repliesApi(app: FastifyInstance): void {
  readRoute(app, listRepliesCall, async (tenant) => ({ data: await listReplies(tenant) }));
  route(app, createReplyCall, async ({ inTenant, body }) => ({
    id: await inTenant((tenant) => createReply(tenant, body)),
    message: 'The reply was saved.',
  }));
  route(app, changeReplyCall, async ({ inTenant, params, body }) => {
    await inTenant((tenant) => changeReply(tenant, params.id, body));
    return { message: 'The saved reply was changed.' };
  });
  route(app, deleteReplyCall, async ({ inTenant, params }) => {
    await inTenant((tenant) => deleteReply(tenant, params.id));
    return { message: 'The saved reply was deleted.' };
  });
}
