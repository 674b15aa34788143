import { sql } from 'kysely';
import { writeAudits } from '../../../../platform/audit.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { type MemberRole, rolesToInvite } from '../rules.ts';

/**
 * Ends the links that a member sent and could not send any longer as what they are now, `null` when they have left: they would let
 * themselves in again by one. A colleague may send them again. Call it in the transaction that changed the member.
 */
export async function endInvitationsOf(tenant: Tenant, userId: number, role: MemberRole | null): Promise<void> {
  const still = role === null ? [] : rolesToInvite({ userId, role });
  await sql`
    delete from invitation_links l using invitations i
    where ${inAccount(tenant, 'l')} and ${inAccount(tenant, 'i')} and i.id = l.invitation_id and l.sent_by = ${userId}
      and i.role <> all(${still}::text[])`.execute(tenant.db);
  const { rows } = await sql<Columns<'invitations', 'id' | 'email' | 'role'>>`
    update invitations set expires_at = now()
    where ${inAccount(tenant)} and invited_by = ${userId} and expires_at > now() and role <> all(${still}::text[])
    returning id, email, role`.execute(tenant.db);
  await writeAudits(
    tenant,
    rows.map(({ id, email, role: from }) => ({ verb: 'revoked', noun: 'invitation', record: { id, name: email }, from: { role: from } })),
  );
}
