import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { LinkDoubt } from '../../../shared/issues/types/mapping.ts';
import { article, recognisedUpc, upcsAgree, upcsDiffer } from '../../catalogue/values/upcs.ts';
import { followLinksThere } from '../../mappings/saves/sent.ts';
import { relink } from '../../order-flow/checking/relink.ts';
import { followEndedLinks } from '../../purchase-flow/checking/follow-mapping.ts';

/*
 * A link stands on what both sides call by their SKUs. When one of them gives its SKU to another article, the link ends, and the orders
 * that go by it wait for a person: the goods that would leave are not those that were bought. Each that the warehouse has gets an issue.
 */

type Text = string | null;

/** A product that the warehouse's feed changed. `back`: the warehouse had not named it for a while. */
export type ChangedProduct = Columns<'products', 'id' | 'sku'> & {
  back: boolean;
  was_name: Text;
  is_name: Text;
  was_upc: Text;
  is_upc: Text;
};

/**
 * Ends the links to products that are another article by now: their UPC changed and disagrees with the channel's, it moved to another
 * product, or the warehouse gave the SKU up and names it again under another name.
 */
export async function endLinksOfChangedProducts(tenant: Tenant, products: readonly ChangedProduct[]): Promise<void> {
  const changed = products.filter(({ back, was_upc, is_upc }) => back || was_upc !== is_upc);
  if (changed.length === 0) return;
  const moved = sql`(${upcsAgree(sql`cp.upc`, sql`c.was_upc`)} and ${article(sql`c.is_upc`)} is null
    and exists (select from products other where ${inAccount(tenant, 'other')} and other.upc = cp.upc collate "C" and other.id <> c.id))`;
  const byUpc = sql`((${upcsDiffer(sql`cp.upc`, sql`c.is_upc`)} and not ${upcsDiffer(sql`cp.upc`, sql`c.was_upc`)}) or ${moved})`;
  const reused = sql`(c.back and ${namesDiffer(sql`c.was_name`, sql`c.is_name`)} and not ${upcsAgree(sql`c.was_upc`, sql`c.is_upc`)})`;
  const from = sql`json_to_recordset(${JSON.stringify(changed)}::json)
    as c (id bigint, sku text, back boolean, was_name text, is_name text, was_upc text, is_upc text)`;
  await endLinks(tenant, 'warehouse', { from, of: sql`cp.product_id = c.id`, product: sql`c.sku`, byUpc, reused });
}

/** What a channel says of a SKU that it listed before: of `old` and `new` of the statement that stores it. */
export const whatChanged = sql`old.product_id as was_linked, old.name as was_name, new.name as is_name, old.upc as was_upc,
  new.upc as is_upc, old.listed_id <> new.listed_id as is_other`;

/** A channel's product that it lists differently. `is_other`: the channel gives it another id than before. */
export type ChangedListing = {
  id: number;
  was_linked: number | null;
  was_name: Text;
  is_name: Text;
  was_upc: Text;
  is_upc: Text;
  is_other: boolean | null;
};

/** Ends the links of SKUs that the channel uses for another article: its UPC changed and disagrees with the product's, or id and name. */
export async function endLinksOfChangedListings(tenant: Tenant, connectionId: number, listings: readonly ChangedListing[]): Promise<void> {
  const changed = listings.filter(({ was_linked, is_other, was_upc, is_upc }) => was_linked !== null && (is_other || was_upc !== is_upc));
  if (changed.length === 0) return;
  const ours = recognisedUpc('p');
  const byUpc = sql`(${upcsDiffer(sql`c.is_upc`, ours)} and not ${upcsDiffer(sql`c.was_upc`, ours)})`;
  const reused = sql`(c.is_other and ${namesDiffer(sql`c.was_name`, sql`c.is_name`)} and not ${upcsAgree(sql`c.is_upc`, ours)})`;
  const rows = changed.map(({ id, was_name, is_name, was_upc, is_upc, is_other }) => ({
    id,
    was_name,
    is_name,
    was_upc,
    is_upc,
    is_other,
  }));
  const from = sql`json_to_recordset(${JSON.stringify(rows)}::json)
    as c (id bigint, was_name text, is_name text, was_upc text, is_upc text, is_other boolean)`;
  const of = sql`cp.id = c.id and cp.connection_id = ${connectionId}`;
  await endLinks(tenant, 'channel', { from, of, product: sql`p.sku`, byUpc, reused });
}

/** Ends the links of SKUs of which the channel has another listing besides, whose UPC is new and disagrees with the product's. */
export async function endLinksOfOtherListings(
  tenant: Tenant,
  connectionId: number,
  others: readonly { sku: string; was_upc: Text; is_upc: Text }[],
): Promise<void> {
  const changed = others.filter(({ was_upc, is_upc }) => was_upc !== is_upc);
  if (changed.length === 0) return;
  const ours = recognisedUpc('p');
  const byUpc = sql`(${upcsDiffer(sql`c.is_upc`, ours)} and not ${upcsDiffer(sql`c.was_upc`, ours)})`;
  const from = sql`json_to_recordset(${JSON.stringify(changed)}::json)
    as c (sku text, was_name text, is_name text, was_upc text, is_upc text)`;
  const of = sql`cp.connector_product_sku = c.sku and cp.connection_id = ${connectionId}`;
  await endLinks(tenant, 'channel', { from, of, product: sql`p.sku`, byUpc, reused: sql`false` });
}

const namesDiffer = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) =>
  sql`lower(btrim(coalesce(${one}, ''))) <> lower(btrim(coalesce(${other}, '')))`;

/** Rows `c` of `from` belong to the links `cp` by `of`; `byUpc` and `reused` say which of them end. */
type Ending = Record<'from' | 'of' | 'product' | 'byUpc' | 'reused', RawBuilder<unknown>>;

async function endLinks(tenant: Tenant, side: LinkDoubt['side'], { from, of, product, byUpc, reused }: Ending): Promise<void> {
  const { rows } = await sql<Columns<'connector_products', 'connection_id' | 'connector_product_sku'>>`
    update connector_products cp set product_id = null, linked_by = null, linked_at = null, doubt = (select jsonb_build_object('side',
      ${side}::text, 'product', ${product},
      'kind', case when ${byUpc} then 'upc' else 'reused' end,
      'was', coalesce(case when ${byUpc} then c.was_upc else c.was_name end, 'none'), 'is', coalesce(case when ${byUpc} then c.is_upc
        else c.is_name end, 'none')))
    from ${from}, products p
    where ${inAccount(tenant, 'cp')} and ${of} and ${inAccount(tenant, 'p')} and p.id = cp.product_id and (${byUpc} or ${reused})
    returning cp.connection_id, cp.connector_product_sku`.execute(tenant.db);
  for (const [connectionId, those] of Map.groupBy(rows, (row) => row.connection_id)) {
    const skus = those.map(({ connector_product_sku: sku }) => sku);
    await relink(tenant, { connectionId, skus });
    await followEndedLinks(tenant, connectionId, skus);
    await followLinksThere(tenant, connectionId, skus);
  }
}
