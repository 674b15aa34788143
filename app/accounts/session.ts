import { data } from 'react-router';
import type { Permission, SignedIn } from '../../platform/signed-in.ts';
import { mayDo } from './permissions.ts';

export type { Permission, Role, SignedIn } from '../../platform/signed-in.ts';

/** For a page's loader: the one who is signed in, when they may. @throws what React Router shows as the 401 or 403 page */
export function requirePermission(session: SignedIn | null, permission: Permission): SignedIn {
  if (!session) throw data({ errorMessage: 'You are signed out. Sign in again.', code: 'signed_out' }, { status: 401 });
  if (mayDo(session.role, permission)) return session;
  throw data({ errorMessage: 'Your role does not allow this. Ask an admin of your account.', code: 'not_allowed' }, { status: 403 });
}
