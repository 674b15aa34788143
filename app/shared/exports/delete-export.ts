import { sql } from 'kysely';
import { writeAudit } from '../../../platform/audit.ts';
import type { Columns } from '../../../platform/columns.ts';
import { deleteFile, type Files } from '../../../platform/files.ts';
import { refuse } from '../../../platform/http/refusal.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { finishRun } from '../runs/commands.ts';
import { dropTargets } from '../runs/working/targets.ts';

/** Deletes an export with its file; a running one is cancelled and its file discarded. Returns whether it existed. */
export async function deleteExport(tenant: Tenant, files: Files, id: number): Promise<boolean> {
  const { rows } = await sql<Columns<'exports', 'run_id' | 'file_id' | 'kind'>>`
    delete from exports where ${inAccount(tenant)} and id = ${id} returning run_id, file_id, kind`.execute(tenant.db);
  const [gone] = rows;
  if (!gone) return false;
  await writeAudit(tenant, { verb: 'deleted', noun: 'export', record: { id, name: gone.kind } });
  await dropTargets(tenant, gone.run_id);
  await finishRun(tenant, gone.run_id, 'cancelled', { code: 'export_deleted' });
  if (gone.file_id) await deleteFile(tenant, files, gone.file_id);
  return true;
}

export const missingExport = () => refuse(404, 'not_found', 'This export does not exist.');
