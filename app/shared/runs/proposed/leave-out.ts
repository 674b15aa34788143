import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { OutcomeSentence } from '../outcome-sentences.ts';
import { keepTargets } from '../working/targets.ts';

/**
 * Leaves these records out of a run that was prepared, and those that were to be left when it was. Of the others what is to become of each
 * is replaced later by what becomes of it. Returns how many they are.
 */
export async function leaveOut(tenant: Tenant, runId: number, since: ReadonlyMap<number, OutcomeSentence>): Promise<number> {
  const reasons = [...since].map(([id, reason]) => ({ id, reason }));
  await sql`
    update run_outcomes o set outcome = 'skipped', reason = since.reason
    from json_to_recordset(${JSON.stringify(reasons)}::json) as since (id bigint, reason jsonb)
    where ${inAccount(tenant, 'o')} and o.run_id = ${runId} and o.record_id = since.id and o.outcome = 'waiting'`.execute(tenant.db);
  const { rows } = await sql<Columns<'run_outcomes', 'record_id'>>`
    delete from run_outcomes where ${inAccount(tenant)} and run_id = ${runId} and outcome = 'waiting' returning record_id`.execute(
    tenant.db,
  );
  const ids = rows.flatMap(({ record_id }) => record_id ?? []);
  await keepTargets(tenant, runId, ids);
  await sql`update runs set skipped = total - ${ids.length} where ${inAccount(tenant)} and id = ${runId}`.execute(tenant.db);
  return ids.length;
}
