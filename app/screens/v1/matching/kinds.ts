import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';

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

/** A kind of mapping: its table, what a record is, and by the names of `/v1` the columns of the table. */
export type Kind<S extends z.ZodRawShape = z.ZodRawShape> = {
  path: string;
  summary: string;
  table: 'location_mappings' | 'shipping_options' | 'presets' | 'field_mappings';
  record: z.ZodObject<typeof own & S>;
  columns: Record<string, string>;
};

export const mappingKinds = {
  location: {
    ...{ path: 'location-mappings', summary: 'Which warehouse a channel’s location is', table: 'location_mappings', record: location },
    columns: { channel_location_id: 'internal_id', channel_location: 'connector_location', warehouse_location: 'amware_location' },
  },
  shipping: {
    ...{ path: 'shipping-mappings', summary: 'Which method of the warehouse a channel’s shipping code is', table: 'shipping_options' },
    ...{ record: shipping, columns: { channel_code: 'connector_code', description: 'description', warehouse_code: 'amware_code' } },
  },
  preset: {
    ...{ path: 'presets', summary: 'What every order of a connection is given', table: 'presets', record: preset },
    columns: { field: 'field_name', description: 'field_description', value: 'field_value' },
  },
  field: {
    ...{ path: 'field-mappings', summary: 'Which field of an order is written into which other', table: 'field_mappings', record: field },
    columns: { from_field: 'source_field', from_value: 'source_value', to_field: 'destination_field', to_value: 'destination_value' },
  },
} as const satisfies Record<string, Kind>;
export type MappingKindName = keyof typeof mappingKinds;

/** Mappings of a kind as their calls reply them, in any order. */
export async function readMappings(tenant: Tenant, name: MappingKindName, ids: number[]): Promise<{ id: number }[]> {
  const { table, columns }: Kind = mappingKinds[name];
  const named: RawBuilder<unknown>[] = Object.entries(columns).map(([as, column]) => sql`${sql.ref(`m.${column}`)} as ${sql.ref(as)}`);
  const { rows } = await sql<{ id: number }>`
    select m.id, m.connection_id, ${sql.join(named)} from ${sql.table(table)} as m
    where ${inAccount(tenant, 'm')} and m.id = any(${ids}::bigint[])`.execute(tenant.db);
  return rows;
}
