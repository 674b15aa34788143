import { sql } from 'kysely';
import { refuse } from '../../../../platform/http/refusal.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { bulkLabel, takesBack, type Undoable } from '../../order-flow/contract/bulk-action.ts';
import { startWork } from './start.ts';

const keptDays = 30;

/** Starts a run that undoes a hold, archive or delete run, for those of its orders that nobody has changed since. */
export async function undoBulk(tenant: Tenant, runId: number): Promise<{ runId: number; total: number }> {
  const { rows } = await sql<{ action: Undoable }>`
    update runs set undone_at = now() where account_id = ${tenant.accountId} and id = ${runId} and kind in ('bulk', 'action') and entity = 'orders' and state <> 'running' and done > 0
      and action = any(${Object.keys(takesBack)}::text[]) and undone_at is null and started_at > now() - make_interval(days => ${keptDays}) returning action`.execute(
    tenant.db,
  );
  const [run] = rows;
  if (!run) throw refuse(409, 'not_undoable', 'This run cannot be taken back.');
  const done = sql`o.account_id = ${tenant.accountId} and o.id in (
    select r.record_id from run_outcomes r where r.account_id = ${tenant.accountId} and r.run_id = ${runId} and r.outcome = 'done')`;
  return startWork(tenant, takesBack[run.action], `Undo ${bulkLabel[run.action]}`, done);
}
