import { sql } from 'kysely';
import { notify } from '../../../../../platform/events.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import type { Followed } from '../../../../base/import-outcomes.ts';
import { advanceRun, finishRun, setDone } from '../../../../shared/runs/commands.ts';
import { countCauses } from '../causes/count.ts';
import type { ImportRow } from '../running/import-row.ts';
import { requirePhase } from '../running/phase.ts';
import { tellOfEnd } from '../running/tell-of-end.ts';

/** What became of the rows. `left`: those without a value in the mapping column, of the wrong ones. */
export type ReportCounts = { listings: number; linked: number; unchanged: number; wrong: number; left: number };

/** As the last step of the transaction that linked them: says what became of a report, and of orders that follow. */
export async function finishReport(tenant: Tenant, row: ImportRow, counts: ReportCounts, followed: Followed): Promise<void> {
  await requirePhase(tenant, row);
  const { linked, unchanged, wrong } = counts;
  const causes = wrong > 0 ? await countCauses(tenant, row.id) : [];
  await sql`
    update imports set state = 'applied', applied_at = now(), created = ${linked}, unchanged = ${unchanged}, wrong = ${wrong},
      applied = ${linked}, causes = ${JSON.stringify(causes)}
    where ${inAccount(tenant)} and id = ${row.id}`.execute(tenant.db);
  const runId = row.run_id ?? 0;
  // While it ran, every row that was read counted as done.
  await setDone(tenant, runId, linked);
  await advanceRun(tenant, runId, { skipped: unchanged, failed: wrong, total: linked + unchanged + wrong });
  const { listings, left } = counts;
  const sentence = { code: 'listings_read', listings, linked, left, followed } as const;
  await finishRun(tenant, runId, 'done', sentence);
  await tellOfEnd(tenant, row, sentence);
  notify(tenant, 'imports', [row.id]);
  for (const topic of ['issues', 'products'] as const) notify(tenant, topic);
}
