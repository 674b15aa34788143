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
import { canSay } from '../../../shared/connections/identity/verify.ts';
import { safeAddress } from '../../../ui/words/safe-address.ts';
import { isSpecified, type Profile } from './contract.ts';

/** The connections of an account that have listings and are not disconnected. */
function listingOf(engine: Engine, actor: Actor): Promise<Connection[]> {
  return inTenant(engine.database, actor, async (tenant) => {
    const { rows } = await sql<Columns<'connections', 'id'>>`
      select id from connections where ${inAccount(tenant)}
        and 'listings' = any(capabilities) and disconnected_at is null order by id`.execute(tenant.db);
    const all: Connection[] = [];
    for (const { id } of rows) {
      const connection = await getConnection(tenant, engine.seal, id);
      if (connection) all.push(connection);
    }
    return all;
  });
}

/** Whether products can be put up for sale there. @throws Refusal 409 when its settings no longer fit */
function takesProducts(connection: Connection): boolean {
  requireFitting(connection);
  const { connector, settings } = connection;
  return connector.listings?.(quietSession(connector, settings)).upload !== undefined;
}

/** A profile's id is the channel's own, after the connection that it is of. */
const idOf = (connection: Pick<Connection, 'id'>, profileId: string) => `${connection.id}-${profileId}`;
const isOf = (connection: Connection, profile: string) => profile.startsWith(idOf(connection, ''));
const ownIds = (connection: Connection, profiles: readonly string[]) =>
  profiles.filter((profile) => isOf(connection, profile)).map((profile) => profile.slice(idOf(connection, '').length));

/** The profiles that products can be uploaded to. A channel that does not say now, or whose settings no longer fit, has none. */
export async function listProfiles(engine: Engine, actor: Actor): Promise<Profile[]> {
  const working = (await listingOf(engine, actor)).filter(canSay);
  const connections = working.filter(takesProducts);
  const lists = await Promise.all(
    connections.map(async (connection) => {
      const result = await askOf(engine, connection, { userId: actor.userId, question: 'profiles' });
      return result?.ok
        ? result.value.map(({ id, name }) => ({
            id: idOf(connection, id),
            name: nameOf(connections, connection, name),
            to: toOf(connection),
          }))
        : [];
    }),
  );
  return lists.flat();
}

const toOf = ({ name, connector }: Connection) => (isSpecified(connector.label) ? null : name);

/** With several connections, whose profile it is. */
const nameOf = (connections: Connection[], connection: Connection, profile: string) =>
  connections.length > 1 ? `${connection.name}: ${profile}` : profile;

/**
 * `pending`: the channel has the product, and says later what becomes of it. `isPutOff`: nothing was sent, as its connection is paused or
 * needs new credentials.
 */
export type ProfileOutcome = { profile: string; name: string; url: string | null; failure?: Failure; pending?: Ticket; isPutOff?: true };
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
 * of its profiles. `ask`: apart while a person waits, or here. @throws Refusal 404 for a profile that is not there, before anything is sent
 */
export async function uploadProduct(
  engine: Engine,
  actor: Actor,
  product: Product,
  profileIds: readonly string[],
  ask: Ask,
): Promise<ProfileOutcome[]> {
  const named = (connection: Connection) => profileIds.some((profile) => isOf(connection, profile));
  const connections = (await listingOf(engine, actor)).filter(named).filter((each) => !isActive(each) || takesProducts(each));
  if (profileIds.some((profile) => !connections.some((connection) => isOf(connection, profile))))
    throw refuse(404, 'not_found', 'This profile no longer exists.');
  const outcomes: ProfileOutcome[] = [];
  for (const connection of connections) {
    const own = ownIds(connection, profileIds);
    outcomes.push(...(isActive(connection) ? await uploadTo({ engine, actor, connection, ask }, product, own) : putOff(connection, own)));
  }
  return outcomes;
}

const isActive = ({ state }: Connection) => state === 'active';

function putOff(connection: Connection, profileIds: string[]): ProfileOutcome[] {
  const { name, state } = connection;
  const code = state === 'paused' ? 'sending.upload_paused' : 'sending.upload_reconnect';
  const reason = because({ code, connection: name });
  const failure = { kind: 'retry', at: new Date(Date.now() + askAgainMs), reason, maybeDone: false } as const;
  return profileIds.map((id) => ({ profile: idOf(connection, id), name, url: null, failure, isPutOff: true }));
}

/** Whether none of these profiles takes a product now, though one may later: its connection is paused, or needs new credentials. */
export async function areStopped(tenant: Tenant, profiles: readonly string[]): Promise<boolean> {
  const ids = profiles.map((profile) => profile.split('-')[0]);
  const { rows } = await sql<{ stopped: boolean | null }>`
    select bool_and(state <> 'active') as stopped from connections
    where ${inAccount(tenant)} and id::text = any(${ids}::text[]) and disconnected_at is null`.execute(tenant.db);
  return rows[0]?.stopped ?? false;
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

/** When a channel that does not reply is asked again, or one whose connection is paused, in ms. */
export const askAgainMs = 300_000;

/**
 * Asks what became of a product, by the ticket that it has in profiles of one connection. Null where the ticket is forgotten: then it is
 * sent again. While the channel cannot say it, or is not asked because its connection is paused or needs new credentials, the product stays
 * pending. @throws Refusal 409 when the settings of the connection no longer fit
 */
export async function askForUpload({ engine, actor, ask, product, ticket, profiles }: Settling): Promise<ProfileOutcome[] | null> {
  const connection = (await listingOf(engine, actor)).find((each) => profiles.some((profile) => isOf(each, profile)));
  if (!connection) return null;
  const pendingUntil = (at: Date) => profiles.map((profile) => ({ profile, name: '', url: null, pending: { ticket, at } }));
  const later = new Date(Date.now() + askAgainMs);
  if (connection.state !== 'active') return pendingUntil(later);
  const about = { ticket, profileIds: ownIds(connection, profiles) };
  const result = await askOf(engine, connection, { userId: null, question: 'uploaded', about, subject: product.sku, ask });
  if (!result || (!result.ok && result.failure.kind === 'not_found')) return null;
  if (result.ok) return result.value.map((outcome) => ({ profile: idOf(connection, outcome.profileId), name: '', ...becameOf(outcome) }));
  return pendingUntil(result.failure.kind === 'retry' ? result.failure.at : later);
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
