import type { FastifyInstance } from 'fastify';
import { refuse } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import { issueRemedyCall, listCausesCall } from './contract.ts';
import { listCauses } from './queries.ts';
import { remedyHints } from './remedy-hints.ts';

export function issuesApi(app: FastifyInstance): void {
  route(app, listCausesCall, ({ reading }) => reading(listCauses));
  route(app, issueRemedyCall, async ({ reading, query }) => {
    const hints = await reading((tenant) => remedyHints(tenant, query));
    if (!hints) throw refuse(404, 'not_found', 'This connection does not exist.');
    return hints;
  });
}
