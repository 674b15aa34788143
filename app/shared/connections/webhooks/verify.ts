import type { Delivery, Hints, Received } from '../../../../connectors/contract.ts';
import { quietSession } from '../../../../connectors/settings.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { withoutPerson } from '../../../../platform/tenant.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { type Connection, getConnection, requireFitting } from '../calls/session.ts';
import { publishedKey } from './published-keys.ts';
import { webhookAddress } from './webhook-address.ts';

type Place = { account: number; connection: number };

/** The connection at an address, and what its connector does with hints. @throws Refusal 404, 401 where it takes none */
export async function hintsAt(engine: Engine, place: Place): Promise<{ connection: Connection; hints: Hints; address: string }> {
  const { connection, address } = await withoutPerson(engine.database, place.account, async (tenant) => {
    const found = await getConnection(tenant, engine.seal, place.connection);
    if (!found || found.state === 'disconnected') throw refuse(404, 'not_found', 'There is nothing at this address.');
    return { connection: found, address: (await webhookAddress(tenant, engine.seal, engine.baseUrl, found.id)).address };
  });
  const { connector, settings } = connection;
  if (!connector.hints) throw refuse(401, 'not_verified', takesNone);
  requireFitting(connection);
  return {
    connection,
    hints: connector.hints(quietSession(connector, settings, engine.now, engine.applications[connector.name])),
    address,
  };
}

/** What a delivery says, once it has proved where it comes from. @throws Refusal 401; 429 while its proof cannot be looked up */
export async function verified(engine: Engine, connection: Connection, hints: Hints, delivery: Delivery): Promise<Received> {
  if (!hints.receive) throw refuse(401, 'not_verified', takesNone);
  const theirs = { secret: connection.vendorSecret, key: await publishedKey(engine, connection, hints, delivery) };
  const verdict = await hints.receive(delivery, connection.webhookSecret ?? '', theirs);
  if (!verdict.ok) throw refuse(401, 'not_verified', verdict.reason);
  return verdict;
}

const takesNone = 'This connection takes no webhooks.';
