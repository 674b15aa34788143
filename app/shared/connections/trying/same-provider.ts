import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Connector, Identity, Settings } from '../../../../connectors/contract.ts';
import { sharedKeys } from '../../../../connectors/http/identity.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { type Actor, inTenant } from '../../../../platform/tenant.ts';
import { wordReason } from '../../../base/reasons.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { type Connection, getConnection } from '../calls/session.ts';
import { everOf, othersOf } from '../identity/identity.ts';
import { askTrying } from './ask-trying.ts';

/**
 * Two providers may have an account of the same id, of two clients. Where the address is another one, whoever is there has to know the
 * last order that was accepted: what nobody knows to be sent would be settled by the wrong warehouse. @throws Refusal 409
 */
export async function requireSameProvider(engine: Engine, actor: Actor, connection: Connection, settings: Settings): Promise<void> {
  if (!connection.connector.warehouse) return;
  const { known, reference } = await knownThere(engine, actor, connection, settings);
  if (known !== 'not here') return;
  const { name } = connection;
  throw refuse(
    409,
    'another_provider',
    `The warehouse at this address does not have the order ${reference}, which ${name} has accepted. It is another provider’s account. Disconnect ${name}, and connect this one as a connection of its own.`,
  );
}

/** The disconnected connections that these credentials seem to belong to, and that are of another provider. @throws Refusal 409 */
export async function strangersTo(
  engine: Engine,
  actor: Actor,
  connector: Connector,
  { settings, identity: { keys } }: { settings: Settings; identity: Identity },
): Promise<Set<number>> {
  if (!connector.warehouse) return new Set();
  const former = await inTenant(engine.database, actor, async (tenant) => {
    const gone = (await othersOf(tenant, connector, null)).filter(({ disconnected_at }) => disconnected_at !== null);
    const alike = gone.filter((each) => sharedKeys(keys, everOf(each)).length > 0);
    const found: Connection[] = [];
    for (const { id } of alike) found.push((await getConnection(tenant, engine.seal, id)) as Connection);
    return found;
  });
  const looked: { id: number; known: Known }[] = [];
  for (const connection of former) looked.push({ id: connection.id, known: (await knownThere(engine, actor, connection, settings)).known });
  const isOneHere = looked.some(({ known }) => known === 'here');
  // One of which nothing was accepted may be anybody's, but not where another is known to be the one.
  return new Set(looked.flatMap(({ id, known }) => (known === 'not here' || (isOneHere && known === 'untold') ? id : [])));
}

/** Whether who is at an address is whom a connection knew: `untold` where it has accepted no order that one could ask for. */
type Known = 'here' | 'not here' | 'untold';

/** By the address, or else by the last order that was accepted. @throws Refusal 409 where that cannot be asked */
async function knownThere(
  engine: Engine,
  actor: Actor,
  { id, connector, settings: before }: Connection,
  settings: Settings,
): Promise<{ known: Known; reference: string }> {
  if (isDeepStrictEqual(hostsIn(connector, before), hostsIn(connector, settings))) return { known: 'here', reference: '' };
  const last = await inTenant(engine.database, actor, (tenant) =>
    tenant.db
      .selectFrom('warehouse_orders')
      .select('reference')
      .where(inAccount(tenant))
      .where('connection_id', '=', id)
      .where('accepted_at', 'is not', null)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  );
  if (!last) return { known: 'untold', reference: '' };
  const { reference } = last;
  const found = await askTrying(engine, actor, { connector, settings, question: 'order', about: reference });
  if (found.ok) return { known: 'here', reference };
  if (found.failure.kind === 'not_found') return { known: 'not here', reference };
  throw refuse(
    409,
    'does_not_work',
    `The warehouse at this address could not be asked for the order ${reference}: ${wordReason(found.failure.reason)}`,
  );
}

/** Every host that settings name: what the connector calls by them, and the origin of each address in them. */
export function hostsIn(connector: Connector, settings: Settings): string[] {
  const { shape } = connector.settings;
  const complete = Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [name, settings[name] ?? z.safeParse(field as z.ZodType, undefined).data ?? '']),
  ) as Settings;
  const { api, downloads = [] } = connector.hosts(complete);
  const addresses = Object.values(complete).flatMap((value) =>
    /^https?:/i.test(value) && URL.canParse(value) ? [new URL(value).origin] : [],
  );
  return [...new Set([...api, ...downloads, ...addresses])].toSorted();
}
