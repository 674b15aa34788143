import { sql } from 'kysely';
import { askHere } from '../../../../connectors/apart/ask-here.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { type Tenant, withoutPerson } from '../../../../platform/tenant.ts';
import { enqueueAll } from '../../../base/job-queue.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { getConnection } from '../calls/session.ts';
import { recordFailure } from '../health/health.ts';
import { canSay, verifyIdentity } from './verify.ts';

/** The hourly look: a credential that became another shop's stops its connection before more is mixed. */
export async function watchIdentity(
  engine: Engine,
  { accountId, connectionId }: { accountId: number; connectionId: number },
): Promise<void> {
  const connection = await withoutPerson(engine.database, accountId, (tenant) => getConnection(tenant, engine.seal, connectionId));
  if (!connection || !canSay(connection)) return;
  const result = await verifyIdentity(engine, connection, { userId: null, ask: askHere });
  if (result.ok || result.failure.kind !== 'reconnect') return;
  const { failure } = result;
  await withoutPerson(engine.database, accountId, (tenant) => recordFailure(tenant, connection, failure));
}

/** Has each live connection of an account looked at. */
export async function watchIdentities(tenant: Tenant): Promise<void> {
  const { rows } = await sql<Columns<'connections', 'id'>>`
    select id from connections where ${inAccount(tenant)} and state = 'active'`.execute(tenant.db);
  await enqueueAll(
    tenant,
    rows.map(({ id: connectionId }) => ({
      name: 'connections:identify' as const,
      payload: { accountId: tenant.accountId, connectionId },
      key: `identify:${tenant.accountId}:${connectionId}`,
    })),
  );
}
