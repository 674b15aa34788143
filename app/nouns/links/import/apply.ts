import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { packedAs } from '../../../base/changes/packed.ts';
import type { AppliedRows, ImportJob } from '../../../shared/imports/entity.ts';
import { mappingNouns } from '../../order-flow/release/delay.ts';
import { isListed } from './judge.ts';
import { type LeftOutLink, leftOutLink, whyLeftOut } from './left-out.ts';

/**
 * Links what the rows say, and unlinks where they say nothing; a SKU that the channel has not named yet is listed with its link. A
 * product that was deleted since the check leaves its row out, and so does a SKU that was to be added and that a person linked since,
 * a link that has become another since, or a pack of another product. A SKU that comes in beside this without a link gets its own. Returns
 * how many links changed, and what was left out.
 */
export async function applyLinks(tenant: Tenant, job: ImportJob, given: RawBuilder<unknown>): Promise<AppliedRows> {
  const { accountId, userId } = tenant;
  const noun = mappingNouns.product;
  const { group, connectionId } = job;
  const { rows } = await sql<{ count: number; left_out: LeftOutLink[] | null }>`
    with typed as materialized (${typedLinks(tenant, job, given)}),
    changed as (
      update connector_products cp set product_id = typed.product_id, units_per_sale = typed.units, linked_by = ${userId},
        linked_at = (select case when typed.product_id is not null then now() end)
      from typed where ${inAccount(tenant, 'cp')} and cp.id = typed.id and typed.why is null
        and (cp.product_id, cp.units_per_sale) is distinct from (typed.product_id, typed.units)
      returning cp.id, cp.connector_product_sku as sku, old.product_id as was_product_id, old.units_per_sale as was_units, old.linked_by,
        old.linked_at, new.product_id, new.units_per_sale as units
    ),
    created as (
      insert into connector_products as listing (account_id, connection_id, connector_product_sku, product_id, units_per_sale, linked_by,
        linked_at, is_alias)
      select ${accountId}::bigint, ${connectionId}::bigint, sku, product_id, units, ${userId}::bigint, now(), is_alias from typed
        where id is null and product_id is not null and why is null
      on conflict (account_id, connection_id, connector_product_sku) do update
        set product_id = excluded.product_id, units_per_sale = excluded.units_per_sale, linked_by = excluded.linked_by,
          linked_at = excluded.linked_at, deleted_at = null,
          is_alias = listing.is_alias or excluded.is_alias
        where listing.deleted_at is not null or (listing.product_id is null and listing.linked_by is null)
      returning listing.id, listing.connector_product_sku as sku, listing.product_id, listing.units_per_sale as units,
        old.units_per_sale as was_units, old.linked_by, old.deleted_at
    ),
    stored as (
      insert into changes (account_id, group_id, user_id, noun, form, packed)
      ${packedAs(tenant, { group, noun, form: 'changed' }, sql`json_agg(${change})`, sql`changed`)}
      union all ${packedAs(tenant, { group, noun, form: 'created' }, sql`json_agg(${creation})`, sql`created`)} returning 1
    )
    select ((select count(*) from changed) + (select count(*) from created))::int as count,
      (select json_agg(json_build_object('id', id, 'sku', sku, 'why', coalesce(why, 'changed'), 'product', product, 'units', had_units))
        from typed where why is not null or (id is null and product_id is not null
          and not exists (select from created where created.sku = typed.sku))) as left_out`.execute(tenant.db);
  return { applied: rows[0]?.count ?? 0, leftOut: (rows[0]?.left_out ?? []).map(leftOutLink) };
}

const now = sql`json_build_object('product_id', product_id, 'units', units)`;
const change = sql`json_build_object('id', id, 'sku', sku, 'was', json_build_object('product_id', was_product_id, 'units', was_units,
  'linked_by', linked_by, 'linked_at', linked_at), 'now', ${now})`;
const creation = sql`json_build_object('id', id, 'sku', sku, 'was', json_build_object('product_id', null,
  'units', coalesce(was_units, 1), 'linked_by', linked_by, 'deleted_at', deleted_at), 'now', ${now})`;

/**
 * Each row as `id` of the channel's product (null when it is not listed), `sku`, the product and units that it is to have, whether a new
 * one is an alias, and why it is left out. They are locked in their order: a link that a person is making now is waited for, and counts.
 * What is deleted is dropped after it was found: of a channel whose products came in this
 * transaction the planner knows nothing, and would look for each SKU among all that are not deleted.
 */
function typedLinks(tenant: Tenant, { columns, connectionId }: ImportJob, given: RawBuilder<unknown>): RawBuilder<unknown> {
  const setsProduct = columns.includes('product_sku');
  const product = setsProduct ? sql`p.id` : sql`cp.product_id`;
  const units = columns.includes('units_per_sale')
    ? sql`coalesce(case when ${product} is not null then nullif(g.units_per_sale, '')::int end, cp.units_per_sale, 1)`
    : sql`coalesce(cp.units_per_sale, 1)`;
  const otherLink = sql`(cp.product_id, cp.units_per_sale) is distinct from (${product}, ${units})`;
  const isAlias = columns.includes('alias') ? sql`coalesce(g.alias = 'yes', false)` : sql`false`;
  return sql`
    select cp.id, g.channel_sku as sku, ${product} as product_id, ${units} as units, ${isAlias} as is_alias,
      ${whyLeftOut(columns, otherLink)} as why, ${setsProduct ? sql`g.product_sku` : sql`''`} as product, had.units_per_sale as had_units
    from (select g.* from (${given}) g order by g.channel_sku collate "C" offset 0) g
    left join lateral (
      select * from connector_products where ${inAccount(tenant)} and connection_id = ${connectionId}
        and connector_product_sku = g.channel_sku offset 0 for no key update) had on true
    left join lateral (select had.* where ${isListed}) cp on true
    ${setsProduct ? sql`left join products p on ${inAccount(tenant, 'p')} and p.sku = g.product_sku` : sql``}
    order by g.channel_sku collate "C"`;
}
