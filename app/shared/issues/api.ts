import type { FastifyInstance } from 'fastify';
import { readRoute } from '../../../platform/http/route.ts';
import { listCausesCall } from './contract.ts';
import { listCauses } from './queries.ts';

export function issuesApi(app: FastifyInstance): void {
  readRoute(app, listCausesCall, listCauses);
}
