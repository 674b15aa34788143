import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { ImportJob } from '../../../shared/imports/entity.ts';
import { queueStockOfListings } from '../../stock-out/queue.ts';
import type { Stored } from '../listings/store.ts';

/** Notes what a listing report said of listings, beside what it linked. */
export async function noteListings(tenant: Tenant, importId: number, stored: readonly Stored[]): Promise<void> {
  if (stored.length === 0) return;
  const rows = stored.map(({ id, sku, was, now }) => ({ listing: true, id, sku, was, now }));
  await sql`insert into import_changes (account_id, import_id, is_new, rows) values (${tenant.accountId}, ${importId}, false, ${JSON.stringify(rows)})`.execute(
    tenant.db,
  );
}

/** Whether a chunk of changes is of what a report said, and not of links. */
export async function areOfListings(tenant: Tenant, changesId: number): Promise<boolean> {
  const { rows } = await sql<{ of_listings: boolean }>`
    select rows -> 0 -> 'listing' is not null as of_listings from import_changes where account_id = ${tenant.accountId} and id = ${changesId}`.execute(
    tenant.db,
  );
  return rows[0]?.of_listings ?? false;
}

/**
 * Gives listings the name, ids and picture back that they had before a report. What only the report listed is listed no more, unless it has a
 * link by now, or orders wait for one. What the channel has said since stays.
 */
export async function undoListings(tenant: Tenant, { connectionId }: ImportJob, changesId: number): Promise<void> {
  const { accountId } = tenant;
  const facts = sql`connector_product_id text, name text, upc text, image_url text, source_link text, is_alias boolean`;
  const { rows } = await sql<Columns<'connector_products', 'connector_product_sku'>>`
    with change as (
      select (each ->> 'id')::bigint as id, each ->> 'sku' as sku, each ->> 'was' is null as is_new, was.*, now.facts
      from import_changes c, json_array_elements(c.rows) as each,
        json_to_record(case when each ->> 'was' is null then '{}' else each -> 'was' end) as was (${facts}, deleted_at timestamptz),
        lateral (select row(now.*)::text as facts from json_to_record(each -> 'now') as now (${facts})) as now
      where c.account_id = ${accountId} and c.id = ${changesId}
    ),
    found as (
      select change.*, cp.product_id is not null or exists (select from issue_tallies t where t.account_id = cp.account_id and t.type = 'unmapped_sku'
          and t.connection_id = cp.connection_id and t.subject = cp.connector_product_sku and t.n > 0) as is_needed,
        row(cp.connector_product_id, cp.name, cp.upc, cp.image_url, cp.source_link, cp.is_alias)::text = change.facts as is_same
      from change join connector_products cp on cp.account_id = ${accountId} and cp.id = change.id
      order by change.sku collate "C" for update of cp
    )
    update connector_products cp set connector_product_id = found.connector_product_id, name = found.name, upc = found.upc, image_url = found.image_url,
      source_link = found.source_link, is_alias = coalesce(found.is_alias, false),
      deleted_at = case when found.is_needed then null when found.is_new then now() else found.deleted_at end
    from found where cp.account_id = ${accountId} and cp.id = found.id and found.is_same
    returning cp.connector_product_sku`.execute(tenant.db);
  // One that is no alias any more is told its stock again.
  await queueStockOfListings(
    tenant,
    connectionId ?? 0,
    rows.map(({ connector_product_sku }) => connector_product_sku),
  );
}
