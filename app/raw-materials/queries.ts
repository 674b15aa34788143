import { sql } from 'kysely';
import type { Tenant } from '../../platform/tenant.ts';
import { shownImage } from '../catalogue/queries.ts';

export type RawMaterial = {
  id: number;
  sku: string;
  name: string;
  upc: string | null;
  description: string | null;
  category: string | null;
  image_url: string | null;
  has_own_image: boolean;
  unit: string | null;
  /** A decimal without trailing zeros. */
  weight: string | null;
  warehouse_location: string | null;
  reorder_point: number | null;
  quantity_on_hand: number;
  quantity_on_hold: number;
  quantity_available: number;
  updated_at: Date;
};

/** A raw material; undefined when the account has none of this id. */
export async function getRawMaterial(tenant: Tenant, id: number): Promise<RawMaterial | undefined> {
  const { rows } = await sql<RawMaterial>`
    select id, sku, name, upc, description, category, ${shownImage} as image_url, own_image_id is not null as has_own_image, unit,
      trim_scale(weight)::text as weight, warehouse_location, reorder_point, quantity_on_hand, quantity_on_hold, quantity_available, updated_at
    from raw_materials where account_id = ${tenant.accountId} and id = ${id}`.execute(tenant.db);
  return rows[0];
}
