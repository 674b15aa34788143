import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { type Building, listBuildings } from '../../../base/buildings.ts';
import type { By } from '../../../base/changes/since.ts';
import { requireUnchanged } from '../../../base/changes/unchanged.ts';
import { nouns } from '../saves/nouns.ts';

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
  const places = await listBuildings(tenant);
  for (const location of seen) await requireOneAsSeen(tenant, connectionId, { location, stored: stored.get(location.internalId), places });
}

type One = { location: LocationMapping; stored: Omit<Stored, 'internal_id'> | undefined; places?: readonly Building[] };

/** The same of one, as it is `stored` behind its lock. @throws Refusal 409 */
export async function requireOneAsSeen(tenant: Tenant, connectionId: number, { location, stored, places }: One): Promise<void> {
  const { internalId, name, amwareLocation, was } = location;
  const { connector_location = name || internalId, amware_location: now = null } = stored ?? {};
  await requireUnchanged(
    tenant,
    { noun: nouns.location, recordId: connectionId, fields: [internalId] },
    { was, now, to: amwareLocation },
    inWords(places ?? (await listBuildings(tenant)), { connector_location, amware_location: now }),
  );
}

/** The same of one that was just deleted. `was`: what it was mapped to when a person saw it, empty for none. @throws Refusal 409 */
export async function requireDeletedAsSeen(tenant: Tenant, connectionId: number, location: Stored, was: string | undefined): Promise<void> {
  if (was === undefined) return;
  await requireUnchanged(
    tenant,
    { noun: nouns.location, recordId: connectionId, fields: [location.internal_id] },
    { was: was || null, now: location.amware_location, isDeletion: true },
    inWords(await listBuildings(tenant), location),
  );
}

/** Who mapped a location to where it is now. */
function inWords(places: readonly Building[], { connector_location, amware_location }: Omit<Stored, 'internal_id'>) {
  const place = places.find(({ code }) => code === amware_location)?.name ?? amware_location;
  return ({ who, on }: By) =>
    place === null
      ? `${who} took the mapping of ${connector_location} away${on}.`
      : `${who} mapped ${connector_location} to ${place}${on}.`;
}
