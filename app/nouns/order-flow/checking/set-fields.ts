import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { methodOfMapping } from '../../../shared/issues/types/mapping.checks.ts';
import { latestPayloads } from '../values/payload-bundles.ts';
import { sourceColumns } from '../values/ruled-fields.ts';
import { valueAt } from './value-at.ts';

/**
 * Applies presets, then field mappings, which override them: one without a source value first, one with a matching source value
 * last, whatever spaces the channel has around it. Without a destination value the source's value is copied. What a person edited stays. A
 * building that no connected warehouse has is set like any other: the order waits for it.
 */
export async function setFields(tenant: Tenant, ids: number[]): Promise<void> {
  const ruled = await fieldsByRules(tenant, ids);
  await sql`
    update orders o set fields = ruled.fields, shipping_code = ruled.shipping_code, warehouse_code = ruled.warehouse_code
    from (${ruled}) as ruled
    where ${inAccount(tenant, 'o')} and o.id = ruled.id
      and (o.fields, o.shipping_code, o.warehouse_code) is distinct from (ruled.fields, ruled.shipping_code,
        ruled.warehouse_code)`.execute(tenant.db);
}

/**
 * A query of the orders that rules concern: id, and the fields, shipping_code and warehouse_code that the rules of now give. A field of the
 * order that is empty is none, as in its payload: a mapping that copied it would take away what a preset says.
 */
export async function fieldsByRules(tenant: Tenant, ids: number[]): Promise<RawBuilder<unknown>> {
  const source = sql.join(Object.keys(sourceColumns).flatMap((column) => [sql.lit(column), sql`nullif(${sql.ref(`o.${column}`)}, '')`]));
  const payloads = await payloadValues(tenant, ids);
  return sql`
    select id, fields,
      case when 'shipping_code' = any(edited_fields) then shipping_code
        -- None where a rule names what no connected warehouse has: an issue says so, and the order waits.
        when fields ->> 'shipping_code' <> '' then method
        -- A rule that is deleted leaves the translation.
        when had_method then (select ${methodOfMapping(tenant, sql`so.amware_code`)} from shipping_options so
          where ${inAccount(tenant, 'so')} and so.connection_id = ruled.connection_id and so.connector_code = source_shipping)
        else shipping_code end as shipping_code,
      case when 'warehouse_code' = any(edited_fields) then warehouse_code else coalesce(nullif(fields ->> 'warehouse_code', ''),
        warehouse_code) end as warehouse_code
    from (
      select ruled.*,
        (select min(m.code) from shipping_methods m
          join connections wc on ${inAccount(tenant, 'wc')} and wc.id = m.connection_id and wc.disconnected_at is null
          where ${inAccount(tenant, 'm')} and m.code = ruled.fields ->> 'shipping_code') as method
      from (
        select o.id, o.connection_id, o.shipping_code, o.warehouse_code, o.edited_fields, o.source_shipping,
          o.fields ? 'shipping_code' as had_method,
          coalesce((select jsonb_object_agg(field_name, field_value) from presets p where ${inAccount(tenant, 'p')}
          and p.connection_id = o.connection_id), '{}') || coalesce((
            select jsonb_object_agg(m.destination_field, coalesce(nullif(m.destination_value, ''), src.value ->> m.source_field)
              order by m.source_value <> '', m.id)
            from field_mappings m where ${inAccount(tenant, 'm')} and m.connection_id = o.connection_id
              and src.value ->> m.source_field is not null
              and (m.source_value = '' or m.source_value = btrim(src.value ->> m.source_field))
          ), '{}') as fields
        from orders o
        left join json_to_recordset(${JSON.stringify(payloads)}::json) as payload (id bigint, found jsonb) on payload.id = o.id
        cross join lateral (select coalesce(payload.found, '{}') || jsonb_build_object(${source}) as value) as src
        where ${inAccount(tenant, 'o')} and o.id = any(${ids}::bigint[])
          and (o.fields <> '{}' or exists (select from presets p where ${inAccount(tenant, 'p')} and p.connection_id = o.connection_id)
            or exists (select from field_mappings m where ${inAccount(tenant, 'm')} and m.connection_id = o.connection_id))
      ) as ruled
    ) as ruled`;
}

type PayloadValues = { id: number; found: Record<string, string> };

/** What field mappings read from the payloads of these orders, by path; no payload is unpacked where none does. */
async function payloadValues(tenant: Tenant, ids: number[]): Promise<PayloadValues[]> {
  const { rows } = await sql<Columns<'field_mappings', 'source_field'>>`
    select distinct source_field from field_mappings m
    where ${inAccount(tenant)} and source_field <> all(${Object.keys(sourceColumns)}::text[])
      and connection_id in (select connection_id from orders where ${inAccount(tenant)} and id = any(${ids}::bigint[]))`.execute(tenant.db);
  if (rows.length === 0) return [];
  const paths = rows.map(({ source_field }) => source_field);
  return [...(await latestPayloads(tenant, ids))].map(([id, raw]) => ({
    id,
    found: Object.fromEntries(
      paths.flatMap((path) => {
        const value = valueAt(raw, path);
        return value === null ? [] : [[path, value]];
      }),
    ),
  }));
}
