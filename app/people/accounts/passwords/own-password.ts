import type { Column, Columns } from '../../../../platform/columns.ts';
import { invalid } from '../../../../platform/http/refusal.ts';
import { allowGuess } from '../attempts/guesses.ts';
import type { Directory } from '../people/directory.ts';
import { verifyPassword } from './passwords.ts';

type StoredPerson = Columns<'users', 'name' | 'email'> & { hash: Column<'sign_in_methods', 'password'> };

/** Counts a guess of a signed-in person's own password. Returns the key, to clear after a success. @throws Refusal */
export const allowPasswordGuess = (directory: Directory, userId: number) => allowGuess(directory, `password|${userId}`);

/** Refuses what is not this person's password. `typed` is the call's field with what was typed in it. @throws Invalid */
export async function requireOwnPassword(
  directory: Directory,
  userId: number,
  typed: Record<string, string>,
): Promise<Pick<StoredPerson, 'name' | 'email'>> {
  const [[field, password] = ['password', '']] = Object.entries(typed);
  const [person] = await directory.query<StoredPerson>(
    `select u.name, u.email, m.password as hash from users u left join sign_in_methods m on m.user_id = u.id
      and m.provider_id = 'credential' where u.id = $1`,
    [userId],
  );
  if (!person?.hash || !(await verifyPassword({ hash: person.hash, password }))) throw invalid({ [field]: ['This is not your password.'] });
  return person;
}
