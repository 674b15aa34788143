import { auditPerson } from '../people/audit-person.ts';
import type { Directory } from '../people/directory.ts';
import { endResetLinks } from '../sign-in.ts';
import { requireOwnPassword } from './own-password.ts';
import { requireGoodPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';

type Change = { currentPassword: string; newPassword: string };

/** Who changes it: `token` is the session that stays, `address` where the request came from. */
type Who = { userId: number; token: string; address: string };

/** Changes a person's password. Their other sessions and their reset links end. @throws Invalid */
export async function changePassword(directory: Directory, { userId, token, address }: Who, change: Change): Promise<void> {
  const person = await requireOwnPassword(directory, userId, { currentPassword: change.currentPassword });
  await requireGoodPassword('newPassword', change.newPassword, person);
  const hash = await hashPassword(change.newPassword);
  await directory.transaction(async (query) => {
    await query(`update sign_in_methods set password = $2, updated_at = now() where user_id = $1 and provider_id = 'credential'`, [
      userId,
      hash,
    ]);
    await endResetLinks({ query }, userId);
    await query('delete from sessions where user_id = $1 and token <> $2', [userId, token]);
    await auditPerson({ query }, { userId, address }, { verb: 'changed', noun: 'password' });
  });
}
