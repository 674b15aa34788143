import { sql } from 'kysely';
import type { Columns } from '../../../../../platform/columns.ts';
import { notify } from '../../../../../platform/events.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import type { Followed } from '../../../../base/import-outcomes.ts';
import { advanceRun, finishRun, setDone } from '../../../../shared/runs/commands.ts';
import { countCauses } from '../causes/count.ts';
import { entityNamed, wordsOf } from '../entities.ts';
import { enqueueImport } from '../running/enqueue.ts';
import { type ImportRow, jobOf } from '../running/import-row.ts';
import { requirePhase } from '../running/phase.ts';
import { tellOfEnd } from '../running/tell-of-end.ts';

export type Counts = Columns<'imports', 'created' | 'changed' | 'unchanged' | 'wrong'>;

/** After the check: counts what it found. What is applied without a look goes on at once. */
export async function finishCheck(tenant: Tenant, row: ImportRow): Promise<void> {
  await requirePhase(tenant, row);
  const counts = await countCodes(tenant, row.id);
  const causes = counts.wrong > 0 ? await countCauses(tenant, row.id) : [];
  const { entity, job } = jobOf(row);
  const alsoCreates = job.createCategories ? await entity.missing?.count(tenant, job) : undefined;
  await sql`
    update imports set state = case when straight then 'applying' else 'checked' end, created = ${counts.created},
      changed = ${counts.changed},
      unchanged = ${counts.unchanged}, wrong = ${counts.wrong}, causes = ${JSON.stringify(causes)},
      also_creates = ${alsoCreates?.count ? JSON.stringify(alsoCreates) : null}
    where ${inAccount(tenant)} and id = ${row.id}`.execute(tenant.db);
  const runId = row.run_id ?? 0;
  await setCounts(tenant, runId, row.straight ? { ...counts, created: 0, changed: 0 } : counts);
  if (row.straight) await enqueueImport(tenant, row.id);
  else await finishRun(tenant, runId, 'done', { code: 'import_checked', ...counts });
  notify(tenant, 'imports', [row.id]);
}

/** What was applied. `leftOut`: rows that could not be any longer; `followed`: what followed elsewhere. */
type Applied = { applied: number; leftOut: number; followed: Followed | null };

/** As the last step of the transaction that applied the rows. */
export async function finishApply(tenant: Tenant, row: ImportRow, { applied, leftOut, followed }: Applied): Promise<void> {
  await requirePhase(tenant, row);
  const { rows } = await sql<Counts>`
    update imports set state = 'applied', applied = ${applied}, kept = ${leftOut}, applied_at = now()
    where ${inAccount(tenant)} and id = ${row.id}
    returning created, changed, unchanged, wrong`.execute(tenant.db);
  const { unchanged = 0, wrong = 0 } = rows[0] ?? {};
  const { noun } = wordsOf(entityNamed(row.entity));
  const skipped = unchanged + leftOut;
  const runId = row.run_id ?? 0;
  await setDone(tenant, runId, applied);
  await advanceRun(tenant, runId, { skipped, failed: wrong, total: applied + skipped + wrong });
  const sentence = { code: 'imported', applied, unchanged, wrong, leftOut, noun, followed } as const;
  await finishRun(tenant, runId, 'done', sentence);
  await tellOfEnd(tenant, row, sentence);
  notify(tenant, 'imports', [row.id]);
}

async function countCodes(tenant: Tenant, importId: number): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select coalesce(sum(created), 0)::int as created, coalesce(sum(changed), 0)::int as changed,
      coalesce(sum(unchanged), 0)::int as unchanged, coalesce(sum(wrong), 0)::int as wrong
    from import_chunks where ${inAccount(tenant)} and import_id = ${importId}`.execute(tenant.db);
  return rows[0] ?? { created: 0, changed: 0, unchanged: 0, wrong: 0 };
}

async function setCounts(tenant: Tenant, runId: number, { created, changed, unchanged, wrong }: Counts): Promise<void> {
  await sql`update runs set done = 0, skipped = 0, failed = 0 where ${inAccount(tenant)} and id = ${runId}`.execute(tenant.db);
  const total = created + changed + unchanged + wrong;
  await advanceRun(tenant, runId, { done: created + changed, skipped: unchanged, failed: wrong, ...(created + changed > 0 && { total }) });
}
