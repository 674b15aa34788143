import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { text } from '../../../../platform/endpoint.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { deleteLocation, mapLocations } from '../../../nouns/mappings/locations/commands.ts';
import { found } from '../call.ts';
import { requireRelease } from '../writing/releasing.ts';
import { writeV1 } from '../writing/write.ts';
import { changes, creates, deletes, ofMapping } from './changing.ts';
import { lockOfLive, requireLive } from './live.ts';

const path = '/v1/location-mappings';
const warehouse = text(100).min(1);

const createCall = creates(path, 'Say which warehouse a channel’s location is', {
  ...{ channel_location_id: text(200).min(1), channel_location: text(500).min(1), warehouse_location: warehouse },
});
const changeCall = changes(path, 'Map a location to another warehouse; with null to none, so that its orders stop', {
  warehouse_location: warehouse.nullable(),
});
const deleteCall = deletes(
  path,
  'Delete a location’s mapping: orders that have not left go without a warehouse of their own, so this takes `release_orders` too',
);

type Location = Columns<'location_mappings', 'connection_id' | 'internal_id'>;

export function locationChangesApi(app: FastifyInstance): void {
  writeV1(app, createCall, async (tenant, { session, body }) => {
    requireRelease(session, 'Goods may leave by a mapping.');
    const { connection_id, channel_location_id: internalId, channel_location: name, warehouse_location: amwareLocation } = body;
    await requireLive(tenant, connection_id);
    if (await idOf(tenant, connection_id, internalId)) throw refuse(409, 'taken', 'This location is there already: change its mapping.');
    const { waiting } = await mapLocations(tenant, connection_id, [{ internalId, name, amwareLocation }]);
    return { id: found(await idOf(tenant, connection_id, internalId)), message: 'The location is mapped.', waiting };
  });
  writeV1(
    app,
    changeCall,
    async (tenant, { session, params: { id }, body: { warehouse_location: amwareLocation } }) => {
      if (amwareLocation !== null) requireRelease(session, 'Goods may leave by a mapping.');
      const { connection_id, internal_id: internalId } = await lockOfLive<Location>(tenant, 'location_mappings', id);
      const { waiting } = await mapLocations(tenant, connection_id, [{ internalId, amwareLocation }]);
      return { id, message: amwareLocation === null ? 'The location is mapped to none.' : 'The location is mapped.', waiting };
    },
    ofMapping('location'),
  );
  writeV1(
    app,
    deleteCall,
    async (tenant, { session, params: { id } }) => {
      requireRelease(session, 'Goods may leave without a mapping.');
      const { connection_id } = await lockOfLive<Location>(tenant, 'location_mappings', id);
      await deleteLocation(tenant, connection_id, id);
      return { id, message: 'The location’s mapping is deleted.' };
    },
    ofMapping('location'),
  );
}

async function idOf(tenant: Tenant, connectionId: number, internalId: string): Promise<number | undefined> {
  const { rows } = await sql<Columns<'location_mappings', 'id'>>`
    select id from location_mappings
    where ${inAccount(tenant)} and connection_id = ${connectionId} and internal_id = ${internalId}`.execute(tenant.db);
  return rows[0]?.id;
}
