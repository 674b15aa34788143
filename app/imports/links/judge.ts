import { type RawBuilder, sql } from 'kysely';
import type { Tenant } from '../../../platform/tenant.ts';
import type { ImportJob } from '../entity.ts';

/**
 * What becomes of each row. A SKU that is there in other letters, or with zeros before it, is taken for a mistake: of the channel's
 * SKUs and of the warehouse's. A row without a product unlinks what is listed.
 */
export function judgeLinks({ accountId }: Tenant, { columns, connectionId }: ImportJob): RawBuilder<unknown> {
  const setsProduct = columns.includes('product_sku');
  const product = setsProduct ? sql`i.product_sku` : sql`''`;
  const target = setsProduct ? sql`p.id` : sql`r.product_id`;
  const listings = sql`connector_products cp where cp.account_id = ${accountId} and cp.connection_id = ${connectionId} and cp.deleted_at is null`;
  return sql`
    select i.n,
      case when i.is_wrong or wrong.column_name is not null then 'w' when r.id is null then 'c' when ${differs(columns, target)} then 'u' else 's' end as code,
      wrong.column_name, case when wrong.column_name is not null then wrong.problem end as problem, wrong.expected
    from input i
    left join lateral (select cp.id, cp.product_id, cp.units_per_sale from ${listings} and cp.connector_product_sku = i.channel_sku) r on true
    left join lateral (
      select cp.connector_product_sku as sku, cp.sku_key = lower(i.channel_sku) collate "C" as by_case from ${listings} and r.id is null and not i.is_wrong
        and (cp.sku_key = lower(i.channel_sku) collate "C" or cp.connector_product_sku = any(${withZeros('channel_sku')})) limit 1) listed on true
    left join lateral (select p.id from products p where p.account_id = ${accountId} and p.sku = ${product}) p on true
    left join lateral (
      select p.sku from products p where ${product} <> '' and not i.is_wrong and p.account_id = ${accountId}
        and (p.sku_key = lower(${product}) collate "C" or p.sku = any(${setsProduct ? withZeros('product_sku') : sql`'{}'`})) limit 1) near on p.id is null
    cross join lateral (select
      case when i.is_wrong then null when listed.sku is not null then 'channel_sku' when ${product} <> '' and p.id is null or r.id is null and p.id is null then 'product_sku' end as column_name,
      case when listed.by_case then 'differs only by case from the SKU that the channel has' when listed.sku is not null then 'has lost zeros that the channel’s SKU has'
        when ${product} = '' then 'is missing: the channel has not named this SKU yet' when near.sku is not null then 'differs from the SKU that there is' else 'is not a product' end as problem,
      coalesce(listed.sku, near.sku, 'the SKU of a product') as expected) wrong`;
}

/** What an unlinked product says of units is of no consequence. */
function differs(columns: readonly string[], target: RawBuilder<unknown>): RawBuilder<unknown> {
  const units = columns.includes('units_per_sale')
    ? sql`(${target} is not null and r.units_per_sale <> nullif(i.units_per_sale, '')::int)`
    : sql`false`;
  return sql`(r.product_id is distinct from ${target} or ${units})`;
}

/** The same digits with the zeros that a spreadsheet may have dropped. */
const withZeros = (column: string) => sql`array(
  select lpad(${sql.ref(`i.${column}`)}, length, '0') from generate_series(length(${sql.ref(`i.${column}`)}) + 1, 14) as length where ${sql.ref(`i.${column}`)} ~ '^[1-9][0-9]*$')`;

/** What the channel's products of these SKUs are linked to, as texts by column. */
export const currentLinks = (
  { accountId }: Tenant,
  keys: string[],
  { connectionId }: Pick<ImportJob, 'connectionId'>,
): RawBuilder<unknown> => sql`
  select cp.connector_product_sku as key, json_build_object('channel_sku', cp.connector_product_sku, 'product_sku', p.sku, 'units_per_sale', cp.units_per_sale::text, 'channel', c.name) as was
  from connector_products cp join connections c on c.account_id = cp.account_id and c.id = cp.connection_id
  left join products p on p.account_id = cp.account_id and p.id = cp.product_id
  where cp.account_id = ${accountId} and cp.connection_id = ${connectionId} and cp.deleted_at is null and cp.connector_product_sku = any(${keys}::text[])`;
