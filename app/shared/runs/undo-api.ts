import type { FastifyInstance } from 'fastify';
import type { Columns } from '../../../platform/columns.ts';
import { route } from '../../../platform/http/route.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { undoBulkCall } from './contract.ts';

/** What came of taking a run back; `runId` is the run that does it, null where it is done already. */
export type Undone = { message: string; runId: number | null; total: number };
/** How a noun takes one of its runs back. @throws Refusal 404, 409 */
export type UndoRun = (tenant: Tenant, runId: number) => Promise<Undone>;
/** Whose run it is. */
export type RunKind = Columns<'runs', 'entity' | 'action'>;

/** Takes a run back, whatever its records are: `undoOf` finds its noun, also for a run that does not exist. */
export const undoRunsApi =
  (undoOf: (run: RunKind | undefined) => UndoRun) =>
  (app: FastifyInstance): void => {
    route(app, undoBulkCall, ({ inTenant, params }) =>
      inTenant(async (tenant) => undoOf(await kindOf(tenant, params.id))(tenant, params.id)),
    );
  };

async function kindOf({ db, accountId }: Tenant, runId: number): Promise<RunKind | undefined> {
  return db.selectFrom('runs').select(['entity', 'action']).where('account_id', '=', accountId).where('id', '=', runId).executeTakeFirst();
}
