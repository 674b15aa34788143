import { type Ask, askApart } from '../../../../connectors/apart/ask.ts';
import type { Connector, Failure, Identity, Result } from '../../../../connectors/contract.ts';
import { type Actor, inTenant, type Tenant } from '../../../../platform/tenant.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { askOf, type Connection, getConnection } from '../calls/session.ts';
import { keepConsentedShops } from './consented-shops.ts';
import { anotherIdentity, connectedTwice, identityOf, isSame, liveSharing, lockIdentities, othersOf, saveIdentity } from './identity.ts';

/**
 * Has a connection's credential say whose it is, and stores that: a store that was added belongs to it from now on. Where it became
 * another shop's, or another connection has the same, that is a failure which only a person mends. `ask`: apart, unless a worker does.
 */
export async function verifyIdentity(
  engine: Engine,
  connection: Connection,
  { userId, ask = askApart }: { userId: number | null; ask?: Ask },
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
  await keepConsentedShops(tenant, id);
  return null;
}

/** So many are asked before a connector is connected once more. */
const mostAsked = 10;

/** Has the other connections of a connector say whose they are, as far as they reply: each may have got another store in the meantime. */
export async function verifyOthers(engine: Engine, actor: Actor, connector: Connector, except: number | null = null): Promise<void> {
  const others = await inTenant(engine.database, actor, async (tenant) => {
    const live = (await othersOf(tenant, connector, except)).filter(({ disconnected_at }) => disconnected_at === null).slice(0, mostAsked);
    return Promise.all(live.map(({ id }) => getConnection(tenant, engine.seal, id)));
  });
  await Promise.all(others.map((other) => other && canSay(other) && verifyIdentity(engine, other, { userId: actor.userId })));
}

/** Settings stored for an earlier version of the connector may lack what it requires now. */
export const canSay = ({ state, connector, settings }: Connection) => state === 'active' && connector.settings.safeParse(settings).success;
