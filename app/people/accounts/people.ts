import { randomBytes } from 'node:crypto';
import type { Columns } from '../../../platform/columns.ts';
import type { Role } from '../../../platform/signed-in.ts';
import type { Directory } from './people/directory.ts';
import { type SessionCookie, sessionSeconds } from './sessions/cookie.ts';

/** The departments that an account begins with, and what each looks after. */
const departments = {
  Orders: 'Clears what stops orders on their way out',
  Purchasing: 'Follows what is bought until it has arrived',
  Inventory: 'Keeps products, links and stock right',
  Support: 'Replies to tickets',
};

type NewAccount = { name: string; timezone?: string };

/** Creates an account with the default departments. Returns its id. */
export const createAccount = (directory: Directory, account: NewAccount): Promise<number> =>
  directory.transaction((query) => addAccount(query, account));

/** The same within a transaction. */
export async function addAccount(query: Directory['query'], { name, timezone = 'UTC' }: NewAccount): Promise<number> {
  const [account] = await query<Columns<'accounts', 'id'>>('insert into accounts (name, timezone) values ($1, $2) returning id', [
    name,
    timezone,
  ]);
  if (!account) throw new Error('The account was not stored.');
  await query(
    'insert into departments (account_id, name, description) select $1, d.key, d.value from json_each_text($2::json) as d returning id',
    [account.id, JSON.stringify(departments)],
  );
  return account.id;
}

export type NewUser = { email: string; name: string; role: Role; accountId: number; passwordHash?: string };

/**
 * Adds a person to an account; `super` also makes them a super admin. Without a password they choose one by a reset link. Returns the
 * user's id.
 */
export const createUser = (directory: Directory, user: NewUser): Promise<number> => directory.transaction((query) => addUser(query, user));

/** The same within a transaction. */
export async function addUser(query: Directory['query'], { email, name, role, accountId, passwordHash }: NewUser): Promise<number> {
  const [user] = await query<Columns<'users', 'id'>>('insert into users (name, email, is_super) values ($1, lower($2), $3) returning id', [
    name,
    email,
    role === 'super',
  ]);
  if (!user) throw new Error('The person was not stored.');
  const memberRole = role === 'super' ? 'account_admin' : role;
  await query('insert into members (account_id, user_id, role) values ($1, $2, $3)', [accountId, user.id, memberRole]);
  if (passwordHash) await query(passwordMethod, [user.id, passwordHash]);
  return user.id;
}

export const passwordMethod = `insert into sign_in_methods (user_id, provider_id, provider_account_id, password)
  values ($1, 'credential', ($1::bigint)::text, $2)`;

/** Creates a session without a password, for the seed and tests. Returns the Cookie header. */
export async function createSessionFor(directory: Directory, cookie: SessionCookie, userId: number): Promise<string> {
  return cookie.write(await createSession(directory, userId));
}

async function createSession(directory: Directory, userId: number): Promise<string> {
  const token = newToken();
  await directory.query(`insert into sessions (user_id, token, expires_at) values ($1, $2, now() + make_interval(secs => $3))`, [
    userId,
    token,
    sessionSeconds,
  ]);
  return token;
}

/** 192 random bits, in characters that cookies allow. */
export function newToken(): string {
  return randomBytes(24).toString('base64url');
}
