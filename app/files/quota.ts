import { sql } from 'kysely';
import { refuse } from '../../platform/http/refusal.ts';
import type { Tenant } from '../../platform/tenant.ts';
import { writeFileSize } from '../ui/file-size.ts';
import { quotaBytes } from './limits.ts';

/**
 * Refuses a file for which the account has no room. Two that arrive at the same moment may both find room: the quota is there so
 * that nobody fills the disk, not to be exact. @throws Refusal 413
 */
export async function requireRoom(tenant: Tenant, bytes: number, quota = quotaBytes): Promise<void> {
  const { rows } = await sql<{ used: number }>`
    select coalesce(sum(bytes), 0)::float as used from files where account_id = ${tenant.accountId} and uploaded`.execute(tenant.db);
  const used = rows[0]?.used ?? 0;
  if (used + bytes > quota)
    throw refuse(
      413,
      'quota',
      `Your account has used ${writeFileSize(used)} of its ${writeFileSize(quota)} for files, and this one has ${writeFileSize(bytes)}. Delete files that nobody needs any more.`,
    );
}
