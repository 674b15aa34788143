import { type RawBuilder, sql } from 'kysely';
import type { OfAccount } from '../../../../platform/in-account.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { nameOfMethod } from '../../../base/shipping-methods/queries.ts';
import { extraColumns } from './columns.ts';

/** SQL for these columns of `orders o`, to append to a select list. Columns that are not shown are not read. */
export function extraFields(tenant: OfAccount, columns: readonly string[]): RawBuilder<unknown> {
  const values = valuesOf(tenant);
  const fields = extraColumns.filter((column) => columns.includes(column)).map((column) => sql`, ${values[column]} as ${sql.ref(column)}`);
  return fields.length > 0 ? sql.join(fields, sql``) : sql``;
}

/** So many of an order's lines does a row name. */
const itemsShown = sql.lit(5);

const valuesOf = (tenant: OfAccount): Record<(typeof extraColumns)[number], RawBuilder<unknown>> => ({
  source_ref_num: sql`o.source_ref_num`,
  company_name: sql`o.company_name`,
  city: sql`o.city`,
  state: sql`o.state`,
  shipping_method: sql`coalesce(${nameOfMethod(tenant, sql`o.shipping_code`)}, o.shipping_code)`,
  source_shipping: sql`coalesce(nullif(o.source_shipping_description, ''), o.source_shipping)`,
  warehouse_code: sql`o.warehouse_code`,
  amware_ref_num: sql`o.amware_ref_num`,
  // Parcels are looked up only where units have shipped, by the order's key.
  tracking: sql`case when o.units_shipped > 0 then (
    select json_build_object('number', (array_agg(s.tracking_number order by s.id))[1], 'url', (array_agg(s.tracking_url order by s.id))[1],
      'more', count(*) - 1)
    from shipments s where ${inAccount(tenant, 's')} and s.order_id = o.id having count(*) > 0) end`,
  items: sql`(
    select json_build_object('first', coalesce(json_agg(json_build_object('sku', l.sku, 'name', l.name, 'quantity', l.quantity)
      order by l.place) filter (where l.place <= ${itemsShown}), '[]'), 'more', greatest(count(*) - ${itemsShown}, 0))
    from (select n.sku, n.name, n.quantity, row_number() over (order by n.position) as place from order_lines n
      where ${inAccount(tenant, 'n')} and n.order_id = o.id and not n.is_charge) as l)`,
  units_shipped: sql`o.units_shipped`,
  created_at: sql`o.created_at`,
  updated_at: sql`o.updated_at`,
});
