import { sql } from 'kysely';
import { href } from 'react-router';
import { askHere } from '../../../../connectors/apart/ask-here.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { type Tenant, withoutPerson } from '../../../../platform/tenant.ts';
import { enqueueAll, type JobPayload } from '../../../base/job-queue.ts';
import { because } from '../../../base/reasons.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { publish } from '../../../people/notifications/publish.ts';
import { askOf, type Connection, getConnection } from '../calls/session.ts';
import { lockStreams } from '../streams/lock.ts';
import { disconnect } from './commands.ts';

/** Then its streams find out by themselves. */
const mostTries = 10;

/**
 * Follows the notice that our access was taken away there. It may come late, after the connection was connected anew, so the other side is
 * asked: only where it refuses our credentials by now, and nobody has entered others meanwhile, is the connection disconnected.
 */
export async function followUninstall(engine: Engine, job: JobPayload<'connections:uninstalled'>): Promise<void> {
  const { accountId, connectionId, tries = 0 } = job;
  const { tried, connection } = await withoutPerson(engine.database, accountId, async (tenant) => ({
    tried: await signsInBy(tenant, connectionId),
    connection: await getConnection(tenant, engine.seal, connectionId),
  }));
  if (!connection || connection.state === 'disconnected') return;
  const result = await askOf(engine, connection, { userId: null, question: 'identity', ask: askHere });
  if (!result || result.ok) return;
  const { failure } = result;
  await withoutPerson(engine.database, accountId, async (tenant) => {
    if (failure.kind === 'reconnect') await endUninstalled(tenant, connection, tried);
    else if (failure.kind === 'retry' && tries < mostTries)
      await enqueueAll(tenant, [{ name: 'connections:uninstalled', payload: { ...job, tries: tries + 1 }, runAt: failure.at }]);
  });
}

/** What a connection signs in by, sealed: anew whenever a person enters it. */
export async function signsInBy(tenant: Tenant, id: number): Promise<string | undefined> {
  const { rows } = await sql<Columns<'connections', 'secrets' | 'credential'>>`
    select secrets, credential from connections where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  return rows[0] && JSON.stringify([rows[0].secrets, rows[0].credential]);
}

/** `tried`: what the other side has refused. Nothing is done where the connection signs in by something else since. */
export async function endUninstalled(tenant: Tenant, connection: Connection, tried: string | undefined): Promise<void> {
  const { id, name } = connection;
  const { label } = connection.connector;
  await lockStreams(tenant, id);
  // Nobody changes it until the end of the transaction.
  await sql`select from connections where ${inAccount(tenant)} and id = ${id} for update`.execute(tenant.db);
  if ((await signsInBy(tenant, id)) !== tried) return;
  const reason = JSON.stringify(because({ code: 'connection.uninstalled', connector: label }));
  await disconnect(tenant, id);
  await sql`update connections set last_failure = ${reason}, last_failure_at = now() where ${inAccount(tenant)} and id = ${id}`.execute(
    tenant.db,
  );
  const sentence = { code: 'app_uninstalled', connection: name, connector: label } as const;
  await publish(tenant, { kind: 'needs_reconnect', sentence, path: href('/settings/connectors') });
}
