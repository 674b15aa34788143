import type { Permission, Role } from '../../../../platform/signed-in.ts';

/** The permissions of each role. Checked on every call by the endpoint's `may`, and by pages to hide what would be refused. */
export const permissions: Record<Role, readonly Permission[]> = {
  super: ['work', 'map', 'connect', 'team', 'portal'],
  account_admin: ['work', 'map', 'connect', 'team'],
  admin: ['work', 'map', 'team'],
  user: ['work'],
};

/** Whether a role has a permission. */
export function mayDo(role: Role, permission: Permission): boolean {
  return permissions[role].includes(permission);
}
