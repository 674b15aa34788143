import { sql } from 'kysely';
import type { WarehouseItem } from '../../../connectors/contract.ts';
import type { Columns } from '../../../platform/columns.ts';
import { idsOf } from '../../../platform/ids.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { differsFromFeed, setByFeed } from '../catalogue/values/own-values.ts';
import { recognisedUpc } from '../catalogue/values/upcs.ts';
import { type ChangedProduct, endLinksOfChangedProducts } from '../links/saving/end-links.ts';
import { linkSameSkus } from '../links/saving/same-skus.ts';
import { enqueuePurchaseCheck, purchaseOrdersWaitingForSkus } from '../purchase-flow/recheck.ts';
import { followWarehouse } from './gone-items.ts';

/**
 * Stores the warehouse's items as products, by SKU; what is a raw material here stays one. A field that a person or an import set
 * keeps its value, and the warehouse's is stored beside it. Links channel SKUs that equal a new product's SKU, where the connection
 * allows.
 */
export async function storeItems(
  tenant: Tenant,
  _connectionId: number,
  items: WarehouseItem[],
): Promise<{ done: number; skipped: number }> {
  // In one order everywhere, so that two statements that lock the same products do not wait for each other.
  const newest = [...new Map(items.map((item) => [item.sku, item])).values()].sort((a, b) => (a.sku < b.sku ? -1 : 1));
  const sent = sql`
    select sku, name, upc, description, "imageUrl" as image_url, "warehouseLocation" as warehouse_location,
      now() as named_at, now() as updated_at
    from json_to_recordset(${JSON.stringify(newest)}::json) as item (sku text, name text, upc text, description text, "imageUrl" text,
      "warehouseLocation" text)`;
  const { rows: materials } = await sql<Columns<'raw_materials', 'sku'>>`
    update raw_materials set ${setByFeed('raw_materials')} from (${sent}) as excluded
    where ${inAccount(tenant, 'raw_materials')} and raw_materials.sku = excluded.sku and (${differsFromFeed('raw_materials')})
    returning raw_materials.sku`.execute(tenant.db);
  const { rows } = await sql<Stored>`
    insert into products (account_id, sku, name, upc, description, image_url, warehouse_location, named_at, updated_at)
    -- What is a raw material here is no product.
    with fresh as materialized (select * from (${sent}) as sent where sku not in (select m.sku from raw_materials m
      where ${inAccount(tenant, 'm')} and m.sku = any(${newest.map(({ sku }) => sku)}::text[])))
    select ${tenant.accountId}, sku, name, upc, description, image_url, warehouse_location, named_at, updated_at from fresh
    on conflict (account_id, sku) do update set ${setByFeed('products')} where ${differsFromFeed('products')}
    returning id, sku, old.id is null as fresh, old.gone_at is not null as back, old.name as was_name, new.name as is_name,
      ${recognisedUpc('old')} as was_upc, ${recognisedUpc('new')} as is_upc`.execute(tenant.db);
  await endLinksOfChangedProducts(
    tenant,
    rows.filter(({ fresh }) => !fresh),
  );
  const fresh = rows.filter((row) => row.fresh).map(({ sku }) => sku);
  await linkSameSkus(tenant, fresh);
  await enqueuePurchaseCheck(tenant, await purchaseOrdersWaitingForSkus(tenant, fresh));
  await followWarehouse(tenant, idsOf(rows.filter(({ back }) => back)));
  const done = rows.length + materials.length;
  return { done, skipped: items.length - done };
}

type Stored = ChangedProduct & { fresh: boolean };
