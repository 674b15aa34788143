import type { Columns } from '../../../../platform/columns.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import type { SignedIn } from '../../../../platform/signed-in.ts';
import { noteAudit } from '../../../../platform/watch-writes.ts';
import type { Account } from '../contract.ts';
import type { Directory } from '../people/directory.ts';
import { newToken } from '../people.ts';

/** `address` is where the request came from. */
type Who = Pick<SignedIn, 'userId'> & { address: string | null };
type Found = Columns<'accounts', 'id' | 'name'>;

/**
 * Lets a super admin act as an account, null for their own again, and records it there. Returns the session's new token: the token changes
 * with the account, so that no process uses a cached session of the other one.
 */
export async function actAs(directory: Directory, session: Who, token: string, accountId: number | null): Promise<string> {
  const next = newToken();
  await directory.transaction(async (query) => {
    const [account] = accountId === null ? [] : await query<Found>('select id, name from accounts where id = $1', [accountId]);
    if (accountId !== null && !account) throw refuse(404, 'not_found', 'This account does not exist.');
    const changed = await query(
      'update sessions set acting_account_id = $2, token = $3, updated_at = now() where token = $1 returning id',
      [token, accountId, next],
    );
    if (changed.length === 0) throw refuse(401, 'signed_out', 'You are signed out. Sign in again.');
    // That the former account is left is recorded by the database, which sees however a session ends.
    noteAudit();
    if (account) await recordStart(query, session, account);
  });
  return next;
}

/** The accounts whose name has this in it, by name, for super admins: the first thousand. */
export function listAccounts(directory: Directory, search = ''): Promise<Account[]> {
  return directory.query(
    'select id, name, timezone from accounts where strpos(lower(name), lower($1)) > 0 order by lower(name), id limit 1000',
    [search],
  );
}

async function recordStart(query: Directory['query'], { userId, address }: Who, { id, name }: Found): Promise<void> {
  await query("insert into account_access_log (account_id, user_id, did) values ($1, $2, 'started_acting')", [id, userId]);
  await query(
    `insert into audit_entries (account_id, user_id, acting_as, address, verb, noun, record_id, record_name, changes)
     values ($1, $2, true, $3, 'started acting as', 'account', $1, $4, '{}')`,
    [id, userId, address, name],
  );
}
