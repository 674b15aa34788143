import { sql } from 'kysely';
import { refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { lockOf } from '../../../../platform/locks.ts';
import type { Tenant } from '../../../../platform/tenant.ts';

/** Each event is sent to each of them. */
const most = 20;

/** One at a time of an account, so that two at once do not both find the last place free. @throws Refusal 409 */
export async function requireRoom(tenant: Tenant): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockOf('webhooks', tenant.accountId)})`.execute(tenant.db);
  const { rows } = await sql`
    select from event_subscriptions where ${inAccount(tenant)} and deleted_at is null limit ${most}`.execute(tenant.db);
  if (rows.length >= most) throw refuse(409, 'conflict', `An account has at most ${most} webhooks. Delete one that nobody needs.`);
}
