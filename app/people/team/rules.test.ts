import { expect, test } from 'vitest';
import type { Role } from '../../../platform/signed-in.ts';
import { type MemberRole, mayRemove, mayToggleAdmin, memberRoles, rolesToInvite } from './rules.ts';

const roles: Role[] = ['super', 'account_admin', 'admin', 'user'];
const targets = ['user', 'admin', 'account_admin', 'super', 'self'] as const;
const member = (target: (typeof targets)[number]) => ({
  user_id: target === 'self' ? 1 : 2,
  role: (memberRoles as readonly string[]).includes(target) ? (target as MemberRole) : ('account_admin' as const),
  is_super: target === 'super',
});

// Whom each role may do it to; everything that is not here is refused.
const toggles: Record<Role, string[]> = {
  super: ['user', 'admin', 'account_admin'],
  account_admin: ['user', 'admin', 'account_admin'],
  admin: ['user'],
  user: [],
};
const removes: Record<Role, string[]> = { ...toggles, super: ['user', 'admin', 'account_admin', 'super'] };

test.each(roles)('whom %s may make an admin, and remove', (role) => {
  const actor = { userId: 1, role };
  expect(targets.filter((target) => mayToggleAdmin(actor, member(target)))).toEqual(toggles[role]);
  expect(targets.filter((target) => mayRemove(actor, member(target)))).toEqual(removes[role]);
});

test.each<[Role, MemberRole[]]>([
  ['super', ['user', 'admin', 'account_admin']],
  ['account_admin', ['user', 'admin', 'account_admin']],
  ['admin', ['user', 'admin']],
  ['user', []],
])('%s invites nobody above their own role', (role, invited) => expect(rolesToInvite({ userId: 1, role })).toEqual(invited));
