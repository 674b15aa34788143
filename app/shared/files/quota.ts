import { sql } from 'kysely';
import { refuse } from '../../../platform/http/refusal.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { writeFileSize } from '../../ui/words/file-size.ts';
import { quotaBytes, undoBytes } from './limits.ts';

/**
 * Refuses a file for which the account has no room. Two that arrive at the same moment may both find room: the quota is there so
 * that nobody fills the disk, not to be exact. @throws Refusal 413
 */
export async function requireRoom(tenant: Tenant, bytes: number, quota = quotaBytes): Promise<void> {
  const used = await usedBytes(tenant);
  if (used + bytes > quota)
    throw refuse(
      413,
      'quota',
      `Your account has used ${writeFileSize(used)} of its ${writeFileSize(quota)} for files, and this one has ${writeFileSize(bytes)}. Delete files that nobody needs, or cancel imports that wait.`,
    );
}

/** What an account may still write before what it has used is counted again, in bytes. In the memory of this process. */
const uncounted = new Map<number, number>();
const [mostUncounted, mostKnown] = [1024 ** 2, 10_000];

/**
 * Refuses a comment or message for which the account has no room. Texts are small and there are many, so what the account has
 * used is counted once in a megabyte of them, and each time where little is left. Super admins may reply in an account that is full.
 * @throws Refusal 413
 */
export async function requireRoomForText(tenant: Tenant, text: string, quota = quotaBytes): Promise<void> {
  const bytes = Buffer.byteLength(text);
  if (tenant.actingAs) return;
  const left = (uncounted.get(tenant.accountId) ?? 0) - bytes;
  if (left >= 0) return void uncounted.set(tenant.accountId, left);
  uncounted.delete(tenant.accountId);
  const used = await usedBytes(tenant);
  if (used + bytes > quota)
    throw refuse(
      413,
      'quota',
      `Your account has used ${writeFileSize(used)} of its ${writeFileSize(quota)} for files, comments and messages. Delete files that nobody needs, or cancel imports that wait.`,
    );
  if (uncounted.size >= mostKnown) uncounted.clear();
  uncounted.set(tenant.accountId, quota - used > 10 * mostUncounted ? mostUncounted : 0);
}

/**
 * What the people of this account have uploaded and written, with the rows that imports keep in the database, in bytes. What undoes
 * imports has room of its own: nobody can delete it, so that it must not keep anybody from writing a comment.
 */
export async function usedBytes(tenant: Tenant): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select (
      coalesce((select sum(bytes) from files where ${inAccount(tenant)} and uploaded), 0) +
      coalesce((select sum(bytes) from comments where ${inAccount(tenant)}), 0) +
      coalesce((select sum(bytes) from support_messages where ${inAccount(tenant)}), 0) +
      coalesce((select sum(bytes) from support_tickets where ${inAccount(tenant)}), 0) +
      coalesce((select sum(${keptOfChunk}) from import_chunks c join imports i on ${inAccount(tenant, 'i')} and i.id = c.import_id
        where ${inAccount(tenant, 'c')} and i.discarded_at is null), 0)
    )::float as used`.execute(tenant.db);
  return rows[0]?.used ?? 0;
}

/** Refuses an import while what undoes those of the last weeks fills its room. @throws Refusal 413 */
export async function requireRoomToUndo(tenant: Tenant, most = undoBytes): Promise<void> {
  const { rows } = await sql<{ used: number }>`
    select coalesce(sum(pg_column_size(packed)), 0)::float as used from changes
    where ${inAccount(tenant)} and packed is not null`.execute(tenant.db);
  const used = rows[0]?.used ?? 0;
  if (used >= most)
    throw refuse(
      413,
      'quota',
      `What would undo the imports of your account has ${writeFileSize(used)}. It is deleted 35 days after each import: import again when the oldest are that old.`,
    );
}

/** About what a stored error of an import takes besides its texts, in bytes. */
export const errorRow = 200;

/** What a row `c` of import_chunks keeps, with the errors of its rows. Sizes of what is stored elsewhere are read without reading that. */
export const keptOfChunk = sql<number>`(pg_column_size(c.cells) + pg_column_size(c.numbers) + pg_column_size(c.codes) + c.error_bytes)`;
