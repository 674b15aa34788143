import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { writeAudit } from '../../../../platform/audit.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { notify } from '../../../../platform/events.ts';
import { existing, refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { MailRefusal } from '../../../base/mail-refusal.ts';
import { newToken } from '../../accounts/people.ts';
import { requireDepartments } from '../commands.ts';
import type { InviteOutcome } from '../contract.ts';
import { type Actor, type MemberRole, rolesToInvite } from '../rules.ts';

/** An invitation to mail: nobody but the mail has the token. */
export type ToMail = { id: number; email: string; token: string };
type Wish = { emails: string; role: MemberRole; departments: number[] };

/** An invitation can be followed for a week. */
const validFor = sql`interval '7 days'`;
const mostOpen = 200;

export const digestOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** Stores an invitation for each address, and returns those to mail and what became of the others. @throws Refusal 403, 409; Invalid */
export async function invite(tenant: Tenant, actor: Actor, wish: Wish): Promise<{ toMail: ToMail[]; others: InviteOutcome[] }> {
  // One at a time: of two at once neither would count what the other adds.
  await sql`select from accounts where id = ${tenant.accountId} for no key update`.execute(tenant.db);
  requireMayInvite(await rolesNow(tenant, actor), wish.role);
  await requireDepartments(tenant, wish.departments);
  const others: InviteOutcome[] = [];
  const toMail: ToMail[] = [];
  for (const email of addressesIn(wish.emails)) {
    const outcome = z.email().max(320).safeParse(email).success ? await inviteOne(tenant, email, wish) : 'no_address';
    if (typeof outcome === 'string') others.push({ email, outcome });
    else toMail.push(outcome);
  }
  await requireRoom(tenant);
  notify(tenant, 'team');
  return { toMail, others };
}

/** Each address once, in the order they were written. */
const addressesIn = (text: string): string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  ),
];

async function inviteOne(tenant: Tenant, email: string, { role, departments }: Wish): Promise<ToMail | 'member' | 'invited_before'> {
  const { rows: members } = await sql`
    select from members m join users u on u.id = m.user_id where ${inAccount(tenant, 'm')} and u.email = ${email}`.execute(tenant.db);
  if (members.length > 0) return 'member';
  const token = newToken();
  const { rows } = await sql<Columns<'invitations', 'id'>>`
    insert into invitations (account_id, email, role, token_digest, invited_by, expires_at)
    values (${tenant.accountId}, ${email}, ${role}, ${digestOf(token)}, ${tenant.userId}, now() + ${validFor})
    on conflict (account_id, email) do nothing returning id`.execute(tenant.db);
  const [added] = rows;
  if (!added) return 'invited_before';
  await sql`
    insert into invitation_departments (account_id, invitation_id, department_id)
    select ${tenant.accountId}, ${added.id}, department_id from unnest(${departments}::bigint[]) as department_id
      on conflict do nothing`.execute(tenant.db);
  await writeAudit(tenant, { verb: 'created', noun: 'invitation', record: { id: added.id, name: email }, to: { email, role } });
  return { id: added.id, email, token };
}

/** Nobody mails the whole world by invitations. */
async function requireRoom(tenant: Tenant): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from invitations where ${inAccount(tenant)} limit ${mostOpen + 1}) as open`.execute(tenant.db);
  if ((rows[0]?.n ?? 0) > mostOpen)
    throw refuse(409, 'too_many', `More than ${mostOpen} invitations would be open. Delete those that nobody follows, then go on.`);
}

/**
 * To what this person may invite. A change of their role, or their removal, that is under way is waited for: it ends what they have sent
 * until then.
 */
async function rolesNow(tenant: Tenant, actor: Actor): Promise<MemberRole[]> {
  if (actor.role === 'super') return rolesToInvite(actor);
  const { rows } = await sql<{ role: MemberRole }>`
    select role from members where ${inAccount(tenant)} and user_id = ${actor.userId} for share`.execute(tenant.db);
  return rows.flatMap(({ role }) => rolesToInvite({ ...actor, role }));
}

/** @throws Refusal 403 */
function requireMayInvite(roles: readonly MemberRole[], role: MemberRole): void {
  if (!roles.includes(role)) throw refuse(403, 'not_allowed', 'You cannot invite an account admin: only account admins can.');
}

/**
 * The address of an invitation that this person may send again or take back; nobody else changes it in the meantime. @throws Refusal 403,
 * 404
 */
export async function ownInvitation(tenant: Tenant, actor: Actor, id: number): Promise<string> {
  const roles = await rolesNow(tenant, actor);
  const { rows } = await sql<Columns<'invitations', 'email'> & { role: MemberRole }>`
    select email, role from invitations where ${inAccount(tenant)} and id = ${id} for update`.execute(tenant.db);
  const invitation = existing(rows[0], gone);
  requireMayInvite(roles, invitation.role);
  return invitation.email;
}

/**
 * Stores a link that is about to be mailed, as this person's: whichever mail arrives, its link works. The former one does too, until the
 * mail is noted as taken. @throws Refusal 403, 404
 */
export async function storeLink(tenant: Tenant, actor: Actor, { id, token }: ToMail): Promise<void> {
  await ownInvitation(tenant, actor, id);
  await sql`
    delete from invitation_links where ${inAccount(tenant)} and invitation_id = ${id} and expires_at <= now()`.execute(tenant.db);
  await sql`
    insert into invitation_links (account_id, invitation_id, token_digest, sent_by, expires_at)
    values (${tenant.accountId}, ${id}, ${digestOf(token)}, ${tenant.userId}, now() + ${validFor})`.execute(tenant.db);
}

/**
 * Gives an invitation the link that was mailed just now, and another week, as this person's; every other one ends. @throws Refusal 403, 404
 */
export async function renewInvitation(tenant: Tenant, actor: Actor, { id, token }: ToMail): Promise<void> {
  await ownInvitation(tenant, actor, id);
  await sql`delete from invitation_links where ${inAccount(tenant)} and invitation_id = ${id}`.execute(tenant.db);
  const { rows } = await sql<Columns<'invitations', 'email'>>`
    update invitations set token_digest = ${digestOf(token)}, expires_at = now() + ${validFor}, mailed_at = now(),
      refused_because = null, invited_by = ${tenant.userId}
    where ${inAccount(tenant)} and id = ${id} returning email`.execute(tenant.db);
  if (!rows[0]) throw gone();
  await writeAudit(tenant, { verb: 'sent', noun: 'invitation', record: { id, name: rows[0].email } });
  notify(tenant, 'team');
}

/** Records that the first mail of an invitation was handed over, or why not. A link whose mail was refused for good ends: nobody has it. */
export async function recordMailed(tenant: Tenant, { id, token }: Omit<ToMail, 'email'>, refused: MailRefusal | null): Promise<void> {
  if (refused?.isFinal)
    await sql`
      delete from invitation_links
      where ${inAccount(tenant)} and invitation_id = ${id} and token_digest = ${digestOf(token)}`.execute(tenant.db);
  await sql`
    update invitations set refused_because = ${refused && JSON.stringify(refused.reason)}::jsonb,
      mailed_at = (select case when ${refused === null} then now() end)
    where ${inAccount(tenant)} and id = ${id} and mailed_at is null`.execute(tenant.db);
  notify(tenant, 'team');
}

/** Takes an invitation back, and returns its address. @throws Refusal 403, 404 */
export async function deleteInvitation(tenant: Tenant, actor: Actor, id: number): Promise<string> {
  await ownInvitation(tenant, actor, id);
  const { rows } = await sql<Columns<'invitations', 'email' | 'role'>>`
    delete from invitations where ${inAccount(tenant)} and id = ${id} returning email, role`.execute(tenant.db);
  const deleted = existing(rows[0], gone);
  await writeAudit(tenant, { verb: 'deleted', noun: 'invitation', record: { id, name: deleted.email }, from: deleted });
  notify(tenant, 'team');
  return deleted.email;
}

const gone = () => refuse(404, 'not_found', 'This invitation was followed or deleted already.');
