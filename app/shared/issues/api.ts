import type { FastifyInstance } from 'fastify';
import { route } from '../../../platform/http/route.ts';
import { listCausesCall } from './contract.ts';
import { listCauses } from './queries.ts';

export function issuesApi(app: FastifyInstance): void {
  route(app, listCausesCall, ({ reading }) => reading(listCauses));
}
