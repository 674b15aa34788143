import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { invalid } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { type MappingBody, mappingIncomplete, type PresetBody, presetIncomplete } from './contract.ts';

/** A rule that was written, and what it replaced. */
type Written<Rule> = Promise<{ id: number; from: Rule | null }>;

/** Writes a preset: a field of a connection has one. `id`: of one that is to be there again. @throws Invalid */
export async function writePreset(tenant: Tenant, connectionId: number, preset: PresetBody, id?: number): Written<PresetBody> {
  const { field_name, field_description, field_value } = preset;
  requireFilled({ field_name, field_value }, presetIncomplete);
  const { rows } = await sql<Columns<'presets', 'id'> & { from: PresetBody | null }>`
    with written as (
      insert into presets (account_id, id, connection_id, field_name, field_description, field_value) overriding system value
      values (${tenant.accountId}, ${await freeId(tenant, 'presets', id)}, ${connectionId}, ${field_name}, ${field_description},
        ${field_value})
      on conflict (account_id, connection_id, field_name)
        do update set field_value = excluded.field_value, field_description = excluded.field_description
      returning new.id, old.id as former_id, old.field_name, old.field_description, old.field_value
    )
    select id, case when former_id is not null then json_build_object(
      'field_name', field_name, 'field_description', field_description, 'field_value', field_value) end as "from"
    from written`.execute(tenant.db);
  return rows[0] ?? { id: 0, from: null };
}

/** The same of a field mapping: there is one for a source field, its value and a destination. @throws Invalid */
export async function writeMapping(tenant: Tenant, connectionId: number, mapping: MappingBody, id?: number): Written<MappingBody> {
  const { source_field, source_name, source_value, destination_field, destination_name, destination_value } = mapping;
  requireFilled({ source_field, destination_field }, mappingIncomplete);
  const { rows } = await sql<Columns<'field_mappings', 'id'> & { from: MappingBody | null }>`
    with written as (
      insert into field_mappings (account_id, id, connection_id, source_field, source_name, source_value,
        destination_field, destination_name, destination_value) overriding system value
      values (${tenant.accountId}, ${await freeId(tenant, 'field_mappings', id)}, ${connectionId}, ${source_field}, ${source_name},
        ${source_value}, ${destination_field}, ${destination_name}, ${destination_value})
      on conflict (account_id, connection_id, source_field, source_value, destination_field) do update set
        destination_value = excluded.destination_value, source_name = excluded.source_name, destination_name = excluded.destination_name
      returning new.id, old.id as former_id, old.source_field, old.source_name, old.source_value, old.destination_field,
        old.destination_name, old.destination_value
    )
    select id, case when former_id is not null then json_build_object(
      'source_field', source_field, 'source_name', source_name, 'source_value', source_value, 'destination_field', destination_field,
      'destination_name', destination_name, 'destination_value', destination_value) end as "from"
    from written`.execute(tenant.db);
  return rows[0] ?? { id: 0, from: null };
}

/** This id, a new one where another rule has it or none is given. Of two field mappings of equal rank the later id wins. */
async function freeId(tenant: Tenant, table: 'presets' | 'field_mappings', id?: number): Promise<RawBuilder<unknown>> {
  if (id === undefined) return sql`default`;
  const { rows } = await sql`select from ${sql.table(table)} where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  return rows.length === 0 ? sql`${id}::bigint` : sql`default`;
}

/** @throws Invalid, the specification's sentence beside each field that is empty */
function requireFilled(fields: Readonly<Record<string, string>>, sentence: string): void {
  const lacking = Object.entries(fields).flatMap(([name, value]) => (value === '' ? [[name, [sentence]]] : []));
  if (lacking.length > 0) throw invalid(Object.fromEntries(lacking));
}

type MappingKey = Pick<MappingBody, 'source_field' | 'source_value' | 'destination_field'>;

/** Locks the preset of a field, and reads it; null where there is none. */
export async function lockPreset(tenant: Tenant, connectionId: number, field: string): Promise<PresetBody | null> {
  const { rows } = await sql<PresetBody>`
    select field_name, field_description, field_value from presets
    where ${inAccount(tenant)} and connection_id = ${connectionId} and field_name = ${field} for update`.execute(tenant.db);
  return rows[0] ?? null;
}

/** The same of a field mapping. */
export async function lockMapping(tenant: Tenant, connectionId: number, key: MappingKey): Promise<MappingBody | null> {
  const { rows } = await sql<MappingBody>`
    select source_field, source_name, source_value, destination_field, destination_name, destination_value from field_mappings
    where ${inAccount(tenant)} and connection_id = ${connectionId} and ${isMapping({ key })} for update`.execute(tenant.db);
  return rows[0] ?? null;
}

/** A rule that was deleted, with its id. */
type Deleted<Rule> = Promise<(Rule & Columns<'presets', 'id'>) | null>;

/** Deletes a preset by its id or field, and returns it; null where there is none. */
export async function deletePreset(tenant: Tenant, connectionId: number, which: { id: number } | { key: string }): Deleted<PresetBody> {
  const { rows } = await sql<PresetBody & Columns<'presets', 'id'>>`
    delete from presets where ${inAccount(tenant)} and connection_id = ${connectionId}
      and ${'id' in which ? sql`id = ${which.id}` : sql`field_name = ${which.key}`}
    returning id, field_name, field_description, field_value`.execute(tenant.db);
  return rows[0] ?? null;
}

/** The same of a field mapping, by its id or what it maps. */
export async function deleteMapping(tenant: Tenant, connectionId: number, which: WhichMapping): Deleted<MappingBody> {
  const { rows } = await sql<MappingBody & Columns<'field_mappings', 'id'>>`
    delete from field_mappings where ${inAccount(tenant)} and connection_id = ${connectionId} and ${isMapping(which)}
    returning id, source_field, source_name, source_value, destination_field, destination_name, destination_value`.execute(tenant.db);
  return rows[0] ?? null;
}

type WhichMapping = { id: number } | { key: MappingKey };

function isMapping(which: WhichMapping) {
  if ('id' in which) return sql`id = ${which.id}`;
  const { source_field, source_value, destination_field } = which.key;
  return sql`source_field = ${source_field} and source_value = ${source_value} and destination_field = ${destination_field}`;
}
