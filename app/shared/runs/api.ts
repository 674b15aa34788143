import type { FastifyInstance } from 'fastify';
import { existing } from '../../../platform/http/refusal.ts';
import { readRoute, route } from '../../../platform/http/route.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { getRunCall, listOutcomesCall, listRunsCall } from './contract.ts';
import { listOutcomes, listRuns } from './queries.ts';

export function runsApi(app: FastifyInstance): void {
  route(app, listRunsCall, async ({ reading, query }) => ({ data: await reading((tenant) => listRuns(tenant, query)) }));
  readRoute(app, getRunCall, (tenant, { params }) => runOf(tenant, params.id));
  readRoute(app, listOutcomesCall, async (tenant, { params, query }) => {
    await runOf(tenant, params.id);
    return { data: await listOutcomes(tenant, params.id, query.after) };
  });
}

const runOf = async (tenant: Tenant, id: number) => existing((await listRuns(tenant, { ids: [id] }))[0], 'This run does not exist.');
