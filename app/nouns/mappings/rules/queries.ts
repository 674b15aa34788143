import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { FieldMapping, Preset, RuleEntry } from './contract.ts';
import { nouns } from './nouns.ts';

/** A connection's presets, by field. */
export async function listPresets(tenant: Tenant, connectionId: number): Promise<Preset[]> {
  const { rows } = await sql<Preset>`
    select id, field_name, field_description, field_value from presets
    where ${inAccount(tenant)} and connection_id = ${connectionId} order by field_name`.execute(tenant.db);
  return rows;
}

/** A connection's field mappings in the order in which they are applied: those with a source value last, because they win. */
export async function listMappings(tenant: Tenant, connectionId: number): Promise<FieldMapping[]> {
  const { rows } = await sql<FieldMapping>`
    select id, source_field, source_name, source_value, destination_field, destination_name, destination_value from field_mappings
    where ${inAccount(tenant)} and connection_id = ${connectionId} order by destination_field, source_value <> '', id`.execute(tenant.db);
  return rows;
}

const both: readonly string[] = [nouns.preset.name, nouns.mapping.name];

/** Who saved and deleted which rule of a connection, the newest first: presets and field mappings, or those that are named. */
export async function listRuleHistory(tenant: Tenant, connectionId: number, named = both): Promise<RuleEntry[]> {
  const { rows } = await sql<RuleEntry>`
    select c.id, c.at, coalesce(u.name, 'Crossdock') as who, c.noun, nullif(rule.was, 'null') - 'id' as "from",
      nullif(rule.is, 'null') - 'id' as "to",
      case when rule.was = 'null' then 'created' when rule.is = 'null' then 'deleted' else 'changed' end as verb
    from changes c left join users u on u.id = c.user_id
    cross join lateral (select c.was -> key as was, c.is -> key as is from jsonb_object_keys(c.is) as key) as rule
    where ${inAccount(tenant, 'c')} and c.noun = any(${[...named]}::text[]) and c.record_id = ${connectionId}
    order by c.id desc limit 50`.execute(tenant.db);
  return rows;
}
