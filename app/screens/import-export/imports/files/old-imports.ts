import { sql } from 'kysely';
import type { Columns } from '../../../../../platform/columns.ts';
import type { Database } from '../../../../../platform/db.ts';
import { deleteFile, type Files } from '../../../../../platform/files.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import { inSets } from '../../../../../platform/in-sets.ts';

/** As long as an import can be undone, and some days more. */
const keptDays = 35;
/** What was never applied is of no use to anybody for longer. */
const waitingDays = 7;

/**
 * Deletes imports with their rows and files: those that can no longer be undone, and those that nobody applied. One at a time, in short
 * transactions.
 */
export async function deleteOldImports(database: Database, files: Files, accountId: number): Promise<void> {
  await inSets(database, accountId, 1, async (tenant) => {
    const { rows } = await sql<Columns<'imports', 'file_id'>>`
      delete from imports where ${inAccount({ accountId })} and id = (
        select id from imports where ${inAccount({ accountId })} and state not in ('checking', 'applying', 'undoing')
          and coalesce(applied_at, created_at) < now() - make_interval(days => case when applied_at is null then ${waitingDays}::int
            else ${keptDays}::int end)
        order by id limit 1)
      returning file_id`.execute(tenant.db);
    if (rows[0]?.file_id) await deleteFile(tenant, files, rows[0].file_id);
    return rows.length;
  });
}
