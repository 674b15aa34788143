import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { requireUnchanged } from '../../../base/changes/unchanged.ts';
import { nouns } from '../saves/nouns.ts';
import { listProviderLocations } from './queries.ts';

/**
 * `name`: the channel's; without it the location must be known already. `amwareLocation`: null is not mapped. `was`: what the person saw,
 * undefined where nobody looked.
 */
export type LocationMapping = {
  internalId: string;
  name?: string | null | undefined;
  amwareLocation: string | null;
  was?: string | null | undefined;
};

type Stored = Columns<'location_mappings', 'internal_id' | 'connector_location' | 'amware_location'>;

/** Locks the locations that somebody looked at before mapping them. @throws Refusal 409 where another has mapped one since */
export async function requireAsSeen(tenant: Tenant, connectionId: number, locations: readonly LocationMapping[]): Promise<void> {
  const seen = locations.filter(({ was }) => was !== undefined);
  if (seen.length === 0) return;
  const ids = seen.map(({ internalId }) => internalId);
  const { rows } = await sql<Stored>`
    select internal_id, connector_location, amware_location from location_mappings
    where ${inAccount(tenant)} and connection_id = ${connectionId} and internal_id = any(${ids}::text[])
    order by internal_id for update`.execute(tenant.db);
  const stored = new Map(rows.map((row) => [row.internal_id, row]));
  const places = await listProviderLocations(tenant);
  for (const { internalId, name, amwareLocation, was } of seen) {
    const { connector_location = name || internalId, amware_location: now = null } = stored.get(internalId) ?? {};
    const place = places.find(({ code }) => code === now)?.name ?? now;
    await requireUnchanged(
      tenant,
      { noun: nouns.location, recordId: connectionId, fields: [internalId] },
      { was: was ?? null, now, to: amwareLocation },
      ({ who, on }) =>
        place === null
          ? `${who} took the mapping of ${connector_location} away${on}.`
          : `${who} mapped ${connector_location} to ${place}${on}.`,
    );
  }
}

/** The same of one that is to be deleted. @throws Refusal 409 */
export async function requireLocationAsSeen(tenant: Tenant, connectionId: number, id: number, was: string | null): Promise<void> {
  const { rows } = await sql<Columns<'location_mappings', 'internal_id'>>`
    select internal_id from location_mappings
    where ${inAccount(tenant)} and connection_id = ${connectionId} and id = ${id}`.execute(tenant.db);
  const seen = rows.map(({ internal_id: internalId }) => ({ internalId, amwareLocation: was, was }));
  await requireAsSeen(tenant, connectionId, seen);
}
