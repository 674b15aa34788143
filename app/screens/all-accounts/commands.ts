import { writeAudit } from '../../../platform/audit.ts';
import type { Columns } from '../../../platform/columns.ts';
import { notify } from '../../../platform/events.ts';
import { refuse } from '../../../platform/http/refusal.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { Directory } from '../../people/accounts/people/directory.ts';

type Account = Columns<'accounts', 'id' | 'name'>;

/** Suspends an account: whoever is signed in to it is signed out at once, super admins aside. @throws Refusal 404 */
export function suspendAccount(directory: Directory, id: number): Promise<Account> {
  return directory.transaction(async (query) => {
    const [account] = await query<Account>(
      'update accounts set suspended_at = (select coalesce(suspended_at, now())) where id = $1 returning id, name',
      [id],
    );
    if (!account) throw missing();
    const people = await query<Columns<'members', 'user_id'>>(
      `select m.user_id from members m join users u on u.id = m.user_id where m.account_id = $1 and not u.is_super
        and m.account_id = (select min(home.account_id) from members home where home.user_id = m.user_id)`,
      [id],
    );
    await query('delete from sessions where user_id = any($1::bigint[])', [people.map(({ user_id }) => user_id)]);
    await query(tellOfKeys, [id]);
    return account;
  });
}

/** Tells every process that what it remembers of the account's API keys is no longer so. */
const tellOfKeys = "select pg_notify('crossdock_keys', handle) from api_keys where account_id = $1";

/** Lets it go on: what waited is read and sent. @throws Refusal 404 */
export function resumeAccount(directory: Directory, id: number): Promise<Account> {
  return directory.transaction(async (query) => {
    const [account] = await query<Account>('update accounts set suspended_at = null where id = $1 returning id, name', [id]);
    if (!account) throw missing();
    await query(tellOfKeys, [id]);
    return account;
  });
}

/** Records in the account what was done with it, by somebody who is not of it. `tenant` is the account's. */
export async function recordOf(tenant: Tenant, verb: 'created' | 'suspended' | 'resumed', { id, name }: Account): Promise<void> {
  await writeAudit(tenant, { verb, noun: 'account', record: { id, name } });
  notify(tenant, 'connections');
}

export const missing = () => refuse(404, 'not_found', 'This account does not exist.');
