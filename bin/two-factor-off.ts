import { auditPerson } from '../app/people/accounts/people/audit-person.ts';
import { openDirectory } from '../app/people/accounts/people/directory.ts';
import type { Environment } from '../platform/env.ts';
import { Stop } from './stop.mjs';

/** Turns off the two-factor sign-in of a person who has lost their phone and their codes, and signs them out everywhere. Returns the text to print. */
export async function twoFactorOff(env: Pick<Environment, 'databaseUrl'>, email: string): Promise<string> {
  const directory = openDirectory(env.databaseUrl, 1);
  try {
    return await directory.transaction(async (query) => {
      const [person] = await query<{ id: number }>(
        'update users set two_factor_enabled = false where email = lower($1) and two_factor_enabled returning id',
        [email],
      );
      if (!person) throw new Stop(`Nobody with the address ${email} has two-factor sign-in.`);
      await query('delete from two_factors where user_id = $1', [person.id]);
      await query('delete from sessions where user_id = $1', [person.id]);
      await auditPerson({ query }, { userId: person.id, address: null, by: null }, { verb: 'turned off', noun: 'two-factor sign-in' });
      return `${email} signs in by password alone now. Make sure that it is really they who asked.`;
    });
  } finally {
    await directory.close();
  }
}
