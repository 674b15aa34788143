import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { id } from '../../../../platform/endpoint.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { tableApi } from '../table.ts';

const own = { id: z.number(), connection_id: z.number() };
const nullable = z.string().nullable();

const location = z.object({
  ...own,
  channel_location_id: z.string(),
  channel_location: z.string(),
  warehouse_location: nullable.meta({ description: 'The warehouse’s code; null where it is not mapped' }),
});

const shipping = z.object({
  ...own,
  channel_code: z.string(),
  description: nullable,
  warehouse_code: nullable.meta({ description: 'The warehouse’s code of its method; null where orders wait for it' }),
});

const preset = z.object({ ...own, field: z.string(), description: z.string(), value: z.string() });

const field = z.object({
  ...own,
  from_field: z.string(),
  from_value: z.string().meta({ description: 'Of which value alone; empty for any' }),
  to_field: z.string(),
  to_value: z.string().meta({ description: 'What it becomes; empty for the same value' }),
});

/** How a connection's orders become those of the warehouse: a list for each kind of mapping. */
export function mappingsApi(app: FastifyInstance): void {
  mount(app, 'location-mappings', 'Which warehouse a channel’s location is', 'location_mappings', location, {
    ...{ channel_location_id: 'internal_id', channel_location: 'connector_location', warehouse_location: 'amware_location' },
  });
  mount(app, 'shipping-mappings', 'Which method of the warehouse a channel’s shipping code is', 'shipping_options', shipping, {
    ...{ channel_code: 'connector_code', description: 'description', warehouse_code: 'amware_code' },
  });
  mount(app, 'presets', 'What every order of a connection is given', 'presets', preset, {
    ...{ field: 'field_name', description: 'field_description', value: 'field_value' },
  });
  mount(app, 'field-mappings', 'Which field of an order is written into which other', 'field_mappings', field, {
    ...{ from_field: 'source_field', from_value: 'source_value', to_field: 'destination_field', to_value: 'destination_value' },
  });
}

type Own = typeof own;

/** `columns`: by the names of `/v1`, those of the table. */
function mount<S extends z.ZodRawShape>(
  app: FastifyInstance,
  name: string,
  summary: string,
  table: string,
  record: z.ZodObject<Own & S>,
  columns: Record<string, string>,
): void {
  const named: RawBuilder<unknown>[] = Object.entries(columns).map(([as, column]) => sql`${sql.ref(`m.${column}`)} as ${sql.ref(as)}`);
  tableApi(app, {
    ...{ path: `/v1/${name}`, scope: 'read_mappings', table, alias: 'm', record, filters: { connection_id: id.optional() } },
    summaries: { list: summary, record: `${summary}: one` },
    conditions: ({ connection_id }) => ({ where: connection_id === undefined ? [] : [sql`m.connection_id = ${connection_id}`] }),
    read: async (tenant, ids) => {
      const { rows } = await sql`
        select m.id, m.connection_id, ${sql.join(named)} from ${sql.table(table)} as m
        where ${inAccount(tenant, 'm')} and m.id = any(${ids}::bigint[])`.execute(tenant.db);
      return rows as never;
    },
  });
}
