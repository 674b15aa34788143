import { sql } from 'kysely';
import { writeAudit } from '../../../../platform/audit.ts';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { notify } from '../../../../platform/events.ts';
import { existing, refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { listBuildings } from '../../../base/buildings.ts';
import { checkWaiting } from '../../order-flow/checking/check.ts';
import { recheckUnreleased } from '../../order-flow/release/take-back.ts';
import type { Undoable } from '../saves/contract.ts';
import { followMapping } from '../saves/follow.ts';
import { type MappingChange, recordSave } from '../saves/save.ts';
import { type LocationMapping, requireAsSeen, requireDeletedAsSeen, requireOneAsSeen } from './unchanged.ts';

type AmwareLocation = Column<'location_mappings', 'amware_location'>;

/**
 * Maps a channel's locations to warehouses. The orders that wait for them go on, ten seconds later; orders that have not left
 * follow a changed location. Returns how many waited, and the save, which can be undone until then.
 * @throws Refusal 404; 409 where a location is not mapped as it `was`
 */
export async function mapLocations(
  tenant: Tenant,
  connectionId: number,
  locations: LocationMapping[],
): Promise<{ waiting: number; undo: Undoable }> {
  await requireAsSeen(tenant, connectionId, locations);
  const buildings = new Set((await listBuildings(tenant)).map(({ code }) => code));
  const changes: MappingChange[] = [];
  for (const location of locations) changes.push(...(await mapLocation(tenant, connectionId, location, buildings)));
  const undo = await recordSave(tenant, { kind: 'location', connectionId, changes });
  // Nothing is mapped otherwise than before.
  if (!undo) await writeAudit(tenant, { verb: 'changed', noun: 'location mapping', record: { id: connectionId, name: '' } });
  let waiting = 0;
  for (const { code, from, to } of changes) {
    waiting += await checkWaiting(tenant, { type: 'unmapped_location', connectionId, subject: code });
    if (from !== to) await followMapping(tenant, 'location', { connectionId, code });
  }
  notify(tenant, 'connections', [connectionId]);
  return { waiting, undo };
}

/** A location that is neither known nor mapped is left out: it would stop orders that go on without it. */
async function mapLocation(
  tenant: Tenant,
  connectionId: number,
  location: LocationMapping,
  buildings: ReadonlySet<string>,
): Promise<MappingChange[]> {
  const { internalId, name, amwareLocation } = location;
  const isBuilding = amwareLocation === null || buildings.has(amwareLocation);
  const { rows } = await sql<{ from: AmwareLocation }>`
    update location_mappings set amware_location = ${amwareLocation}
    where ${inAccount(tenant)} and connection_id = ${connectionId} and internal_id = ${internalId}
    returning old.amware_location as "from"`.execute(tenant.db);
  const [row] = rows;
  // What is mapped to a building of a former warehouse, and stays so, stops no others that are saved with it.
  if (!isBuilding && row?.from !== amwareLocation) throw refuse(404, 'not_found', 'This warehouse does not exist.');
  if (row) return [{ code: internalId, from: row.from, to: amwareLocation }];
  if (!name) throw refuse(404, 'not_found', 'This location does not exist.');
  if (amwareLocation === null) return [];
  return [await addLocation(tenant, connectionId, { ...location, name, amwareLocation })];
}

/** Adds a location that was not there; where a colleague does so at the same time, theirs is what it was before. */
async function addLocation(
  tenant: Tenant,
  connectionId: number,
  location: LocationMapping & { name: string; amwareLocation: string },
): Promise<MappingChange> {
  const { internalId: code, name, amwareLocation: to } = location;
  const { rows } = await sql<{ from: AmwareLocation; called: Column<'location_mappings', 'connector_location'> | null }>`
    insert into location_mappings (account_id, connection_id, internal_id, connector_location, amware_location)
    values (${tenant.accountId}, ${connectionId}, ${code}, ${name}, ${to})
    on conflict (account_id, connection_id, internal_id) do update set amware_location = excluded.amware_location
    returning old.amware_location as "from", old.connector_location as called`.execute(tenant.db);
  const { from = null, called = null } = rows[0] ?? {};
  if (called === null) return { code, from: null, to, added: true };
  await requireOneAsSeen(tenant, connectionId, { location, stored: { connector_location: called, amware_location: from } });
  return { code, from, to };
}

/**
 * Deletes a location's mapping. Orders that have not left follow: they go without a warehouse of their own. `was`: what it was mapped to
 * when the person saw it, empty for none. @throws Refusal 404; 409 where it is mapped otherwise
 */
export async function deleteLocation(tenant: Tenant, connectionId: number, id: number, was?: string): Promise<Undoable> {
  const { rows } = await sql<Columns<'location_mappings', 'internal_id' | 'amware_location' | 'connector_location'>>`
    delete from location_mappings where ${inAccount(tenant)} and connection_id = ${connectionId} and id = ${id}
    returning internal_id, amware_location, connector_location`.execute(tenant.db);
  const location = existing(rows[0], 'This location mapping does not exist.');
  await requireDeletedAsSeen(tenant, connectionId, location, was);
  const { internal_id: code, amware_location: from, connector_location: description } = location;
  await writeAudit(tenant, {
    verb: 'deleted',
    noun: 'location mapping',
    record: { id, name: description },
    from: { amware_location: from },
  });
  const undo = await recordSave(tenant, {
    kind: 'location',
    connectionId,
    changes: [{ code, from, to: null, description, deleted: true }],
  });
  await followMapping(tenant, 'location', { connectionId, code });
  notify(tenant, 'connections', [connectionId]);
  return undo;
}

/** Applies the locations again to what has not left. Returns how many orders and products of the channel have one of them. */
export async function remapLocations(
  tenant: Tenant,
  { id: connectionId, name }: { id: number; name: string },
): Promise<{ orders: number; products: number }> {
  const { rows } = await sql<{ products: number }>`
    select count(*)::int as products from connector_products p
    where ${inAccount(tenant, 'p')} and p.connection_id = ${connectionId} and p.connector_product_location in (
      select l.internal_id from location_mappings l
      where ${inAccount(tenant, 'l')} and l.connection_id = ${connectionId} and l.amware_location is not null)`.execute(tenant.db);
  const [products, orders] = [rows[0]?.products ?? 0, await recheckUnreleased(tenant, connectionId)];
  await writeAudit(tenant, {
    verb: 'started',
    noun: 'remapping of locations',
    record: { id: connectionId, name },
    to: { products, orders },
  });
  return { orders, products };
}
