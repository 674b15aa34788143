import type { FastifyInstance } from 'fastify';
import { refuse } from '../../../platform/http/refusal.ts';
import { route } from '../../../platform/http/route.ts';
import { issueRemedyCall } from './contract.ts';
import { remedyHints } from './remedy-hints.ts';

export function remediesApi(app: FastifyInstance): void {
  route(app, issueRemedyCall, async ({ reading, query }) => {
    const hints = await reading((tenant) => remedyHints(tenant, query));
    if (!hints) throw refuse(404, 'not_found', 'This connection does not exist.');
    return hints;
  });
}
