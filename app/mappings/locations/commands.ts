import { sql } from 'kysely';
import type { Column } from '../../../platform/columns.ts';
import { refuse } from '../../../platform/http/refusal.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { Undoable } from '../../mapping-saves/contract.ts';
import { followMapping } from '../../mapping-saves/follow.ts';
import { type MappingChange, recordSave } from '../../mapping-saves/save.ts';
import { checkWaiting } from '../../orders/checking/check.ts';

type LocationMapping = { internalId: string; amwareLocation: string };

/**
 * Maps a channel's locations to warehouses. The orders that wait for them go on, ten seconds later; orders that have not left
 * follow a changed location. Returns how many waited, and the save, which can be undone until then.
 */
export async function mapLocations(
  tenant: Tenant,
  connectionId: number,
  locations: LocationMapping[],
): Promise<{ waiting: number; undo: Undoable }> {
  const changes: MappingChange[] = [];
  for (const location of locations) changes.push(await mapLocation(tenant, connectionId, location));
  const undo = await recordSave(tenant, { kind: 'location', connectionId, changes });
  let waiting = 0;
  for (const { code, from, to } of changes) {
    waiting += await checkWaiting(tenant, { type: 'unmapped_location', connectionId, subject: code });
    if (from !== null && from !== to) await followMapping(tenant, 'location', { connectionId, code });
  }
  return { waiting, undo };
}

async function mapLocation(tenant: Tenant, connectionId: number, { internalId, amwareLocation }: LocationMapping): Promise<MappingChange> {
  const warehouse = await tenant.db
    .selectFrom('warehouses')
    .select('code')
    .where('account_id', '=', tenant.accountId)
    .where('code', '=', amwareLocation)
    .executeTakeFirst();
  if (!warehouse) throw refuse(404, 'not_found', 'This warehouse does not exist.');
  const { rows } = await sql<{ from: Column<'location_mappings', 'amware_location'> }>`
    update location_mappings set amware_location = ${amwareLocation}
    where account_id = ${tenant.accountId} and connection_id = ${connectionId} and internal_id = ${internalId}
    returning old.amware_location as "from"`.execute(tenant.db);
  const [row] = rows;
  if (!row) throw refuse(404, 'not_found', 'This location does not exist.');
  return { code: internalId, from: row.from, to: amwareLocation };
}
