import type { Column, Columns } from '../../../platform/columns.ts';
import { refuse } from '../../../platform/http/refusal.ts';
import { auditPerson } from '../accounts/people/audit-person.ts';
import type { Directory } from '../accounts/people/directory.ts';
import { passwordMethod } from '../accounts/people.ts';
import { digestOf } from './invitations/invitations.ts';

/** Whoever follows a mailed link is in no account yet, so these read and write as sign-in does. */
type Invited = Columns<'invitations', 'account_id' | 'id' | 'email' | 'role'> & { account_name: Column<'accounts', 'name'> };

const invited =
  'select i.account_id, i.id, i.email, i.role, a.name as account_name from invitations i join accounts a on a.id = i.account_id';
const statement = `
  ${invited} where i.token_digest = $1 and i.expires_at > now()
  union all ${invited} join invitation_links l on l.account_id = i.account_id and l.invitation_id = i.id
    where l.token_digest = $1 and l.expires_at > now()`;

/** Of one invitation: whether this link of it works. */
const works = `
  select from invitations where account_id = $1 and id = $2 and token_digest = $3 and expires_at > now()
  union all select from invitation_links where account_id = $1 and invitation_id = $2 and token_digest = $3 and expires_at > now()`;

/** Who is invited to what. @throws Refusal 404 for a link that no longer works */
export async function invitationOf({ query }: Pick<Directory, 'query'>, token: string): Promise<Invited> {
  const [invited] = await query<Invited>(statement, [digestOf(token)]);
  if (!invited) throw ended();
  return invited;
}

/**
 * Makes the invited person a member of the account, and ends the invitation. Somebody who was removed from their account has a
 * sign-in already: it gets the new name and password. @throws Refusal 404, 409
 */
export async function join(
  directory: Directory,
  token: string,
  { name, passwordHash, address }: { name: string; passwordHash: string; address: string },
): Promise<Invited & { user_id: number }> {
  // Before the transaction: several nodes are asked at once, after which one changes no person.
  const invited = await invitationOf(directory, token);
  return directory.transaction(async (query) => {
    const mine = [invited.account_id, invited.id];
    // Whoever else follows it, or changes it, has done so by now.
    const [open] = await query<Columns<'invitations', 'email' | 'role'>>(
      'select email, role from invitations where account_id = $1 and id = $2 for update',
      mine,
    );
    if (!open || (await query(works, [...mine, digestOf(token)])).length === 0) throw ended();
    const userId = await personOf(query, open.email, name);
    await query('delete from sign_in_methods where user_id = $1', [userId]);
    await query(passwordMethod, [userId, passwordHash]);
    const [member] = await query<Columns<'members', 'id'>>(membership, [invited.account_id, userId, open.role]);
    await query(departments, [...mine, member?.id]);
    await query('delete from invitations where account_id = $1 and id = $2', mine);
    await query('delete from former_members where account_id = $1 and user_id = $2', [invited.account_id, userId]);
    const joined = { verb: 'joined', noun: 'team', to: { ...open } } as const;
    await auditPerson({ query }, { userId, address }, joined);
    await query('select pg_notify($1, $2)', ['crossdock', JSON.stringify({ accountId: invited.account_id, topic: 'team' })]);
    return { ...invited, ...open, user_id: userId };
  });
}

const membership = 'insert into members (account_id, user_id, role) values ($1, $2, $3) returning id';
const departments = `
  insert into member_departments (account_id, member_id, department_id)
  select $1::bigint, $3::bigint, d.department_id from invitation_departments d where d.account_id = $1 and d.invitation_id = $2 returning 1`;

async function personOf(query: Directory['query'], email: string, name: string): Promise<number> {
  const [added] = await query<Columns<'users', 'id'>>(
    'insert into users (name, email) values ($1, $2) on conflict (email) do nothing returning id',
    [name, email],
  );
  if (added) return added.id;
  // Of two invitations at once, the second reads whether they are in an account once the first has made them a member.
  await query('select from users where email = $1 for no key update', [email]);
  const [former] = await query<Columns<'users', 'id'>>(
    `update users set name = $2 where email = $1 and not is_super and not exists (select from members where members.user_id = users.id)
      returning id`,
    [email, name],
  );
  if (!former) throw refuse(409, 'has_account', `${email} signs in to an account already. Ask to be invited by another address.`);
  return former.id;
}

const ended = () => refuse(404, 'not_found', 'This invitation was used already, taken back, or is older than a week. Ask for a new one.');

/** Ends every session of a person: they are signed out wherever they are. */
export async function endSessionsOf({ query }: Pick<Directory, 'query'>, userId: number): Promise<void> {
  await query('delete from sessions where user_id = $1', [userId]);
}

/** Makes every process read a person's sessions again: their role has changed. */
export async function rereadSessionsOf({ query }: Pick<Directory, 'query'>, userId: number): Promise<void> {
  await query("select pg_notify('crossdock_sessions', encode(sha256(convert_to(token, 'UTF8')), 'hex')) from sessions where user_id = $1", [
    userId,
  ]);
}
