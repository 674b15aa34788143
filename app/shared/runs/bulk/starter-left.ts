import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { type NounName, whoMayChange } from '../../../base/nouns.ts';
import { mayDo } from '../../../people/accounts/people/permissions.ts';

/**
 * Why who started a run over these records, or has a file of them applied, could not start it now: they were removed from the team since,
 * or their role may no longer change such records. Null where they could. A super admin is of no team.
 */
export async function whyNoStarter(tenant: Tenant, name: NounName): Promise<'left' | 'may_not' | null> {
  const { userId } = tenant;
  if (userId === null) return null;
  const { rows } = await sql<Columns<'users', 'is_super'> & { role: 'account_admin' | 'admin' | 'user' | null }>`
    select u.is_super, (select role from members where ${inAccount(tenant)} and user_id = u.id) as role
    from users u where u.id = ${userId}`.execute(tenant.db);
  const [person] = rows;
  if (person?.is_super) return null;
  if (!person?.role) return 'left';
  return mayDo(person.role, whoMayChange(name)) ? null : 'may_not';
}
