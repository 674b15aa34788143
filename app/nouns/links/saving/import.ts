import { sql } from 'kysely';
import { writeAudit } from '../../../../platform/audit.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { startStream } from '../../../shared/connections/streams/start.ts';

type Connection = Columns<'connections', 'id' | 'name' | 'state'>;

/**
 * Starts to read all products of a connection from the beginning, so that deleted ones come back too; joins a read that a person
 * started already. Returns its run. @throws Refusal 409 where it cannot be read
 */
export async function startImport(tenant: Tenant, { id, name, state }: Connection): Promise<number> {
  if (state === 'paused') throw refuse(409, 'paused', `${name} is paused. Resume it to import products.`);
  if (state === 'needs_reconnect') throw refuse(409, 'needs_reconnect', `${name} must be connected again before products can be imported.`);
  const runId = await startStream(tenant, id, 'listings', async () => {
    await sql`update streams set cursor = null where ${inAccount(tenant)} and connection_id = ${id}
      and stream = 'listings'`.execute(tenant.db);
  });
  if (runId === undefined) throw refuse(409, 'no_listings', `${name} does not tell its products. They appear here with its orders.`);
  await writeAudit(tenant, { verb: 'imported', noun: 'channel products', record: { id, name } });
  return runId;
}
