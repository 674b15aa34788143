import { type RawBuilder, sql } from 'kysely';
import type { Tenant } from '../../../platform/tenant.ts';
import type { CheckedType } from './issue.ts';
import type { Check } from './issue-type.ts';
import { findUnreadable } from './types/connections.checks.ts';
import { findGoneProducts } from './types/items.checks.ts';
import { findUnmappedLocations, findUnmappedShipping, findUnmappedSkus } from './types/mapping.checks.ts';
import { findImportedTwice, findIncompleteAddresses, findSharedGoods, findTwinsNotSent } from './types/orders.checks.ts';

/** Of every type that is checked: without its line here a new one does not compile. */
const checks: Record<CheckedType, Check> = {
  unmapped_sku: findUnmappedSkus,
  product_gone: findGoneProducts,
  unmapped_shipping: findUnmappedShipping,
  unmapped_location: findUnmappedLocations,
  address_incomplete: findIncompleteAddresses,
  unreadable: findUnreadable,
  shared_goods: findSharedGoods,
  imported_twice: findImportedTwice,
  twin_not_sent: findTwinsNotSent,
};

export const checkedTypes = Object.keys(checks) as CheckedType[];

/** The issues that these orders should have open, of all types that are checked, as one query. */
export function findIssues(tenant: Tenant, orders: RawBuilder<unknown>): RawBuilder<unknown> {
  const found = Object.entries(checks).map(
    ([type, check]) => sql`
    select ${sql.lit(type)} as type, order_id, connection_id, subject, field, line_id, sentence from (${check(tenant, orders)}) as found`,
  );
  return sql.join(found, sql` union all `);
}
