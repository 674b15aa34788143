import { refuse } from '../../../../platform/http/refusal.ts';
import type { Permission, SignedIn } from '../../../../platform/signed-in.ts';
import { mayDo } from './permissions.ts';

/** For what only the record says who may do it; else an endpoint's `may` does. @throws Refusal 403 */
export function requireMay({ role }: Pick<SignedIn, 'role'>, permission: Permission): void {
  if (!mayDo(role, permission)) throw refuse(403, 'not_allowed', 'Your role does not allow this. Ask an admin of your account.');
}
