import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import { sentenceSql } from '../../../../platform/sentence-sql.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { Check } from '../issue-type.ts';
import { type LinkDoubt, mappingIssues } from './mapping.ts';

const ofSku = mappingIssues.unmapped_sku.sentences;
const ofShipping = mappingIssues.unmapped_shipping.sentences;
const ofLocation = mappingIssues.unmapped_location.sentences;

/**
 * Lines `l` of certain orders that have no product. Written so that the index of all such lines does not serve it: where few were
 * known when it was last counted, it would be walked through for every order.
 */
export const hasNoProduct = sql`coalesce(l.product_id, 0) = 0`;

/** Lines `l` of goods. Where a charge lies says nothing of an order, nor where none lies any more. */
export const isGoods = sql`not l.is_charge and l.quantity > 0`;

/** One for each SKU of an order's goods that has no warehouse product; it names the first line with that SKU. */
export const findUnmappedSkus: Check = (tenant, orders) => sql`
  select o.id as order_id, o.connection_id, l.sku as subject, 'lines' as field, min(l.id) as line_id,
    case when l.sku = '' then ${sentenceSql(ofSku, 'line_without_sku', {})}
      else coalesce(any_value(${doubtSentence('cp')}), ${sentenceSql(ofSku, 'sku_not_linked', { sku: sql`l.sku` })}) end as sentence
  from orders o join order_lines l on ${inAccount(tenant, 'l')} and l.order_id = o.id
  left join connector_products cp on ${inAccount(tenant, 'cp')} and cp.connection_id = o.connection_id and cp.connector_product_sku = l.sku
  where ${inAccount(tenant, 'o')} and ${orders} and not l.is_charge and ${hasNoProduct}
  group by o.id, o.connection_id, l.sku`;

/** The sentence about a row of `connector_products` whose link ended by itself, or whose listings differ; null where neither is so. */
export function doubtSentence(listing: string): RawBuilder<unknown> {
  const doubt = sql.ref(`${listing}.doubt`);
  const value = (name: keyof LinkDoubt) => sql`${doubt} ->> ${sql.lit(name)}`;
  const sentence = sentenceSql(ofSku, 'link_ended', {
    sku: sql.ref(`${listing}.connector_product_sku`),
    ...{ kind: value('kind'), side: value('side'), product: value('product'), was: value('was'), is: value('is') },
  });
  const differ = sentenceSql(ofSku, 'listings_differ', {
    sku: sql.ref(`${listing}.connector_product_sku`),
    ...{ was: value('was'), is: value('is') },
  });
  return sql`case when ${doubt} is null or ${sql.ref(`${listing}.product_id`)} is not null then null
    when ${value('kind')} = 'listings' then ${differ}
    when ${sql.ref(`${listing}.linked_by`)} is null then ${sentence} end`;
}

const shipping = sql`o.source_shipping`;

/** The shipping method that a rule names for order `o`, unless a person chose one; empty for none. */
const ruledMethod = sql`case when 'shipping_code' = any(o.edited_fields) then ''
  else coalesce(o.fields ->> 'shipping_code', '') end`;

/** Whether that is a method of a connected warehouse. */
export const isRuledMethodOurs = (tenant: Tenant) => sql`exists (
  select from shipping_methods m
  join connections wc on ${inAccount(tenant, 'wc')} and wc.id = m.connection_id and wc.disconnected_at is null
  where ${inAccount(tenant, 'm')} and m.code = ${ruledMethod})`;

const connectedWarehouses = (tenant: Tenant) => sql`connections wc
  where ${inAccount(tenant, 'wc')} and 'warehouse' = any(wc.capabilities) and wc.disconnected_at is null`;

/**
 * The method that a shipping code is mapped to; null where no connected warehouse has it, such as one of a former warehouse. As long as the
 * list of one of them has not been read, nobody knows that, and the mapping holds: else all orders would wait for a new warehouse's list.
 */
export const methodOfMapping = (tenant: Tenant, code: RawBuilder<unknown>): RawBuilder<string | null> => sql`case
  when not exists (select from ${connectedWarehouses(tenant)}) or exists (select from ${connectedWarehouses(tenant)}
    and (not exists (select from shipping_methods m where ${inAccount(tenant, 'm')} and m.connection_id = wc.id)
      or exists (select from shipping_methods m where ${inAccount(tenant, 'm')} and m.connection_id = wc.id and m.code = ${code})))
  then ${code} end`;

/** Whether order `o` has a method that no connected warehouse has, as far as their lists are known. */
export const isMethodGone = (tenant: Tenant) => sql`(o.shipping_code is not null and o.units_ordered > 0
  and (${methodOfMapping(tenant, sql`o.shipping_code`)})::text is null)`;

/** Whether somebody chose a method for order `o`, or took it off: no mapping sets another. */
const isSetByHand = sql`('shipping_code' = any(o.edited_fields))`;

/**
 * Orders with goods and no warehouse shipping method, or one that the warehouse does not have. The subject is empty where there is no code
 * to map: the channel gave none, or a rule names that method, or somebody chose it or took it off.
 */
export const findUnmappedShipping: Check = (tenant, orders) => sql`
  select o.id as order_id, o.connection_id,
    case when ${ruledMethod} = '' and not ${isSetByHand} then coalesce(o.source_shipping, '') else '' end as subject,
    'shipping_code' as field, null::bigint as line_id,
    case when ${ruledMethod} <> '' then ${sentenceSql(ofShipping, 'ruled_method_gone', { method: ruledMethod })}
      when ${isSetByHand} and o.shipping_code is null then ${sentenceSql(ofShipping, 'method_taken_off', {})}
      when ${isSetByHand} then ${sentenceSql(ofShipping, 'chosen_method_gone', { method: sql`o.shipping_code` })}
      when o.source_shipping is null then ${sentenceSql(ofShipping, 'no_shipping_method', {})}
      when so.amware_code is not null and ${methodOfMapping(tenant, sql`so.amware_code`)} is null
        then ${sentenceSql(ofShipping, 'mapped_method_gone', { shipping, method: sql`so.amware_code` })}
      else ${sentenceSql(ofShipping, 'shipping_not_mapped', { shipping })} end as sentence
  from orders o
  left join shipping_options so on ${inAccount(tenant, 'so')} and so.connection_id = o.connection_id
    and so.connector_code = o.source_shipping
  where ${inAccount(tenant, 'o')} and ${orders} and o.units_ordered > 0 and (o.shipping_code is null or ${isMethodGone(tenant)})`;

/** Whether the building of order `o` is one of a connected warehouse. */
export const isBuildingOfOurs = (tenant: Tenant) => sql`exists (
  select from warehouses w join connections wc on ${inAccount(tenant, 'wc')} and wc.id = w.connection_id and wc.disconnected_at is null
  where ${inAccount(tenant, 'w')} and w.code = o.warehouse_code)`;

const hasWarehouse = (tenant: Tenant) => sql`exists (select from ${connectedWarehouses(tenant)})`;

/** Whether goods of order `o` are to leave from a building that no connected warehouse has. */
export const isBuildingGone = (tenant: Tenant) => sql`(o.warehouse_code is not null and o.units_ordered > 0 and ${hasWarehouse(tenant)}
  and not ${isBuildingOfOurs(tenant)})`;

/**
 * One for each location of an order's goods that is known and not mapped to a warehouse, unless a person chose the warehouse; and one, with
 * no subject, where its building is none of the warehouse that is connected now, whether they, a rule or a mapping chose it, or where
 * nobody and no rule chose one and its goods are at several.
 */
export const findUnmappedLocations: Check = (tenant, orders) => sql`
  select distinct on (o.id, l.location) o.id as order_id, o.connection_id, l.location as subject, 'location' as field, l.id as line_id,
    ${sentenceSql(ofLocation, 'location_not_mapped', { location: sql`lm.connector_location` })} as sentence
  from orders o join order_lines l on ${inAccount(tenant, 'l')} and l.order_id = o.id
  join location_mappings lm on ${inAccount(tenant, 'lm')} and lm.connection_id = o.connection_id and lm.internal_id = l.location
  where ${inAccount(tenant, 'o')} and ${orders} and ${isGoods} and lm.amware_location is null
    and not 'warehouse_code' = any(o.edited_fields)
  union all
  select o.id, o.connection_id, '', 'warehouse_code', null::bigint,
    case when 'warehouse_code' = any(o.edited_fields) then ${sentenceSql(ofLocation, 'building_gone', { building: sql`o.warehouse_code` })}
      else ${sentenceSql(ofLocation, 'mapped_building_gone', { building: sql`o.warehouse_code` })} end
  from orders o where ${inAccount(tenant, 'o')} and ${orders} and ${isBuildingGone(tenant)}
  union all
  select o.id, o.connection_id, '', 'warehouse_code', null::bigint, ${sentenceSql(ofLocation, 'several_buildings', {
    buildings: sql`string_agg(distinct lm.amware_location, ', ')`,
  })}
  from orders o join order_lines l on ${inAccount(tenant, 'l')} and l.order_id = o.id
  join location_mappings lm on ${inAccount(tenant, 'lm')} and lm.connection_id = o.connection_id and lm.internal_id = l.location
  where ${inAccount(tenant, 'o')} and ${orders} and ${isGoods} and lm.amware_location is not null
    and not 'warehouse_code' = any(o.edited_fields) and coalesce(o.fields ->> 'warehouse_code', '') = '' and not ${isBuildingGone(tenant)}
  group by o.id, o.connection_id having count(distinct lm.amware_location) > 1`;
