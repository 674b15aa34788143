import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { id } from '../../../../platform/endpoint.ts';
import { tableApi } from '../table.ts';
import { type Kind, type MappingKindName, mappingKinds, readMappings } from './kinds.ts';
import { locationChangesApi } from './location-changes.ts';
import { ruleChangesApi } from './rule-changes.ts';
import { shippingChangesApi } from './shipping-changes.ts';

/** How a connection's orders become those of the warehouse: a list for each kind of mapping. */
export function mappingsApi(app: FastifyInstance): void {
  for (const name of Object.keys(mappingKinds) as MappingKindName[]) mount(app, name);
  shippingChangesApi(app);
  locationChangesApi(app);
  ruleChangesApi(app);
}

function mount(app: FastifyInstance, name: MappingKindName): void {
  const { path, summary, table, record }: Kind = mappingKinds[name];
  tableApi(app, {
    ...{ path: `/v1/${path}`, scope: 'read_mappings', table, alias: 'm', record, filters: { connection_id: id.optional() } },
    summaries: { list: summary, record: `${summary}: one` },
    conditions: ({ connection_id }) => ({ where: connection_id === undefined ? [] : [sql`m.connection_id = ${connection_id}`] }),
    read: (tenant, ids) => readMappings(tenant, name, ids) as never,
  });
}
