import { sql } from 'kysely';
import type { Columns } from '../../../../../platform/columns.ts';
import { deleteFile, type Files } from '../../../../../platform/files.ts';
import { refuse } from '../../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { quotaBytes } from '../../../../shared/files/limits.ts';
import { keptOfChunk, requireRoom, requireRoomToUndo, usedBytes } from '../../../../shared/files/quota.ts';
import { enqueueImport } from '../running/enqueue.ts';

/** So many imports of an account may wait or run. Those that wait are deleted after a week. */
export const mostOpen = 20;

/**
 * Refuses a file of an import for which the account has no room, or while too many wait. Files and rows of imports that have ended make
 * room, the oldest first, as soon as they would fill more than half of it. @throws Refusal 409, 413
 */
export async function requireRoomForImport(tenant: Tenant, files: Files, bytes: number): Promise<void> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from imports
    where ${inAccount(tenant)} and state in ('mapping', 'checking', 'checked', 'applying')`.execute(tenant.db);
  if ((rows[0]?.open ?? 0) >= mostOpen)
    throw refuse(
      409,
      'too_many_imports',
      `${mostOpen} imports of your account run or wait to be applied. Apply or cancel some of them first.`,
    );
  await discardEnded(tenant, files, (await usedBytes(tenant)) + bytes - quotaBytes / 2);
  await requireRoom(tenant, bytes);
  await requireRoomToUndo(tenant);
}

/** How much an import that is checked may add to what its account keeps, in bytes. */
export const roomLeft = async (tenant: Tenant): Promise<number> => quotaBytes - (await usedBytes(tenant));

/** Discards the oldest imports that have ended, until they have given so many bytes. They can still be undone. */
async function discardEnded(tenant: Tenant, files: Files, bytes: number): Promise<void> {
  if (bytes <= 0) return;
  const { rows } = await sql<Columns<'imports', 'id'>>`
    with sizes as (
      select i.id, coalesce(f.bytes, 0) + coalesce((
        select sum(${keptOfChunk}) from import_chunks c where ${inAccount(tenant, 'c')} and c.import_id = i.id), 0) as bytes
      from imports i left join files f on ${inAccount(tenant, 'f')} and f.id = i.file_id
      where ${inAccount(tenant, 'i')} and i.state in ('applied', 'undone', 'failed') and i.discarded_at is null
    ), ordered as (select id, sum(bytes) over (order by id) - bytes as before from sizes)
    select id from ordered where before < ${bytes} order by id`.execute(tenant.db);
  for (const { id } of rows) await discard(tenant, files, id);
}

/** Deletes an import's file, and soon its rows: a job does that, because there may be millions. */
export async function discard(tenant: Tenant, files: Files, id: number): Promise<void> {
  const { rows } = await sql<Columns<'imports', 'file_id'>>`
    update imports set discarded_at = now(), file_id = null where ${inAccount(tenant)} and id = ${id} returning old.file_id`.execute(
    tenant.db,
  );
  if (rows[0]?.file_id) await deleteFile(tenant, files, rows[0].file_id);
  await enqueueImport(tenant, id);
}

/** Deletes the rows of an import that was discarded. Returns whether it was. */
export async function deleteRowsOfDiscarded(tenant: Tenant, id: number): Promise<boolean> {
  const { rows } = await sql`select from imports where ${inAccount(tenant)} and id = ${id} and discarded_at is not null`.execute(tenant.db);
  if (rows.length === 0) return false;
  await sql`delete from import_chunks where ${inAccount(tenant)} and import_id = ${id}`.execute(tenant.db);
  await sql`delete from import_errors where ${inAccount(tenant)} and import_id = ${id}`.execute(tenant.db);
  return true;
}
