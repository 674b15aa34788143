import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { invalid, refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import {
  type FieldMapping,
  type MappingBody,
  mappingIncomplete,
  type Preset,
  type PresetBody,
  presetIncomplete,
  type RuleChange,
} from './contract.ts';
import { requireFittingMapping, requireFittingPreset } from './fitting.ts';

/** A rule as it was, and as it is now; null where there was or is none. */
export type Written<Rule> = { id: number; from: Rule | null; to: Rule | null };

/** Writes a preset: a field of a connection has one. @throws Invalid */
export async function writePreset(tenant: Tenant, connectionId: number, preset: PresetBody): Promise<Written<PresetBody>> {
  const { field_name, field_description, field_value } = preset;
  const lacking = { ...(!field_name && { field_name: [presetIncomplete] }), ...(!field_value && { field_value: [presetIncomplete] }) };
  if (Object.keys(lacking).length > 0) throw invalid(lacking);
  const { rows } = await sql<Columns<'presets', 'id'> & { from: PresetBody | null }>`
    insert into presets (account_id, connection_id, field_name, field_description, field_value)
    values (${tenant.accountId}, ${connectionId}, ${field_name}, ${field_description}, ${field_value})
    on conflict (account_id, connection_id, field_name) do update set field_value = excluded.field_value, field_description = excluded.field_description
    returning id, case when old.id is not null then
      json_build_object('field_name', old.field_name, 'field_description', old.field_description, 'field_value', old.field_value) end as "from"`.execute(
    tenant.db,
  );
  return { id: rows[0]?.id ?? 0, from: rows[0]?.from ?? null, to: preset };
}

/** Writes a field mapping: there is one for a source field, its value and a destination. @throws Invalid */
export async function writeMapping(tenant: Tenant, connectionId: number, mapping: MappingBody): Promise<Written<MappingBody>> {
  const { source_field, source_name, source_value, destination_field, destination_name, destination_value } = mapping;
  const lacking = {
    ...(!source_field && { source_field: [mappingIncomplete] }),
    ...(!destination_field && { destination_field: [mappingIncomplete] }),
  };
  if (Object.keys(lacking).length > 0) throw invalid(lacking);
  const { rows } = await sql<Columns<'field_mappings', 'id'> & { from: MappingBody | null }>`
    insert into field_mappings (account_id, connection_id, source_field, source_name, source_value, destination_field, destination_name, destination_value)
    values (${tenant.accountId}, ${connectionId}, ${source_field}, ${source_name}, ${source_value}, ${destination_field}, ${destination_name}, ${destination_value})
    on conflict (account_id, connection_id, source_field, source_value, destination_field)
      do update set destination_value = excluded.destination_value, source_name = excluded.source_name, destination_name = excluded.destination_name
    returning id, case when old.id is not null then json_build_object('source_field', old.source_field, 'source_name', old.source_name,
      'source_value', old.source_value, 'destination_field', old.destination_field, 'destination_name', old.destination_name,
      'destination_value', old.destination_value) end as "from"`.execute(tenant.db);
  return { id: rows[0]?.id ?? 0, from: rows[0]?.from ?? null, to: mapping };
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
    where ${inAccount(tenant)} and connection_id = ${connectionId} and ${isMapping(key)} for update`.execute(tenant.db);
  return rows[0] ?? null;
}

/** Deletes the preset of a field. */
export const deletePresetOf = (tenant: Tenant, connectionId: number, field: string) =>
  sql`delete from presets where ${inAccount(tenant)} and connection_id = ${connectionId} and field_name = ${field}`.execute(tenant.db);

/** Deletes a field mapping by what it maps. */
export const deleteMappingBy = (tenant: Tenant, connectionId: number, key: MappingKey) =>
  sql`delete from field_mappings where ${inAccount(tenant)} and connection_id = ${connectionId} and ${isMapping(key)}`.execute(tenant.db);

const isMapping = ({ source_field, source_value, destination_field }: MappingKey) =>
  sql`source_field = ${source_field} and source_value = ${source_value} and destination_field = ${destination_field}`;

/** Deletes a preset of a connection. @throws Refusal 404 */
export async function removePreset(tenant: Tenant, connectionId: number, id: number): Promise<Preset> {
  const { rows } = await sql<Preset>`
    delete from presets where ${inAccount(tenant)} and connection_id = ${connectionId} and id = ${id}
    returning id, field_name, field_description, field_value`.execute(tenant.db);
  return found(rows[0]);
}

/** Deletes a field mapping of a connection. @throws Refusal 404 */
export async function removeMapping(tenant: Tenant, connectionId: number, id: number): Promise<FieldMapping> {
  const { rows } = await sql<FieldMapping>`
    delete from field_mappings where ${inAccount(tenant)} and connection_id = ${connectionId} and id = ${id}
    returning id, source_field, source_name, source_value, destination_field, destination_name, destination_value`.execute(tenant.db);
  return found(rows[0]);
}

function found<Rule>(rule: Rule | undefined): Rule {
  if (!rule) throw refuse(404, 'not_found', 'This rule no longer exists.');
  return rule;
}

/** Writes what is only tried. @throws Invalid; Refusal 404 */
export async function applyChange(tenant: Tenant, connectionId: number, change: RuleChange): Promise<void> {
  if (change.preset) {
    await writePreset(tenant, connectionId, change.preset);
    await requireFittingPreset(tenant, change.preset);
  }
  if (change.mapping) {
    await writeMapping(tenant, connectionId, change.mapping);
    await requireFittingMapping(tenant, connectionId, change.mapping);
  }
  if (change.delete_preset) await removePreset(tenant, connectionId, change.delete_preset);
  if (change.delete_mapping) await removeMapping(tenant, connectionId, change.delete_mapping);
}
