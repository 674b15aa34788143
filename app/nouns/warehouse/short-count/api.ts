import type { FastifyInstance } from 'fastify';
import { route } from '../../../../platform/http/route.ts';
import { acceptShortCount } from './accept.ts';
import { acceptShortCountCall } from './contract.ts';

export function shortCountsApi(app: FastifyInstance): void {
  route(app, acceptShortCountCall, async ({ inTenant, params, body }) => {
    await inTenant((tenant) => acceptShortCount(tenant, params.connectionId, body?.seen));
    return { message: 'The count is used. What it does not name is told as none, until a count names it again.' };
  });
}
