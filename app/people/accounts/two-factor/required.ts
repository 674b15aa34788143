import { writeAudit } from '../../../../platform/audit.ts';
import { notify } from '../../../../platform/events.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { Directory } from '../people/directory.ts';

/** Whether this person must have two-factor sign-in: their account asks it of everyone, or the portal of its super admins. */
export async function isRequired({ query }: Pick<Directory, 'query'>, userId: number, strictSupers: boolean): Promise<boolean> {
  const rows = await query(
    `select from users u join lateral (select min(account_id) as id from members where user_id = u.id) m on true
      join accounts a on a.id = m.id
     where u.id = $1 and (a.two_factor_required or (u.is_super and $2))`,
    [userId, strictSupers],
  );
  return rows.length > 0;
}

/** Requires two-factor sign-in of everybody in the account, or leaves it to them again. */
export async function setRequired(tenant: Tenant, required: boolean): Promise<void> {
  const { name, two_factor_required } = await tenant.db
    .selectFrom('accounts')
    .select(['name', 'two_factor_required'])
    .where('id', '=', tenant.accountId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await tenant.db.updateTable('accounts').set({ two_factor_required: required }).where('id', '=', tenant.accountId).execute();
  const record = { id: tenant.accountId, name };
  await writeAudit(tenant, {
    verb: 'changed',
    noun: 'account',
    record,
    from: { two_factor_required },
    to: { two_factor_required: required },
  });
  notify(tenant, 'team');
}
