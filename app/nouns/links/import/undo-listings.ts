import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { type Pack, recordPacked, unpacked } from '../../../base/changes/packed.ts';
import type { ImportJob } from '../../../shared/imports/entity.ts';
import { mappingNouns } from '../../order-flow/release/delay.ts';
import { queueListingsAnew } from '../../stock-out/queue.ts';
import type { Stored } from '../listings/store.ts';

/** Records what a listing report said of listings, beside what it linked. */
export const recordListings = (tenant: Tenant, group: number, stored: readonly Stored[]): Promise<void> =>
  recordPacked(
    tenant,
    { group, noun: mappingNouns.product, form: 'listings' },
    stored.map(({ id, sku, was, now }) => ({ id, sku, was, now })),
  );

/**
 * Gives listings the name, ids and picture back that they had before a report. What only the report listed is no longer listed, unless it
 * has a link by now, or orders wait for one. What the channel has said since stays.
 */
export async function undoListings(tenant: Tenant, { connectionId }: ImportJob, pack: Pack): Promise<void> {
  const { rows } = await sql<Columns<'connector_products', 'connector_product_sku'>>`
    with change as materialized (
      select (each ->> 'id')::bigint as id, each ->> 'sku' as sku, each ->> 'was' is null as is_new, was.*, now.facts
      from (${unpacked(tenant, pack)}) as c,
        json_to_record(case when each ->> 'was' is null then '{}' else each -> 'was' end) as was (
          connector_product_id text, name text, upc text, image_url text, source_link text, is_alias boolean, deleted_at timestamptz),
        lateral (select row(now.*)::text as facts from json_to_record(each -> 'now') as now (
          connector_product_id text, name text, upc text, image_url text, source_link text, is_alias boolean)) as now
    ),
    listing as (
      select change.*, cp.product_id is not null or exists (select from issue_tallies t where ${inAccount(tenant, 't')}
        and t.type = 'unmapped_sku'
          and t.connection_id = cp.connection_id and t.subject = cp.connector_product_sku and t.n > 0) as is_needed,
        row(cp.connector_product_id, cp.name, cp.upc, cp.image_url, cp.source_link, cp.is_alias)::text = change.facts as is_same
      from change join connector_products cp on ${inAccount(tenant, 'cp')} and cp.id = change.id
      order by change.sku collate "C" for update of cp
    )
    update connector_products cp set connector_product_id = listing.connector_product_id, name = listing.name, upc = listing.upc,
      image_url = listing.image_url,
      source_link = listing.source_link, is_alias = coalesce(listing.is_alias, false),
      deleted_at = (select case when listing.is_needed then null when listing.is_new then now() else listing.deleted_at end)
    from listing where ${inAccount(tenant, 'cp')} and cp.id = listing.id and listing.is_same
    returning cp.connector_product_sku`.execute(tenant.db);
  // One that is no longer an alias is told its stock again.
  await queueListingsAnew(
    tenant,
    connectionId ?? 0,
    rows.map(({ connector_product_sku }) => connector_product_sku),
  );
}
