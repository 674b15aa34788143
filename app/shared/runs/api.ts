import type { FastifyInstance } from 'fastify';
import { refuse } from '../../../platform/http/refusal.ts';
import { route } from '../../../platform/http/route.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { getRunCall, listOutcomesCall, listRunsCall, type Run } from './contract.ts';
import { listOutcomes, listRuns } from './queries.ts';

export function runsApi(app: FastifyInstance): void {
  route(app, listRunsCall, async ({ reading, query }) => ({ data: await reading((tenant) => listRuns(tenant, query)) }));
  route(app, getRunCall, ({ reading, params }) => reading((tenant) => existing(tenant, params.id)));
  route(app, listOutcomesCall, ({ reading, params, query }) =>
    reading(async (tenant) => {
      await existing(tenant, params.id);
      return { data: await listOutcomes(tenant, params.id, query.after) };
    }),
  );
}

async function existing(tenant: Tenant, id: number): Promise<Run> {
  const [run] = await listRuns(tenant, { ids: [id] });
  if (!run) throw refuse(404, 'not_found', 'This run does not exist.');
  return run;
}
