import { openDirectory } from '../app/people/accounts/people/directory.ts';
import { addAccount, addUser } from '../app/people/accounts/people.ts';
import { openSignIn } from '../app/people/accounts/sign-in.ts';
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
    const taken = `Somebody has the address ${email} already: they can have a new password sent from the sign-in page.`;
    const userId = await unlessTaken('users_email_key', added, () => new Stop(taken));
    const signIn = openSignIn({ env, directory, log: createLog(env), post: () => Promise.resolve() });
    const link = await signIn.resetLinkFor(userId);
    return `${email} belongs to "${accountName}" now, and chooses a password here, within the hour: ${link}`;
  } finally {
    await directory.close();
  }
}
