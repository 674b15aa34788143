import { refuse } from '../../../../platform/http/refusal.ts';
import type { Directory } from './directory.ts';

/**
 * Refuses whoever has just given the right password or code while their account is suspended, and ends the session that this began.
 * @throws Refusal 403
 */
export async function requireGoingOn({ query }: Pick<Directory, 'query'>, email: string): Promise<void> {
  const suspended = await query(
    `delete from sessions s using users u, accounts a where u.email = lower($1) and not u.is_super and s.user_id = u.id
      and a.suspended_at is not null
       and a.id = (select min(m.account_id) from members m where m.user_id = u.id) returning s.id`,
    [email],
  );
  if (suspended.length > 0) throw refuse(403, 'suspended', 'This account is suspended. Write to the people who run Crossdock.');
}
