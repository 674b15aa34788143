import { sql } from 'kysely';
import type { Connector, Identity } from '../../../../connectors/contract.ts';
import { sharedKeys } from '../../../../connectors/http/identity.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { because, wordReason } from '../../../base/reasons.ts';

/**
 * What the connections of an account belong to at their vendors. Two live ones never share anything: each order would come in by both and
 * ship twice. And a connection stays what it is: a credential of another shop would mix two shops' records, mappings and references.
 */
export type Whose = Columns<
  'connections',
  'id' | 'slug' | 'name' | 'credential' | 'identities' | 'past_identities' | 'identified_as' | 'disconnected_at'
>;

/** Who changes identities of this account waits for whoever else does, until the transaction ends: two people may connect at once. */
export async function lockIdentities(tenant: Tenant): Promise<void> {
  await sql`select from accounts where id = ${tenant.accountId} for no key update`.execute(tenant.db);
}

/** The account's other connections by this connector: the live ones as they were connected, then the last that was disconnected first. */
export async function othersOf(tenant: Tenant, connector: Connector, except: number | null): Promise<Whose[]> {
  const { rows } = await sql<Whose>`
    select id, slug, name, credential, identities, past_identities, identified_as, disconnected_at from connections
    where ${inAccount(tenant)} and connector = ${connector.name} and id is distinct from ${except}::bigint
    order by disconnected_at desc nulls first, id`.execute(tenant.db);
  return rows;
}

/** Everything that a connection belongs to or belonged to. */
export const everOf = ({ identities, past_identities }: Pick<Whose, 'identities' | 'past_identities'>) => [
  ...identities,
  ...past_identities,
];

/** @throws Refusal 409 where another live connection has some of it already */
export function requireUnshared(others: Whose[], { keys, name }: Identity): void {
  const other = liveSharing(others, keys);
  if (other) throw refuse(409, 'connected_twice', wordReason(connectedTwice(other, name)));
}

export const liveSharing = (others: Whose[], keys: string[]): Whose | undefined =>
  others.find(({ disconnected_at, identities }) => disconnected_at === null && sharedKeys(keys, identities).length > 0);

export const connectedTwice = (other: Pick<Whose, 'name' | 'identified_as'>, name: string) =>
  because({ code: 'connection.connected_twice', connection: other.name, name: other.identified_as ?? name });

/** Whether a credential is one of the connection's own. A connection that was never identified takes what comes first. */
export const isSame = (whose: Pick<Whose, 'identities' | 'past_identities'>, { keys }: Pick<Identity, 'keys'>): boolean =>
  whose.identities.length === 0 || sharedKeys(keys, everOf(whose)).length > 0;

/** @throws Refusal 409 where the credential is another shop's */
export function requireSame(whose: Pick<Whose, 'name' | 'identities' | 'past_identities' | 'identified_as'>, identity: Identity): void {
  if (!isSame(whose, identity)) throw refuse(409, 'another_identity', wordReason(anotherIdentity(whose, identity)));
}

export const anotherIdentity = ({ name, identified_as }: Pick<Whose, 'name' | 'identified_as'>, identity: Pick<Identity, 'name'>) =>
  because({ code: 'connection.other_identity', name: identity.name, connection: name, before: identified_as });

export async function identityOf(tenant: Tenant, id: number): Promise<Whose> {
  const { rows } = await sql<Whose>`
    select id, slug, name, credential, identities, past_identities, identified_as, disconnected_at from connections
    where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  return rows[0] as Whose;
}

/** Stores whose credential it is. What it no longer belongs to stays known: its records are here. */
export async function saveIdentity(tenant: Tenant, id: number, { name, keys }: Pick<Identity, 'name' | 'keys'>): Promise<void> {
  await sql`
    update connections set identities = ${keys}::text[], identified_as = ${name},
      past_identities = array(select distinct key from unnest(identities || past_identities) as key where key <> all (${keys}::text[])
        order by key)
    where ${inAccount(tenant)} and id = ${id}
      and (identities <> ${keys}::text[] or identified_as is distinct from ${name})`.execute(tenant.db);
}
