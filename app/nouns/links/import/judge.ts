import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import { sentenceSql } from '../../../../platform/sentence-sql.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { ImportJob } from '../../../shared/imports/entity.ts';
import { expectations } from '../../../shared/imports/expectations.ts';
import { problems } from '../../../shared/imports/problems.ts';

/**
 * What becomes of each row. A SKU that is there in other letters, or with zeros before it, is taken for a mistake: of the channel's
 * SKUs and of the warehouse's. A row without a product unlinks what is listed. Units of a pack are not taken over by another product,
 * of which nobody said them. Everything is looked up row by row in one index (`lookUp`): a condition on two of them would look through
 * all that there is for each row. Of what is stored (`had`), `r` is what is listed; `offset 0` keeps that from becoming a filter.
 */
export function judgeLinks(tenant: Tenant, { columns, connectionId }: ImportJob): RawBuilder<unknown> {
  const setsProduct = columns.includes('product_sku');
  const product = setsProduct ? sql`i.product_sku` : sql`''`;
  const target = setsProduct ? sql`p.id` : sql`r.product_id`;
  const listing = listingBy(tenant, connectionId);
  const isOfChannel = sql`connection_id = ${connectionId}`;
  const isNew = sql`r.id is null and not i.is_wrong`;
  const hadUnits = sql`(${saysNoUnits(columns, 'i')} and ${keepsUnitsOfAnother(sql`had`, target)})`;
  const isUnknown = sql`p.id is null and not i.is_wrong and ${product} <> ''`;
  const products = productBy(tenant);
  return sql`
    select i.n,
      case when i.is_wrong or wrong.column_name is not null then 'w' when r.id is null then 'c'
        when ${differs(columns, target)} then 'u' else 's' end as code,
      ${seenLink('r')} as seen, wrong.column_name, case when wrong.column_name is not null then wrong.problem end as problem, wrong.expected
    from input i
    left join lateral (${storedBy(tenant, connectionId)('connector_product_sku', sql`i.channel_sku`, isOfChannel)}) had on true
    left join lateral (select had.* where ${isListed} offset 0) r on true
    left join lateral (${listing('sku_key', sql`lower(i.channel_sku) collate "C"`, isNew)}) by_case on true
    left join lateral (select sku from (${withZeros(sql`i.channel_sku`)}) z
      cross join lateral (${listing('connector_product_sku', sql`z.zeros`, isOfChannel)}) same
      where ${isNew} and (${beginsWithZero(tenant, 'connector_products')}) limit 1) by_zeros on true
    left join lateral (${products('sku', product)}) p on true
    left join lateral (${products('sku_key', sql`lower(${product}) collate "C"`, isUnknown)}) alike on true
    left join lateral (select sku from (${setsProduct ? withZeros(product) : sql`select null::text as zeros where false`}) z
      cross join lateral (${products('sku', sql`z.zeros`)}) same
      where ${isUnknown} and (${beginsWithZero(tenant, 'products')}) limit 1) zeros on true
    cross join lateral (select coalesce(by_case.sku, by_zeros.sku) as listed, coalesce(alike.sku, zeros.sku) as product) near
    cross join lateral (select
      case when i.is_wrong then null when near.listed is not null then 'channel_sku'
        when p.id is null and (${product} <> '' or r.id is null) or ${hadUnits} then 'product_sku' end as column_name,
      case when by_case.sku is not null then ${sentenceSql(problems, 'other_case_there', {})}
        when near.listed is not null then ${sentenceSql(problems, 'lost_zeros_there', {})}
        when ${hadUnits} then ${sentenceSql(problems, 'had_units', { units: sql`had.units_per_sale` })}
        when ${product} = '' then ${sentenceSql(problems, 'not_named', {})}
        when near.product is not null then ${sentenceSql(problems, 'near_product', {})}
        else ${sentenceSql(problems, 'not_product', {})} end as problem,
      case when ${hadUnits} then ${sentenceSql(expectations, 'units_of_this', {})}
        when coalesce(near.listed, near.product) is null then ${sentenceSql(expectations, 'product_sku', {})}
        else ${sentenceSql(expectations, 'value', { value: sql`coalesce(near.listed, near.product)` })} end as expected) wrong`;
}

/**
 * The rows whose column has this value, in the order of that column, so that they are found by its index. Of an account that was filled
 * after the last statistics the planner thinks that it has no rows, and any index would do: it would look for each value among all rows.
 */
const lookUp = (table: 'connector_products' | 'products', condition: RawBuilder<unknown>, column: string, value: RawBuilder<unknown>) =>
  sql`select * from ${sql.table(table)} where ${condition} and ${sql.ref(column)} >= ${value} and ${sql.ref(column)} <= ${value}
    order by ${sql.ref(column)} offset 0`;

/** One that the connection lists. What else it has to be is looked at after it was found, for the same reason. */
const listingBy = (tenant: Tenant, connectionId: ImportJob['connectionId']) => storedBy(tenant, connectionId, sql`deleted_at is null`);

/** The same, or one that it listed: what was deleted keeps its units. */
const storedBy =
  (tenant: Tenant, connectionId: ImportJob['connectionId'], also = sql`true`) =>
  (column: ListingKey, value: RawBuilder<unknown>, condition: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`
    select id, connector_product_sku as sku, product_id, units_per_sale, deleted_at
    from (${lookUp('connector_products', sql`${inAccount(tenant)} and ${condition}`, column, value)}) same
    where connection_id = ${connectionId} and ${also} limit 1`;

const productBy =
  (tenant: Tenant) =>
  (column: 'sku' | 'sku_key', value: RawBuilder<unknown>, condition = sql`true`): RawBuilder<unknown> =>
    sql`select id, sku from (${lookUp('products', sql`${inAccount(tenant)} and ${condition}`, column, value)}) same limit 1`;

type ListingKey = 'connector_product_sku' | 'sku_key';

/**
 * Whether any SKU begins with a zero: where none does, none can have lost one. In the order of the index, since the planner would look
 * for the first of many among all that there is.
 */
const beginsWithZero = (tenant: Tenant, table: 'connector_products' | 'products') => sql`
  select t.sku_key < '1' collate "C" from ${sql.table(table)} t
  where ${inAccount(tenant, 't')} and t.sku_key >= '0' collate "C" order by t.sku_key collate "C" limit 1`;

/** Whether what `had` names is listed by now: there, and not deleted. */
export const isListed = sql`had.id is not null and had.deleted_at is null`;

/** Whether a listing, though it was deleted, would keep the units of a pack while it gets another product, or one again. */
export const keepsUnitsOfAnother = (listing: RawBuilder<unknown>, target: RawBuilder<unknown>) =>
  sql`(${listing}.units_per_sale > 1 and ${target} is not null and ${listing}.product_id is distinct from ${target})`;

/** What a link says, as one text. */
export const seenLink = (listing: string) =>
  sql`case when ${sql.ref(`${listing}.id`)} is not null then concat(${sql.ref(`${listing}.product_id`)}, ':',
    ${sql.ref(`${listing}.units_per_sale`)}) end`;

/** Whether a row of this relation leaves the units as they are: no cell, or an empty one. */
export const saysNoUnits = (columns: readonly string[], relation: string) =>
  columns.includes('units_per_sale') ? sql`(${sql.ref(`${relation}.units_per_sale`)} = '')` : sql`true`;

/** What an unlinked product says of units is of no consequence. */
function differs(columns: readonly string[], target: RawBuilder<unknown>): RawBuilder<unknown> {
  const units = columns.includes('units_per_sale')
    ? sql`(${target} is not null and r.units_per_sale <> nullif(i.units_per_sale, '')::int)`
    : sql`false`;
  return sql`(r.product_id is distinct from ${target} or ${units})`;
}

/** The same digits with the zeros that a spreadsheet may have dropped. */
const withZeros = (sku: RawBuilder<unknown>) => sql`
  select lpad(${sku}, length, '0') as zeros from generate_series(length(${sku}) + 1, 14) as length where ${sku} ~ '^[1-9][0-9]*$'`;

/** What the channel's products of these SKUs are linked to, as texts by column. */
export const currentLinks = (tenant: Tenant, keys: string[], { connectionId }: Pick<ImportJob, 'connectionId'>): RawBuilder<unknown> => sql`
  select key, json_build_object('channel_sku', cp.sku, 'product_sku', p.sku, 'units_per_sale', cp.units_per_sale::text,
    'channel', c.name) as was
  from unnest(${keys}::text[]) as key
  cross join lateral (${listingBy(tenant, connectionId)('connector_product_sku', sql`key`, sql`connection_id = ${connectionId}`)}) cp
  join connections c on ${inAccount(tenant, 'c')} and c.id = ${connectionId}
  left join products p on ${inAccount(tenant, 'p')} and p.id = cp.product_id`;
