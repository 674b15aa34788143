import { type RawBuilder, sql } from 'kysely';
import type { Column, Columns } from '../../../platform/columns.ts';
import { existing } from '../../../platform/http/refusal.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { wordReason } from '../../base/reasons.ts';
import type { Invitee, Member, TwoFactorInTeam } from './contract.ts';
import type { MemberRole } from './rules.ts';

type MemberRow = Columns<'members', 'user_id'> &
  Columns<'users', 'name' | 'email' | 'is_super'> &
  Pick<Member, 'departments'> & { role: MemberRole; last_seen_at: Column<'last_visits', 'at'> | null };

/** The members of the account by name; `userId` alone, if given. */
export async function listMembers(tenant: Tenant, userId: number | null = null): Promise<Member[]> {
  const { rows } = await sql<MemberRow>`
    with seen as materialized (
      select user_id, at from last_visits where user_id in (
        select user_id from members where ${inAccount(tenant)} and (${userId}::bigint is null or user_id = ${userId}))
    )
    select m.user_id, m.role, u.name, u.email, u.is_super, seen.at as last_seen_at,
      ${departmentsOf(tenant, sql`member_departments`, sql`each.member_id = m.id`)} as departments
    from members m join users u on u.id = m.user_id left join seen on seen.user_id = m.user_id
    where ${inAccount(tenant, 'm')} and (${userId}::bigint is null or m.user_id = ${userId})
    order by lower(u.name), m.user_id limit 2000`.execute(tenant.db);
  return rows.map((row) => ({ ...row, id: row.user_id, is_admin: row.role !== 'user', is_account_admin: row.role === 'account_admin' }));
}

/** @throws Refusal 404 for who is no member of this account */
export async function getMember(tenant: Tenant, userId: number): Promise<Member> {
  return existing((await listMembers(tenant, userId))[0], 'This person is not in your team.');
}

type InviteeRow = Columns<'invitations', 'refused_because' | 'id' | 'email' | 'created_at' | 'expires_at'> &
  Pick<Invitee, 'invited_by' | 'departments' | 'mailed'> & { role: MemberRole };

/** Who is invited and has not come yet, the newest first. */
export async function listInvitees(tenant: Tenant): Promise<Invitee[]> {
  const { rows } = await sql<InviteeRow>`
    select i.id, i.email, i.role, i.created_at, i.expires_at, i.mailed_at is not null as mailed, i.refused_because, u.name as invited_by,
      ${departmentsOf(tenant, sql`invitation_departments`, sql`each.invitation_id = i.id`)} as departments
    from invitations i left join users u on u.id = i.invited_by
    where ${inAccount(tenant, 'i')} order by i.id desc limit 2000`.execute(tenant.db);
  return rows.map(({ refused_because: why, ...row }) => ({ ...row, refused_because: why === null ? null : wordReason(why) }));
}

const departmentsOf = (tenant: Tenant, table: RawBuilder<unknown>, whose: RawBuilder<unknown>) => sql<Member['departments']>`
  (select coalesce(json_agg(json_build_object('id', d.id, 'name', d.name) order by lower(d.name)), '[]')
    from ${table} each join departments d on ${inAccount(tenant, 'd')} and d.id = each.department_id
    where ${inAccount(tenant, 'each')} and ${whose})`;

/** The departments of the account by name. */
export async function allDepartments(tenant: Tenant): Promise<Member['departments']> {
  const { rows } = await sql<Columns<'departments', 'id' | 'name'>>`
    select id, name from departments where ${inAccount(tenant)} order by lower(name) limit 2000`.execute(tenant.db);
  return rows;
}

/** Whether everyone must have two-factor sign-in, who has none, and which keys and agents are theirs: refused while it is required. */
export async function readTwoFactor(tenant: Tenant): Promise<TwoFactorInTeam> {
  const { rows } = await sql<TwoFactorInTeam>`
    select a.two_factor_required as required, array(
      select u.name from members m join users u on u.id = m.user_id where ${inAccount(tenant, 'm')} and not u.two_factor_enabled
      order by lower(u.name) limit 2000) as without,
      array(
      select k.name from api_keys k join members m on ${inAccount(tenant, 'm')} and m.user_id = k.made_by join users u on u.id = k.made_by
      where ${inAccount(tenant, 'k')} and k.revoked_at is null and k.paused_at is null and (k.expires_at is null or k.expires_at > now())
        and not u.two_factor_enabled order by lower(k.name) limit 2000) as keys
    from accounts a where a.id = ${tenant.accountId}`.execute(tenant.db);
  return rows[0] ?? { required: false, without: [], keys: [] };
}
