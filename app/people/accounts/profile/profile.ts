import Bowser from 'bowser';
import type { Columns } from '../../../../platform/columns.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { auditPerson } from '../people/audit-person.ts';
import type { Directory } from '../people/directory.ts';
import { isRequired } from '../two-factor/required.ts';
import type { Profile, SignedInBrowser } from './contract.ts';

type Stored = Columns<'users', 'name' | 'email' | 'two_factor_enabled'> & { codes: number };

/** What a person sees of themselves; `token` is the session that asks. */
export async function profileOf(directory: Directory, userId: number, token: string, strictSupers: boolean): Promise<Profile> {
  const [required, [person], browsers] = await Promise.all([
    isRequired(directory, userId, strictSupers),
    directory.query<Stored>(
      `select u.name, u.email, u.two_factor_enabled, coalesce(json_array_length(f.backup_codes::json), 0) as codes
       from users u left join two_factors f on f.user_id = u.id where u.id = $1`,
      [userId],
    ),
    listBrowsers(directory, userId, token),
  ]);
  if (!person) throw refuse(401, 'signed_out', 'You are signed out. Sign in again.');
  const { name, email, two_factor_enabled: on } = person;
  return { name, email, twoFactor: { on, recoveryCodesLeft: on ? person.codes : 0, required }, browsers };
}

type StoredSession = Columns<'sessions', 'id' | 'ip_address' | 'user_agent' | 'created_at' | 'updated_at'> & { own: boolean };

/** Where a person is signed in, the own browser first. */
async function listBrowsers(directory: Directory, userId: number, token: string): Promise<SignedInBrowser[]> {
  const rows = await directory.query<StoredSession>(
    `select id, ip_address, user_agent, created_at, updated_at, token = $2 as own from sessions
     where user_id = $1 and expires_at > now() order by token = $2 desc, updated_at desc, id desc limit 100`,
    [userId, token],
  );
  return rows.map(({ id, ip_address, user_agent, created_at, updated_at, own }) => ({
    ...{ id, own, address: ip_address || 'unknown', name: browserName(user_agent ?? '') },
    ...{ signedInAt: created_at, seenAt: updated_at },
  }));
}

/** `Firefox on Windows`, as far as its User-Agent says. */
export function browserName(userAgent: string): string {
  const { browser, os } = userAgent ? Bowser.parse(userAgent) : { browser: {}, os: {} };
  return [browser.name || 'Unknown browser', os.name && `on ${os.name}`].filter(Boolean).join(' ');
}

/** `address` is where the request came from. */
type Who = { userId: number; address: string };

/** Changes a person's own name. */
export function renameSelf(directory: Directory, who: Who, name: string): Promise<void> {
  return directory.transaction(async (query) => {
    const [before] = await query<Columns<'users', 'name'>>(
      'update users set name = $2, updated_at = now() where id = $1 returning old.name as name',
      [who.userId, name],
    );
    await auditPerson({ query }, who, { verb: 'changed', noun: 'profile', from: { name: before?.name }, to: { name } });
  });
}

/** Ends one session of this person; every process hears of it from the database. @throws Refusal 404 for a session of somebody else */
export async function endOwnSession(directory: Directory, who: Who, id: number): Promise<void> {
  const [ended] = await directory.query<Columns<'sessions', 'user_agent'>>(
    'delete from sessions where id = $1 and user_id = $2 returning user_agent',
    [id, who.userId],
  );
  if (!ended) throw refuse(404, 'not_found', 'This browser is signed out already.');
  await auditPerson(directory, who, { verb: 'signed out', noun: 'browser', to: { browser: browserName(ended.user_agent ?? '') } });
}
