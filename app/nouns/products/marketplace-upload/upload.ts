import { sql } from 'kysely';
import type { Failure, Listings, ProductUpload, Result } from '../../../../connectors/contract.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { type Actor, inTenant, type Tenant } from '../../../../platform/tenant.ts';
import { isOpen } from '../../../base/installation/gate.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { askOf, type Connection, capabilityOf, getConnection } from '../../../shared/connections/calls/session.ts';
import { safeAddress } from '../../../ui/words/safe-address.ts';
import type { Profile } from './contract.ts';

type Uploads = { connection: Connection; upload: NonNullable<Listings['upload']> };

/** The working connections of an account that put products up for sale. */
async function uploadsOf(engine: Engine, actor: Actor): Promise<Uploads[]> {
  const connections = await inTenant(engine.database, actor, async (tenant) => {
    const { rows } = await sql<Columns<'connections', 'id'>>`
      select id from connections where account_id = ${tenant.accountId} and 'listings' = any(capabilities) and state = 'active' order by id`.execute(
      tenant.db,
    );
    const found: Connection[] = [];
    for (const { id } of rows) {
      const connection = await getConnection(tenant, engine.seal, id);
      if (connection) found.push(connection);
    }
    return found;
  });
  return connections.flatMap((connection) => {
    // A person may wait for it: replies that are longer than such ones are, are not read.
    const call = { attempt: 0, subject: null, userId: actor.userId, trial: true };
    const { upload } = capabilityOf(engine, connection, 'listings', call);
    return upload ? [{ connection, upload }] : [];
  });
}

/** A profile's id is the channel's own, after the connection that it is of. */
const idOf = (connection: Connection, profileId: string) => `${connection.id}-${profileId}`;

/** The profiles that products can be uploaded to. A channel that does not say now has none. */
export async function listProfiles(engine: Engine, actor: Actor): Promise<Profile[]> {
  const uploads = await uploadsOf(engine, actor);
  const lists = await Promise.all(
    uploads.map(async ({ connection }) => {
      const result = await askOf(engine, connection, { userId: actor.userId, question: 'profiles' });
      return result?.ok ? result.value.map(({ id, name }) => ({ id: idOf(connection, id), name: nameOf(uploads, connection, name) })) : [];
    }),
  );
  return lists.flat();
}

/** With several connections, whose profile it is. */
const nameOf = (uploads: Uploads[], connection: Connection, profile: string) =>
  uploads.length > 1 ? `${connection.name}: ${profile}` : profile;

export type ProfileOutcome = { profile: string; name: string; url: string | null; failure?: Failure };
export type Product = Columns<'products', 'id' | 'sku' | 'name' | 'description' | 'upc' | 'image_url'>;

/** The products of this account with these ids. */
export async function productsWith(tenant: Tenant, ids: readonly number[]): Promise<Product[]> {
  if (ids.length === 0) return [];
  return tenant.db
    .selectFrom('products')
    .select(['id', 'sku', 'name', 'description', 'upc', 'image_url'])
    .where('account_id', '=', tenant.accountId)
    .where('id', 'in', ids)
    .execute();
}

/**
 * Puts a product up for sale in these profiles; repeating it changes what is there. A failure of a whole connection is that of each
 * of its profiles. @throws Refusal 404 for a profile that is not there
 */
export async function uploadProduct(
  engine: Engine,
  actor: Actor,
  product: Product,
  profileIds: readonly string[],
): Promise<ProfileOutcome[]> {
  const uploads = await uploadsOf(engine, actor);
  const outcomes: ProfileOutcome[] = [];
  const unknown = new Set(profileIds);
  for (const { connection, upload } of uploads) {
    const own = profileIds.filter((id) => id.startsWith(`${connection.id}-`)).map((id) => id.slice(`${connection.id}-`.length));
    for (const id of own) unknown.delete(idOf(connection, id));
    if (own.length > 0) outcomes.push(...(await uploadTo(engine, actor, { connection, upload }, product, own)));
  }
  if (unknown.size > 0) throw refuse(404, 'not_found', 'This profile no longer exists.');
  return outcomes;
}

async function uploadTo(
  engine: Engine,
  actor: Actor,
  { connection, upload }: Uploads,
  product: Product,
  profileIds: string[],
): Promise<ProfileOutcome[]> {
  const names = await upload.listProfiles();
  const nameBy = new Map(names.ok ? names.value.map(({ id, name }) => [id, name]) : []);
  const named = (id: string) => ({ profile: idOf(connection, id), name: nameBy.get(id) ?? id });
  const may = (await inTenant(engine.database, actor, (tenant) => isOpen(tenant, connection.id))) && (await engine.mark.cover());
  const result = may ? await upload.upload(messageOf(product), profileIds) : stopped();
  if (!result.ok) return profileIds.map((id) => ({ ...named(id), url: null, failure: result.failure }));
  return result.value.map(({ profileId, url, failure }) => ({ ...named(profileId), url: safeAddress(url), ...(failure && { failure }) }));
}

const stopped = (): Result<never> => ({
  ok: false,
  failure: {
    kind: 'retry',
    at: new Date(Date.now() + 30_000),
    reason: 'Nothing is sent at the moment. Try again when sending goes on.',
    maybeDone: false,
  },
});

/** Only a picture that the channel can fetch is given; prices are the channel's. */
const messageOf = ({ sku, name, description, upc, image_url }: Product): ProductUpload => ({
  ...{ sku, name: name || sku, description, upc, imageUrl: safeAddress(image_url), price: null, currency: null },
});
