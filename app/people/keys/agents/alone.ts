import { sql } from 'kysely';
import { writeAudit } from '../../../../platform/audit.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { notify } from '../../../../platform/events.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { lockOf } from '../../../../platform/locks.ts';
import type { Tenant } from '../../../../platform/tenant.ts';

/** How many records the agents of the account may change within 24 hours without a person. */
export async function readAlone({ accountId, db }: Tenant): Promise<number> {
  const { rows } = await sql<Columns<'accounts', 'agents_alone'>>`select agents_alone from accounts where id = ${accountId}`.execute(db);
  return rows[0]?.agents_alone ?? 0;
}

/**
 * Sets that, once no agent is about to change something by the number of before. `was`: as its person saw it.
 * @throws Refusal 409 where it is something else by now
 */
export async function setAlone(tenant: Tenant, { records, was }: { records: number; was: number }): Promise<void> {
  const { accountId, db } = tenant;
  await sql`select pg_advisory_xact_lock(${lockOf('proposals', accountId)})`.execute(db);
  const { rows } = await sql<Columns<'accounts', 'name' | 'agents_alone'>>`
    select name, agents_alone from accounts where id = ${accountId} for update`.execute(db);
  const { name = '', agents_alone = 0 } = rows[0] ?? {};
  if (agents_alone !== was && agents_alone !== records)
    throw refuse(409, 'changed_since', `A colleague has set it to ${agents_alone}. Nothing of yours was saved: look at it anew first.`);
  await sql`update accounts set agents_alone = ${records} where id = ${accountId}`.execute(db);
  const record = { id: accountId, name };
  await writeAudit(tenant, { verb: 'changed', noun: 'account', record, from: { agents_alone }, to: { agents_alone: records } });
  notify(tenant, 'api_keys');
}
