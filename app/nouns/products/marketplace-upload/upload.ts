import { sql } from 'kysely';
import type { Ask } from '../../../../connectors/apart/ask.ts';
import type { Failure, ProductUpload, Result, Ticket, UploadOutcome } from '../../../../connectors/contract.ts';
import { quietSession } from '../../../../connectors/settings.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { type Actor, inTenant, type Tenant } from '../../../../platform/tenant.ts';
import { isOpen } from '../../../base/installation/gate.ts';
import { because } from '../../../base/reasons.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { askOf, type Connection, getConnection, requireFitting } from '../../../shared/connections/calls/session.ts';
import { safeAddress } from '../../../ui/words/safe-address.ts';
import type { Profile } from './contract.ts';

/** The working connections of an account that put products up for sale. */
async function uploadingOf(engine: Engine, actor: Actor): Promise<Connection[]> {
  const connections = await inTenant(engine.database, actor, async (tenant) => {
    const { rows } = await sql<Columns<'connections', 'id'>>`
      select id from connections where ${inAccount(tenant)}
        and 'listings' = any(capabilities) and state = 'active' order by id`.execute(tenant.db);
    const all: Connection[] = [];
    for (const { id } of rows) {
      const connection = await getConnection(tenant, engine.seal, id);
      if (connection) all.push(connection);
    }
    return all;
  });
  return connections.filter((connection) => {
    requireFitting(connection);
    const { connector, settings } = connection;
    return connector.listings?.(quietSession(connector, settings)).upload !== undefined;
  });
}

/** A profile's id is the channel's own, after the connection that it is of. */
const idOf = (connection: Connection, profileId: string) => `${connection.id}-${profileId}`;

/** The profiles that products can be uploaded to. A channel that does not say now has none. */
export async function listProfiles(engine: Engine, actor: Actor): Promise<Profile[]> {
  const connections = await uploadingOf(engine, actor);
  const lists = await Promise.all(
    connections.map(async (connection) => {
      const result = await askOf(engine, connection, { userId: actor.userId, question: 'profiles' });
      return result?.ok
        ? result.value.map(({ id, name }) => ({ id: idOf(connection, id), name: nameOf(connections, connection, name) }))
        : [];
    }),
  );
  return lists.flat();
}

/** With several connections, whose profile it is. */
const nameOf = (connections: Connection[], connection: Connection, profile: string) =>
  connections.length > 1 ? `${connection.name}: ${profile}` : profile;

/** `pending`: the channel has the product, and says later what becomes of it. */
export type ProfileOutcome = { profile: string; name: string; url: string | null; failure?: Failure; pending?: Ticket };
export type Product = Columns<'products', 'id' | 'sku' | 'name' | 'description' | 'upc' | 'image_url'>;

/** The products of this account with these ids. */
export async function productsWith(tenant: Tenant, ids: readonly number[]): Promise<Product[]> {
  const { rows } = await sql<Product>`
    select id, sku, name, description, upc, image_url from products
    where ${inAccount(tenant)} and id = any(${ids}::bigint[])`.execute(tenant.db);
  return rows;
}

/**
 * Puts a product up for sale in these profiles; repeating it changes what is there. A failure of a whole connection is that of each
 * of its profiles. `ask`: apart while a person waits, or here. @throws Refusal 404 for a profile that is not there
 */
export async function uploadProduct(
  engine: Engine,
  actor: Actor,
  product: Product,
  profileIds: readonly string[],
  ask: Ask,
): Promise<ProfileOutcome[]> {
  const outcomes: ProfileOutcome[] = [];
  const unknown = new Set(profileIds);
  for (const connection of await uploadingOf(engine, actor)) {
    const own = profileIds.filter((id) => id.startsWith(`${connection.id}-`)).map((id) => id.slice(`${connection.id}-`.length));
    for (const id of own) unknown.delete(idOf(connection, id));
    if (own.length > 0) outcomes.push(...(await uploadTo({ engine, actor, connection, ask }, product, own)));
  }
  if (unknown.size > 0) throw refuse(404, 'not_found', 'This profile no longer exists.');
  return outcomes;
}

type Asking = { engine: Engine; actor: Actor; connection: Connection; ask: Ask };

/** So many profiles are asked for at once: each takes several requests, which have to end while a person waits. */
const profilesAtOnce = 10;

async function uploadTo(asking: Asking, product: Product, profileIds: string[]): Promise<ProfileOutcome[]> {
  const { engine, actor, connection, ask } = asking;
  const names = await askOf(engine, connection, { userId: actor.userId, question: 'profiles', ask });
  const nameBy = new Map(names?.ok ? names.value.map(({ id, name }) => [id, name]) : []);
  const named = (id: string) => ({ profile: idOf(connection, id), name: nameBy.get(id) ?? id });
  const outcomes: ProfileOutcome[] = [];
  for (let done = 0; done < profileIds.length; done += profilesAtOnce) {
    const result = await put(asking, product, profileIds.slice(done, done + profilesAtOnce));
    if (!result.ok) return [...outcomes, ...profileIds.slice(done).map((id) => ({ ...named(id), url: null, failure: result.failure }))];
    outcomes.push(...result.value.map((outcome) => ({ ...named(outcome.profileId), ...becameOf(outcome) })));
  }
  return outcomes;
}

const becameOf = ({ url, failure, pending }: UploadOutcome) => ({
  ...{ url: safeAddress(url), ...(failure && { failure }), ...(pending && { pending }) },
});

type Settling = { engine: Engine; actor: Actor; ask: Ask; product: Product; ticket: string; profiles: readonly string[] };

/** When a channel that does not reply is asked again, in ms. */
const askAgainMs = 300_000;

/**
 * Asks what became of a product, by the ticket that it has in profiles of one connection. Null where the ticket is forgotten: then it is
 * sent again. While the channel cannot say it the product stays pending.
 */
export async function askForUpload({ engine, actor, ask, product, ticket, profiles }: Settling): Promise<ProfileOutcome[] | null> {
  const connection = (await uploadingOf(engine, actor)).find(({ id }) => profiles[0]?.startsWith(`${id}-`));
  if (!connection) return null;
  const about = { ticket, profileIds: profiles.map((profile) => profile.slice(`${connection.id}-`.length)) };
  const result = await askOf(engine, connection, { userId: null, question: 'uploaded', about, subject: product.sku, ask });
  if (!result || (!result.ok && result.failure.kind === 'not_found')) return null;
  if (result.ok) return result.value.map((outcome) => ({ profile: idOf(connection, outcome.profileId), name: '', ...becameOf(outcome) }));
  const at = result.failure.kind === 'retry' ? result.failure.at : new Date(Date.now() + askAgainMs);
  return profiles.map((profile) => ({ profile, name: '', url: null, pending: { ticket, at } }));
}

async function put({ engine, actor, connection, ask }: Asking, product: Product, profileIds: string[]): Promise<Result<UploadOutcome[]>> {
  const may = (await inTenant(engine.database, actor, (tenant) => isOpen(tenant, connection.id))) && (await engine.mark.cover());
  if (!may) return stopped();
  const about = { product: messageOf(product), profileIds };
  const result = await askOf(engine, connection, { userId: actor.userId, question: 'upload', about, subject: product.sku, ask });
  if (!result) throw new Error(`${connection.connector.name} takes no products.`);
  return result;
}

const stopped = (): Result<never> => ({
  ok: false,
  failure: {
    kind: 'retry',
    at: new Date(Date.now() + 30_000),
    reason: because({ code: 'sending.stopped' }),
    maybeDone: false,
  },
});

/** Only a picture that the channel can fetch is given; prices are the channel's. */
const messageOf = ({ sku, name, description, upc, image_url }: Product): ProductUpload => ({
  ...{ sku, name: name || sku, description, upc, imageUrl: safeAddress(image_url), price: null, currency: null },
});
