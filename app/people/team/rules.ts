import type { Role, SignedIn } from '../../../platform/signed-in.ts';

/** Who does something to the team. */
export type Actor = Pick<SignedIn, 'userId' | 'role'>;
export type MemberRole = Exclude<Role, 'super'>;
export const memberRoles = ['user', 'admin', 'account_admin'] as const satisfies readonly MemberRole[];

/** A member as the rules see them. `user_id` names the person, `role` what they are in this account. */
export type RuledMember = { user_id: number; role: MemberRole; is_super: boolean };

const leads = ({ role }: Actor) => role === 'super' || role === 'account_admin';

/**
 * Whether this person may make a member an admin, or take that back: nobody of themselves or of a super admin; an admin only of
 * those who are none. Source: the specification, section 6.
 */
export function mayToggleAdmin(actor: Actor, { user_id, role, is_super }: RuledMember): boolean {
  if (is_super || user_id === actor.userId) return false;
  return leads(actor) || (actor.role === 'admin' && role === 'user');
}

/** Whether this person may remove a member: as with the admin flag; a super admin only by another one. */
export function mayRemove(actor: Actor, { user_id, role, is_super }: RuledMember): boolean {
  if (user_id === actor.userId) return false;
  if (is_super) return actor.role === 'super';
  return leads(actor) || (actor.role === 'admin' && role === 'user');
}

/** The roles that this person may invite somebody to, and whose invitations they may send again and take back: none above their own. */
export const rolesToInvite = (actor: Actor): MemberRole[] =>
  memberRoles.filter((role) => leads(actor) || (actor.role === 'admin' && role !== 'account_admin'));
