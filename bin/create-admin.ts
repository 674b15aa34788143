import { type Directory, openDirectory } from '../app/people/accounts/people/directory.ts';
import { addAccount, addUser } from '../app/people/accounts/people.ts';
import { openSignIn } from '../app/people/accounts/sign-in.ts';
import type { Columns } from '../platform/columns.ts';
import type { Environment } from '../platform/env.ts';
import { createLog } from '../platform/log.ts';
import { unlessTaken } from '../platform/unless-taken.ts';
import { Stop } from './stop.mjs';

/**
 * Creates an account with its first person, a super admin, who can invite the others. Returns the text to print, with the link by which
 * they choose their password: nobody else ever knows it.
 */
export async function createAdmin(env: Environment, email: string, accountName: string): Promise<string> {
  const directory = openDirectory(env.databaseUrl, 1);
  try {
    const added = directory.transaction(async (query) => {
      const accountId = await addAccount(query, { name: accountName });
      return addUser(query, { email, name: email.split('@', 1)[0] ?? email, role: 'super', accountId });
    });
    const signIn = openSignIn({ env, directory, log: createLog(env), post: () => Promise.resolve() });
    const taken = `Somebody has the address ${email} already: they can have a new password sent from the sign-in page.`;
    try {
      const userId = await unlessTaken('users_email_key', added, () => new Stop(taken));
      return `${email} belongs to "${accountName}" now, and chooses a password here, within the hour: ${await signIn.resetLinkFor(userId)}`;
    } catch (error) {
      // The link of the first time may have ended, and where no mails are sent nobody gets another one.
      const waiting = error instanceof Stop ? await adminWithoutPassword(directory, email) : undefined;
      if (!waiting) throw error;
      return `${email} was added before, and has no password yet. They choose one here, within the hour: ${await signIn.resetLinkFor(waiting.id)}`;
    }
  } finally {
    await directory.close();
  }
}

async function adminWithoutPassword(directory: Directory, email: string): Promise<Columns<'users', 'id'> | undefined> {
  const [found] = await directory.query<Columns<'users', 'id'>>(
    `select id from users u where email = lower($1) and is_super
      and not exists (select from sign_in_methods m where m.user_id = u.id and m.password is not null)`,
    [email],
  );
  return found;
}
