import type { Role } from '../../../../platform/signed-in.ts';

export const roleLabels: Record<Role, string> = {
  super: 'Super admin',
  account_admin: 'Account admin',
  admin: 'Admin',
  user: 'User',
};
