import type { FastifyInstance } from 'fastify';
import { readRoute } from '../../../platform/http/route.ts';
import { listCausesCall, listCausesOfCall } from './contract.ts';
import { listCausesOf } from './of-type.ts';
import { listCauses } from './queries.ts';

export function issuesApi(app: FastifyInstance): void {
  readRoute(app, listCausesCall, listCauses);
  readRoute(app, listCausesOfCall, (tenant, { params, query }) => listCausesOf(tenant, params.type, query));
}
