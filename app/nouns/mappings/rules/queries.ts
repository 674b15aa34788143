import { sql } from 'kysely';
import type { Tenant } from '../../../../platform/tenant.ts';
import { nouns } from './commands.ts';
import type { FieldMapping, Preset, RuleEntry } from './contract.ts';

/** A connection's presets, by field. */
export function listPresets({ accountId, db }: Tenant, connectionId: number): Promise<Preset[]> {
  return db
    .selectFrom('presets')
    .select(['id', 'field_name', 'field_description', 'field_value'])
    .where('account_id', '=', accountId)
    .where('connection_id', '=', connectionId)
    .orderBy('field_name')
    .execute();
}

/** A connection's field mappings in the order in which they are applied: those with a source value last, because they win. */
export async function listMappings({ accountId, db }: Tenant, connectionId: number): Promise<FieldMapping[]> {
  const { rows } = await sql<FieldMapping>`
    select id, source_field, source_name, source_value, destination_field, destination_name, destination_value from field_mappings
    where account_id = ${accountId} and connection_id = ${connectionId} order by destination_field, source_value <> '', id`.execute(db);
  return rows;
}

/** Who saved and deleted which rule of a connection, the newest first. */
export async function listRuleHistory(tenant: Tenant, connectionId: number): Promise<RuleEntry[]> {
  const { rows } = await sql<RuleEntry>`
    select e.id, e.at, coalesce(u.name, 'Crossdock') as who, e.verb, e.noun,
      nullif(e.changes -> 'rule' -> 'from', 'null') as "from", nullif(e.changes -> 'rule' -> 'to', 'null') as "to"
    from audit_entries e left join users u on u.id = e.user_id
    where e.account_id = ${tenant.accountId} and e.noun = any(${Object.values(nouns)}::text[])
      and (e.changes -> 'connection' ->> 'from' = ${String(connectionId)} or e.changes -> 'connection' ->> 'to' = ${String(connectionId)})
    order by e.id desc limit 50`.execute(tenant.db);
  return rows;
}
