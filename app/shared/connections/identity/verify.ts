import { sql } from 'kysely';
import { type Ask, askApart, askHere } from '../../../../connectors/apart/ask.ts';
import type { Connector, Failure, Identity, Result } from '../../../../connectors/contract.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { type Actor, inTenant, type Tenant } from '../../../../platform/tenant.ts';
import { enqueueAll } from '../../../base/job-queue.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { askOf, type Connection, getConnection } from '../calls/session.ts';
import { recordFailure } from '../health/health.ts';
import { anotherIdentity, connectedTwice, identityOf, isSame, liveSharing, lockIdentities, othersOf, saveIdentity } from './identity.ts';

/**
 * Has a connection's credential say whose it is, and stores that: a store that was added belongs to it from now on. Where it became
 * another shop's, or another connection has the same, that is a failure which only a person mends. `ask`: here, as workers do, or apart.
 */
export async function verifyIdentity(
  engine: Engine,
  connection: Connection,
  { userId = null, ask = askHere }: { userId?: number | null; ask?: Ask } = {},
): Promise<Result<Identity>> {
  const result = await askOf(engine, connection, { userId, question: 'identity', ask });
  if (!result) throw new Error(`${connection.connector.name} does not say whose a credential is.`);
  if (!result.ok) return result;
  const wrong = await inTenant(engine.database, { accountId: connection.accountId, userId }, (tenant) =>
    recordIdentity(tenant, connection, result.value),
  );
  return wrong ? { ok: false, failure: wrong } : result;
}

async function recordIdentity(tenant: Tenant, { id, connector }: Connection, identity: Identity): Promise<Failure | null> {
  await lockIdentities(tenant);
  const mine = await identityOf(tenant, id);
  if (!isSame(mine, identity)) return { kind: 'reconnect', reason: anotherIdentity(mine, identity) };
  // What both had before anybody compared them stays with the one that is asked first.
  const other = liveSharing(await othersOf(tenant, connector, id), identity.keys);
  if (other) return { kind: 'reconnect', reason: connectedTwice(other, identity.name) };
  await saveIdentity(tenant, id, identity);
  return null;
}

/** So many are asked before a connector is connected once more. */
const mostAsked = 10;

/** Has the other connections of a connector say whose they are, as far as they reply: each may have got another store meanwhile. */
export async function verifyOthers(engine: Engine, actor: Actor, connector: Connector, except: number | null = null): Promise<void> {
  const others = await inTenant(engine.database, actor, async (tenant) => {
    const live = (await othersOf(tenant, connector, except)).filter(({ disconnected_at }) => disconnected_at === null).slice(0, mostAsked);
    return Promise.all(live.map(({ id }) => getConnection(tenant, engine.seal, id)));
  });
  await Promise.all(
    others.map((other) => other && canSay(other) && verifyIdentity(engine, other, { userId: actor.userId, ask: askApart })),
  );
}

/** Settings stored for an earlier version of the connector may lack what it requires now. */
const canSay = ({ state, connector, settings }: Connection) => state === 'active' && connector.settings.safeParse(settings).success;

/** The hourly look: a credential that became another shop's stops its connection before more is mixed. */
export async function watchIdentity(
  engine: Engine,
  { accountId, connectionId }: { accountId: number; connectionId: number },
): Promise<void> {
  const actor = { accountId, userId: null };
  const connection = await inTenant(engine.database, actor, (tenant) => getConnection(tenant, engine.seal, connectionId));
  if (!connection || !canSay(connection)) return;
  const result = await verifyIdentity(engine, connection);
  if (result.ok || result.failure.kind !== 'reconnect') return;
  const { failure } = result;
  await inTenant(engine.database, actor, (tenant) => recordFailure(tenant, connectionId, failure));
}

/** Has each live connection of an account looked at. */
export async function watchIdentities(tenant: Tenant): Promise<void> {
  const { rows } = await sql<Columns<'connections', 'id'>>`
    select id from connections where account_id = ${tenant.accountId} and state = 'active'`.execute(tenant.db);
  await enqueueAll(
    tenant,
    rows.map(({ id: connectionId }) => ({
      name: 'connections:identify' as const,
      payload: { accountId: tenant.accountId, connectionId },
      key: `identify:${tenant.accountId}:${connectionId}`,
    })),
  );
}
