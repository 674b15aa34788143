import { sql } from 'kysely';
import { refuse } from '../../../platform/http/refusal.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { writeFileSize } from '../../ui/words/file-size.ts';
import { quotaBytes } from './limits.ts';

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

/** What the people of this account have uploaded, with the rows that imports keep in the database, in bytes. */
export async function usedBytes({ accountId, db }: Tenant): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select (
      coalesce((select sum(bytes) from files where account_id = ${accountId} and uploaded), 0) +
      coalesce((select sum(${keptOfChunk}) from import_chunks c join imports i on i.account_id = c.account_id and i.id = c.import_id
        where c.account_id = ${accountId} and i.discarded_at is null), 0) +
      coalesce((select sum(pg_column_size(packed)) from changes where account_id = ${accountId} and packed is not null), 0)
    )::float as used`.execute(db);
  return rows[0]?.used ?? 0;
}

/** What a row `c` of import_chunks keeps, with the errors of its rows. Sizes of what is stored elsewhere are read without reading that. */
export const keptOfChunk = sql<number>`(pg_column_size(c.cells) + pg_column_size(c.numbers) + pg_column_size(c.codes) + c.error_bytes)`;
