import { type RawBuilder, sql } from 'kysely';
import type { Tenant } from '../../../platform/tenant.ts';
import { isAssignedTo } from '../../shared/comments/assigned.ts';
import type { ItemQuery } from './contract.ts';
import type { Kind } from './kinds.ts';

export type ItemFilters = Pick<ItemQuery, 'category' | 'location' | 'stock' | 'linked' | 'warehouse' | 'assigned'>;

/** What the filters that are set demand of an item, in the words of the indexes that serve them. */
export function conditionsOf(tenant: Tenant, kind: Kind, filters: ItemFilters): RawBuilder<unknown>[] {
  const { category, location, stock, linked, warehouse, assigned } = filters;
  const conditions = [
    category === 'none' && sql`category_id is null`,
    typeof category === 'number' && sql`category_id = ${category}`,
    location && sql`warehouse_location = ${location}`,
    stock && isStock[stock],
    // A raw material is not sold.
    linked === 'yes' && (kind === 'products' ? sql`is_linked` : sql`false`),
    linked === 'no' && kind === 'products' && sql`not is_linked`,
    // Nobody looks after a raw material.
    assigned === 'me' && (kind === 'products' ? isAssignedTo(tenant, 'product', sql`id`) : sql`false`),
    warehouse === 'gone' && sql`gone_at is not null`,
    warehouse === 'unknown' && sql`named_at is null`,
  ];
  return conditions.filter((condition) => typeof condition === 'object');
}

const isStock = {
  low: sql`in_stock < reorder_point and stock_taken_at is not null`,
  out: sql`in_stock <= 0 and stock_taken_at is not null`,
};
