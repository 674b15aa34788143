import { sql } from 'kysely';
import type { Columns } from '../../platform/columns.ts';
import type { Tenant } from '../../platform/tenant.ts';
import type { ShownPicture } from '../catalogue/contract.ts';
import { shownImage } from '../catalogue/queries.ts';
import { type LinkedItem, listLinkedItems } from './linked-items.ts';

/** `warehouse` is its name. */
type StockPlace = Columns<'stock_levels', 'location' | 'lot' | 'on_hand' | 'on_hold' | 'allocated'> & { warehouse: string };

export type ProductRecord = Columns<
  'products',
  | 'id'
  | 'sku'
  | 'name'
  | 'upc'
  | 'description'
  | 'warehouse_location'
  | 'quantity_on_hand'
  | 'quantity_on_hold'
  | 'quantity_available'
  | 'stock_taken_at'
  | 'updated_at'
> &
  ShownPicture & {
    stock: StockPlace[];
    /** The warehouse's name. */
    warehouse: Columns<'connections', 'slug' | 'name'> | null;
    linked: LinkedItem[];
    more_linked: number;
  };

/** A product with its stock by location and its channel items; undefined when the account has none of this id. */
export async function getProduct(tenant: Tenant, id: number): Promise<ProductRecord | undefined> {
  const { rows } = await sql<Omit<ProductRecord, 'linked' | 'more_linked'>>`
    select p.id, p.sku, p.name, p.upc, p.description, ${shownImage} as image_url, p.own_image_id is not null as has_own_image, p.warehouse_location,
      p.quantity_on_hand, p.quantity_on_hold, p.quantity_available, p.stock_taken_at, p.updated_at,
      coalesce((${stockOfProduct}), '[]') as stock,
      (select json_build_object('slug', c.slug, 'name', c.name) from connections c
        where c.account_id = p.account_id and 'warehouse' = any(c.capabilities) and c.disconnected_at is null order by c.id limit 1) as warehouse
    from products p where p.account_id = ${tenant.accountId} and p.id = ${id}`.execute(tenant.db);
  const [product] = rows;
  return product && { ...product, ...(await listLinkedItems(tenant, id)) };
}

/** Leaves out empty locations that the warehouse still lists. */
const stockOfProduct = sql`
  select json_agg(json_build_object('warehouse', coalesce(w.name, s.warehouse), 'location', s.location, 'lot', s.lot,
    'on_hand', s.on_hand, 'on_hold', s.on_hold, 'allocated', s.allocated) order by coalesce(w.name, s.warehouse), s.location, s.lot)
  from connections c
  join stock_levels s on s.account_id = c.account_id and s.connection_id = c.id and s.sku = p.sku
  left join warehouses w on w.account_id = s.account_id and w.connection_id = s.connection_id and w.code = s.warehouse
  where c.account_id = p.account_id and 'warehouse' = any(c.capabilities) and (s.on_hand, s.on_hold, s.allocated) <> (0, 0, 0)`;
