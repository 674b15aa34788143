import { sql } from 'kysely';
import type { Columns } from '../../platform/columns.ts';
import type { Tenant } from '../../platform/tenant.ts';
import type { ShownPicture } from '../catalogue/contract.ts';
import { shownImage } from '../catalogue/queries.ts';

export type RawMaterial = Columns<
  'raw_materials',
  | 'id'
  | 'sku'
  | 'name'
  | 'upc'
  | 'description'
  | 'category'
  | 'unit'
  | 'warehouse_location'
  | 'reorder_point'
  | 'quantity_on_hand'
  | 'quantity_on_hold'
  | 'quantity_available'
  | 'updated_at'
> &
  ShownPicture & {
    /** A decimal without trailing zeros. */
    weight: string | null;
  };

/** A raw material; undefined when the account has none of this id. */
export async function getRawMaterial(tenant: Tenant, id: number): Promise<RawMaterial | undefined> {
  const { rows } = await sql<RawMaterial>`
    select id, sku, name, upc, description, category, ${shownImage} as image_url, own_image_id is not null as has_own_image, unit,
      trim_scale(weight)::text as weight, warehouse_location, reorder_point, quantity_on_hand, quantity_on_hold, quantity_available, updated_at
    from raw_materials where account_id = ${tenant.accountId} and id = ${id}`.execute(tenant.db);
  return rows[0];
}
