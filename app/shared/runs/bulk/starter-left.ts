import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';

/** Whether the person who started a run, or has a file applied, was removed from the team since. A super admin is of no team. */
export async function starterHasLeft(tenant: Tenant): Promise<boolean> {
  const { userId } = tenant;
  if (userId === null) return false;
  const { rows } = await sql<{ has_left: boolean }>`
    select not exists (select from members where ${inAccount(tenant)} and user_id = ${userId})
      and not exists (select from users where id = ${userId} and is_super) as has_left`.execute(tenant.db);
  return rows[0]?.has_left ?? false;
}
