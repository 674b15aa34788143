import { createHmac } from 'node:crypto';

/**
 * The roles that processes log in as: one for each kind of work. None is a member of another and none owns anything, so that whatever
 * a statement does, it cannot leave the role of its connection. See docs/decisions/0004-three-database-roles.md.
 */
export const logins = ['crossdock_app', 'crossdock_scheduler', 'crossdock_sign_in', 'crossdock_queue'] as const;
export type Login = (typeof logins)[number];

/** The address of the same database for this role. `url` is the owner's, or that of any of these roles. */
export function loginUrl(url: string, login: Login, password = loginPassword(url)): string {
  const address = new URL(url);
  address.username = login;
  address.password = encodeURIComponent(password);
  return address.href;
}

/**
 * The password that these roles share: from the address of one of them as it is, from the owner's derived, so that it need not be
 * kept anywhere. Without a password, as on a server that trusts its network, there is none.
 */
export function loginPassword(url: string): string {
  const { username, password } = new URL(url);
  const secret = decodeURIComponent(password);
  if (secret === '' || (logins as readonly string[]).includes(username)) return secret;
  return createHmac('sha256', secret).update('crossdock logins').digest('base64url');
}
