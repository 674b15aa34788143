import { sql } from 'kysely';
import { refuse } from '../../../platform/http/refusal.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { checkOrders } from '../checking/check.ts';
import { record } from '../history.ts';
import { settleOrders } from '../settle.ts';
import { countedWords } from '../words.ts';

const keptDays = 30;

/** Takes an archive or delete run back, for those of its orders that are still as it left them. */
export async function undoBulk(tenant: Tenant, runId: number): Promise<{ message: string }> {
  const { rows: runs } = await sql<{ action: string }>`
    update runs set undone_at = now() where account_id = ${tenant.accountId} and id = ${runId} and kind = 'bulk' and state <> 'running'
      and action in ('archive', 'delete') and undone_at is null and started_at > now() - make_interval(days => ${keptDays}) returning action`.execute(
    tenant.db,
  );
  const [run] = runs;
  if (!run) throw refuse(409, 'not_undoable', 'This run cannot be taken back.');
  const column = sql.ref(run.action === 'delete' ? 'deleted_at' : 'archived_at');
  const { rows } = await sql<{ id: number }>`
    update orders o set ${column} = null, checked_at = null, updated_by = ${tenant.userId}, revision = o.revision + 1
    from run_outcomes r where r.account_id = o.account_id and r.run_id = ${runId} and r.outcome = 'done' and r.record_id = o.id
      and o.account_id = ${tenant.accountId} and o.${column} is not null
    returning o.id`.execute(tenant.db);
  const ids = rows.map(({ id }) => id);
  await record(
    tenant,
    ids.map((orderId) => ({ orderId, kind: 'restored', sentence: run.action === 'delete' ? 'Restored.' : 'Taken out of the archive.' })),
  );
  await settleOrders(tenant, ids);
  await checkOrders(tenant, ids);
  return { message: `${countedWords(ids.length, 'order')} restored.` };
}
