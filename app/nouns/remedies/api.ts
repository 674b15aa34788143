import type { FastifyInstance } from 'fastify';
import { existing } from '../../../platform/http/refusal.ts';
import { route } from '../../../platform/http/route.ts';
import { issueRemedyCall } from './contract.ts';
import { remedyHints } from './remedy-hints.ts';

export function remediesApi(app: FastifyInstance): void {
  route(app, issueRemedyCall, async ({ reading, query }) => {
    return existing(await reading((tenant) => remedyHints(tenant, query)), 'This connection does not exist.');
  });
}
