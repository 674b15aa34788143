import { sql } from 'kysely';
import { writeAudit } from '../../../platform/audit.ts';
import type { Columns } from '../../../platform/columns.ts';
import { notify } from '../../../platform/events.ts';
import { invalid, refuse } from '../../../platform/http/refusal.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { ChangeNoun } from '../../base/changes/noun.ts';
import { recordChange } from '../../base/changes/record.ts';
import type { By } from '../../base/changes/since.ts';
import { requireUnchanged } from '../../base/changes/unchanged.ts';
import { enqueue } from '../../base/job-queue.ts';
import { roleLabels } from '../accounts/people/role-labels.ts';
import type { Assigned, Member } from './contract.ts';
import { endKeysOf } from './end-keys.ts';
import { endInvitationsOf } from './invitations/ended.ts';
import { getMember } from './queries.ts';
import { type Actor, mayRemove, mayToggleAdmin } from './rules.ts';

const members: ChangeNoun = { name: 'team member', topic: 'team' };

type Assignment = { userId: number; departments: number[]; isAdmin?: boolean | undefined; was?: Assigned | undefined };

/**
 * Puts a member into exactly these departments, and makes them an admin or not where that is given; refused where they are not as they
 * `was`. Returns them as they are now.
 * @throws Refusal 403, 404, 409; Invalid for a department that does not exist
 */
export async function assignMember(tenant: Tenant, actor: Actor, { userId, departments, isAdmin, was }: Assignment): Promise<Member> {
  await lockTeam(tenant);
  const before = await getMember(tenant, userId);
  const saw = { was: was && inOrder(was), now: inOrder(assignedOf(before)) };
  await requireUnchanged(tenant, { noun: members, recordId: userId }, saw, (by) => changedMeanwhile(before, by));
  await requireDepartments(tenant, departments);
  if (isAdmin !== undefined && isAdmin !== before.is_admin) await setAdmin(tenant, actor, before, isAdmin);
  await sql`
    with m as (select id from members where ${inAccount(tenant)} and user_id = ${userId}),
    gone as (delete from member_departments d using m where ${inAccount(tenant, 'd')} and d.member_id = m.id
      and not d.department_id = any(${departments}::bigint[]))
    insert into member_departments (account_id, member_id, department_id)
    select ${tenant.accountId}, m.id, department_id from m, unnest(${departments}::bigint[]) as department_id
      on conflict do nothing`.execute(tenant.db);
  const now = await getMember(tenant, userId);
  await recordChange(tenant, members, { record: recordOf(before), was: valuesOf(before), is: valuesOf(now) });
  notify(tenant, 'departments');
  return now;
}

async function setAdmin(tenant: Tenant, actor: Actor, member: Member, isAdmin: boolean): Promise<void> {
  if (!mayToggleAdmin(actor, member)) throw refuse(403, 'not_allowed', notYours(actor, member, 'decide whether this person is an admin'));
  await requireAnotherAdmin(tenant, member);
  await sql`update members set role = ${isAdmin ? 'admin' : 'user'} where ${inAccount(tenant)} and user_id = ${member.user_id}`.execute(
    tenant.db,
  );
  await endKeysOf(tenant, member.user_id, 'role');
  await endInvitationsOf(tenant, member.user_id, isAdmin ? 'admin' : 'user');
}

const assignedOf = ({ departments, is_admin }: Member): Assigned => ({ isAdmin: is_admin, departments: departments.map(({ id }) => id) });
const inOrder = ({ isAdmin, departments }: Assigned) => ({ isAdmin, departments: [...new Set(departments)].sort((a, b) => a - b) });

function changedMeanwhile({ name, role, departments }: Member, { who, on }: By): string {
  const named = departments.map((each) => each.name).join(', ') || 'none';
  return `${who} changed ${name}${on}. Role: ${roleLabels[role]}. Departments: ${named}.`;
}

/** Removes a member; what they did keeps their name. Their sessions are for the caller to end. @throws Refusal 403, 404, 409 */
export async function removeMember(tenant: Tenant, actor: Actor, userId: number): Promise<Member> {
  await lockTeam(tenant);
  const member = await getMember(tenant, userId);
  if (!mayRemove(actor, member)) throw refuse(403, 'not_allowed', notYours(actor, member, 'remove this person'));
  await requireAnotherAdmin(tenant, member);
  await sql`delete from members where ${inAccount(tenant)} and user_id = ${userId}`.execute(tenant.db);
  await sql`
    insert into former_members (account_id, user_id) values (${tenant.accountId}, ${userId}) on conflict do nothing`.execute(tenant.db);
  await recordChange(tenant, members, { record: recordOf(member), was: valuesOf(member), is: null });
  await endKeysOf(tenant, userId, 'membership');
  await endInvitationsOf(tenant, userId, null);
  // Their API keys are paused; the admins are told of it.
  await enqueue(tenant, 'keys:paused', { userId });
  notify(tenant, 'departments');
  return member;
}

/** Records that a member is signed out everywhere; their sessions are for the caller to end. @throws Refusal 403, 404 */
export async function requireMayEndSessions(tenant: Tenant, actor: Actor, userId: number): Promise<Member> {
  const member = await getMember(tenant, userId);
  if (!mayRemove(actor, member)) throw refuse(403, 'not_allowed', notYours(actor, member, 'sign this person out'));
  await writeAudit(tenant, { verb: 'signed out', noun: 'team member', record: recordOf(member) });
  return member;
}

/** One change of a team at a time: two account admins who remove each other would leave none. */
const lockTeam = (tenant: Tenant) => sql`select id from members where ${inAccount(tenant)} order by id for update`.execute(tenant.db);

/** @throws Refusal 409 when this member is the last account admin */
async function requireAnotherAdmin(tenant: Tenant, { user_id, is_account_admin, name }: Member): Promise<void> {
  if (!is_account_admin) return;
  const { rows } = await sql`
    select from members where ${inAccount(tenant)} and role = 'account_admin' and user_id <> ${user_id} limit 1`.execute(tenant.db);
  if (rows.length === 0) throw refuse(409, 'last_account_admin', `${name} is the last account admin. Invite another account admin first.`);
}

/** @throws Invalid */
export async function requireDepartments(tenant: Tenant, departments: readonly number[]): Promise<void> {
  const { rows } = await sql<Columns<'departments', 'id'>>`
    select id from departments where ${inAccount(tenant)} and id = any(${departments}::bigint[])`.execute(tenant.db);
  const departmentIds = new Set(rows.map(({ id }) => id));
  if (departments.some((id) => !departmentIds.has(id)))
    throw invalid({ departments: ['One of these departments no longer exists. Reload, and choose again.'] });
}

function notYours(actor: Actor, { user_id, is_super }: Member, what: string): string {
  if (user_id === actor.userId) return `You cannot ${what}: it is you. Ask another admin.`;
  if (is_super) return `You cannot ${what}: only super admins can.`;
  return `You cannot ${what}: only account admins can.`;
}

const recordOf = ({ user_id: id, name }: Member) => ({ id, name });
const valuesOf = ({ role, departments }: Member) => ({ role, departments: departments.map(({ name }) => name) });
