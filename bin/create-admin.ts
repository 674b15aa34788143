import { randomBytes } from 'node:crypto';
import { openDirectory } from '../app/accounts/directory.ts';
import { createAccount, createUser } from '../app/accounts/people.ts';
import { Stop } from './stop.mjs';

/** Creates an account with its first person, a super admin, who can invite the others. Returns the text to print. */
export async function createAdmin(databaseUrl: string, email: string, accountName: string): Promise<string> {
  const directory = openDirectory(databaseUrl, 1);
  const password = randomBytes(12).toString('base64url');
  try {
    const taken = await directory.query('select 1 from users where email = lower($1)', [email]);
    if (taken.length > 0)
      throw new Stop(`Somebody has the address ${email} already: they can have a new password sent from the sign-in page.`);
    const accountId = await createAccount(directory, { name: accountName });
    await createUser(directory, { email, name: email.split('@', 1)[0] ?? email, role: 'super', accountId, password });
  } finally {
    await directory.close();
  }
  return `${email} may now sign in to "${accountName}" with the password ${password} and should change it at once.`;
}
