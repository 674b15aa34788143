import { type RawBuilder, sql } from 'kysely';
import type { Tenant } from '../../../platform/tenant.ts';
import { recordTypeOf } from '../../base/nouns.ts';
import { isAssignedTo } from '../../shared/comments/assigned.ts';
import { filteredByTag, hasTag } from '../../shared/tags/filter.ts';
import type { ItemQuery } from './contract.ts';
import type { Kind } from './kinds.ts';

export type ItemFilters = Pick<ItemQuery, 'category' | 'location' | 'stock' | 'linked' | 'warehouse' | 'assigned' | 'tag'>;

/** What the filters that are set demand of an item. */
export const conditionsOf = (tenant: Tenant, kind: Kind, filters: ItemFilters): RawBuilder<unknown>[] => [
  ...indexedConditions(tenant, kind, filters),
  ...(filters.tag ? [hasTag(tenant, recordTypeOf(kind), idOf(kind), filters.tag)] : []),
];

const idOf = (kind: Kind) => sql.ref(`${kind}.id`);

/** How a list is filtered by tag. */
export const byTagOf = (tenant: Tenant, kind: Kind, { tag }: ItemFilters) => filteredByTag(tenant, recordTypeOf(kind), idOf(kind), tag);

/** The same without tags, in the words of the indexes that serve them. */
export function indexedConditions(tenant: Tenant, kind: Kind, filters: ItemFilters): RawBuilder<unknown>[] {
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

/** Of what the warehouse has counted: the words of the indexes of these filters. */
export const isStock = {
  low: sql`in_stock < reorder_point and stock_taken_at is not null`,
  out: sql`in_stock <= 0 and stock_taken_at is not null`,
};
