import type { FastifyInstance } from 'fastify';
import { existing } from '../../../platform/http/refusal.ts';
import { readRoute, route } from '../../../platform/http/route.ts';
import type { SignedIn } from '../../../platform/signed-in.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { getRunCall, listOutcomesCall, listRunsCall } from './contract.ts';
import { listOutcomes, listRuns } from './queries.ts';

export function runsApi(app: FastifyInstance): void {
  route(app, listRunsCall, async ({ reading, session: { role }, query }) => ({
    data: await reading((tenant) => listRuns(tenant, { ...query, role })),
  }));
  readRoute(app, getRunCall, (tenant, { params, session }) => runOf(tenant, params.id, session));
  readRoute(app, listOutcomesCall, async (tenant, { params, query, session }) => {
    await runOf(tenant, params.id, session);
    return { data: await listOutcomes(tenant, params.id, query.after) };
  });
}

const runOf = async (tenant: Tenant, id: number, { role }: SignedIn) =>
  existing((await listRuns(tenant, { ids: [id], role }))[0], 'This run does not exist.');
