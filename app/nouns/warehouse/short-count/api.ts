import type { FastifyInstance } from 'fastify';
import { messageRoute, readRoute } from '../../../../platform/http/route.ts';
import { acceptShortCount } from './accept.ts';
import { acceptShortCountCall, readWaitingCountCall } from './contract.ts';
import { readWaitingCount } from './waiting-count.ts';

export function shortCountsApi(app: FastifyInstance): void {
  readRoute(app, readWaitingCountCall, (tenant, { params }) => readWaitingCount(tenant, params.connectionId));
  messageRoute(app, acceptShortCountCall, countUsed, (tenant, { params, body }) =>
    acceptShortCount(tenant, params.connectionId, body?.seen),
  );
}

const countUsed = 'The count is used. Of what it does not name there is none, and channels are told so, until a count names it again.';
