import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { existing, refuse } from '../../../platform/http/refusal.ts';
import { inAccount, inAnyAccount } from '../../../platform/in-account.ts';
import type { Role } from '../../../platform/signed-in.ts';
import type { Tenant } from '../../../platform/tenant.ts';

export const noTicket = () => refuse(404, 'not_found', 'This ticket does not exist.');

/**
 * The account whose ticket this is: a person's own, and for super admins any, which row-level security shows to them alone. What
 * is done with the ticket is done in a transaction of that account. @throws Refusal 404
 */
export async function accountOfTicket(tenant: Tenant, role: Role, id: number): Promise<number> {
  const { rows } = await sql<Columns<'support_tickets', 'account_id'>>`
    select account_id from support_tickets where ${role === 'super' ? inAnyAccount() : inAccount(tenant)} and id = ${id}`.execute(
    tenant.db,
  );
  return existing(rows[0], noTicket).account_id;
}
