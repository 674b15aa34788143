import type { Columns } from '../../../../platform/columns.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import type { Directory } from './directory.ts';

/**
 * Refuses whoever has just given the right password or code while their account is suspended, and ends the session that this began. Read
 * first: a statement that changes rows and reads people would need every node where there are several.
 * @throws Refusal 403
 */
export async function requireGoingOn({ query }: Pick<Directory, 'query'>, email: string): Promise<void> {
  const [person] = await query<Columns<'users', 'id'>>(
    `select u.id from users u join lateral (select min(account_id) as id from members where user_id = u.id) m on true
       join accounts a on a.id = m.id
     where u.email = lower($1) and not u.is_super and a.suspended_at is not null`,
    [email],
  );
  if (!person) return;
  await query('delete from sessions where user_id = $1', [person.id]);
  throw refuse(403, 'suspended', 'This account is suspended. Write to the people who run Crossdock.');
}
