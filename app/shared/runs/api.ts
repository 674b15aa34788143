import type { FastifyInstance } from 'fastify';
import { existing } from '../../../platform/http/refusal.ts';
import { route } from '../../../platform/http/route.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { getRunCall, listOutcomesCall, listRunsCall } from './contract.ts';
import { listOutcomes, listRuns } from './queries.ts';

export function runsApi(app: FastifyInstance): void {
  route(app, listRunsCall, async ({ reading, query }) => ({ data: await reading((tenant) => listRuns(tenant, query)) }));
  route(app, getRunCall, ({ reading, params }) => reading((tenant) => runOf(tenant, params.id)));
  route(app, listOutcomesCall, ({ reading, params, query }) =>
    reading(async (tenant) => {
      await runOf(tenant, params.id);
      return { data: await listOutcomes(tenant, params.id, query.after) };
    }),
  );
}

const runOf = async (tenant: Tenant, id: number) => existing((await listRuns(tenant, { ids: [id] }))[0], 'This run does not exist.');
