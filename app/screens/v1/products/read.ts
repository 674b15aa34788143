import { sql } from 'kysely';
import { z } from 'zod';
import { instant } from '../../../../platform/endpoint.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { shownImage } from '../../../nouns/catalogue/queries.ts';
import { tagsOf } from '../../../shared/tags/tags.ts';
import { inOrderOf } from '../page.ts';

const nullable = z.string().nullable();

export const product = z.object({
  id: z.number(),
  sku: z.string(),
  name: z.string(),
  upc: nullable,
  description: nullable,
  category: nullable,
  unit: nullable,
  weight: nullable.meta({ description: 'In the unit that your catalogue uses' }),
  reorder_point: z.number().nullable(),
  warehouse_location: nullable,
  image: nullable.meta({ description: 'A web address, or the name of a picture that is kept here' }),
  linked: z.boolean().meta({ description: 'Whether a channel sells it' }),
  gone_at: instant.nullable().meta({ description: 'Since when the warehouse no longer names it' }),
  tags: z.array(z.string()),
  created_at: instant,
  updated_at: instant,
});
export type Product = z.output<typeof product>;

export async function readProducts(tenant: Tenant, ids: number[]): Promise<Product[]> {
  const [{ rows }, tags] = await Promise.all([
    sql<Omit<Product, 'tags'>>`
      select id, sku, name, upc, description, (select c.name from categories c where ${inAccount(tenant, 'c')} and c.id = category_id)
        as category, unit, weight::text as weight, reorder_point, warehouse_location, ${shownImage} as image, is_linked as linked,
        gone_at, created_at, updated_at
      from products where ${inAccount(tenant)} and id = any(${ids}::bigint[])`.execute(tenant.db),
    tagsOf(tenant, 'product', ids),
  ]);
  return inOrderOf(
    ids,
    rows.map((each) => ({ ...each, tags: (tags.get(each.id) ?? []).map(({ name }) => name) })),
  );
}

/** What is known of a product's stock. Null figures: the warehouse has not counted it yet. */
export const stock = z.object({
  id: z.number().meta({ description: 'The id of the product' }),
  sku: z.string(),
  on_hand: z.number().nullable(),
  on_hold: z.number().nullable(),
  available: z.number().nullable().meta({ description: 'What the warehouse has not given to orders' }),
  promised: z.number().meta({ description: 'What orders here are promised' }),
  counted_at: instant.nullable().meta({ description: 'When the warehouse last counted it, whether or not that changed a figure' }),
});
export type Stock = z.output<typeof stock>;

/** When a warehouse was last counted as a whole: products whose figures stayed the same keep the time of their last change. */
const lastCount = (tenant: Tenant) => sql`select max(s.ended_at) from stock_counts s
  join connections c on ${inAccount(tenant, 'c')} and c.id = s.connection_id and c.disconnected_at is null
  where ${inAccount(tenant, 's')}`;

export async function readStock(tenant: Tenant, ids: number[]): Promise<Stock[]> {
  const figure = (column: 'quantity_on_hand' | 'quantity_on_hold' | 'quantity_available') =>
    sql`case when stock_taken_at is not null then ${sql.ref(column)} end`;
  const { rows } = await sql<Stock>`
    select id, sku, ${figure('quantity_on_hand')} as on_hand, ${figure('quantity_on_hold')} as on_hold,
      ${figure('quantity_available')} as available, quantity_promised as promised,
      case when stock_taken_at is not null then greatest(stock_taken_at, (${lastCount(tenant)})) end as counted_at
    from products where ${inAccount(tenant)} and id = any(${ids}::bigint[])`.execute(tenant.db);
  return inOrderOf(ids, rows);
}
