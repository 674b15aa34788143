import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { idsOf } from '../../../platform/ids.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { writeEventOfEach } from '../../shared/webhooks/events/write.ts';
import type { Kind } from '../catalogue/kinds.ts';
import { queueStockOfSkus } from '../stock-out/queue.ts';
import { lockCount } from './lock-count.ts';

/**
 * Stores items, and sums up the stock of those that the last count has rows of, so that they need not wait for the next one. A count that
 * ends in the meantime waits, or is waited for: otherwise neither would see the other.
 */
export async function storeWithStock<T>(
  tenant: Tenant,
  connectionId: number,
  skus: readonly string[],
  store: () => Promise<T>,
): Promise<T> {
  const { begun_at } = await lockCount(tenant, connectionId);
  const stored = await store();
  if (begun_at === null || skus.length === 0) return stored;
  const products = await sumUp(tenant, 'products', connectionId, begun_at, skus);
  await sumUp(tenant, 'raw_materials', connectionId, begun_at, skus);
  await queueStockOfSkus(tenant, products);
  return stored;
}

/**
 * Locks the products that a count changes, in the order in which everybody locks products: those whose sums differ, and these ones.
 */
export async function lockToSumUp(tenant: Tenant, connectionId: number, alsoIds: readonly number[]): Promise<void> {
  await sql`
    with t as (
      select sku, ${unitsOf('on_hand')}::int as on_hand, ${unitsOf('on_hold')}::int as on_hold, ${unitsOf('available')}::int as available
      from stock_levels where ${inAccount(tenant)} and connection_id = ${connectionId} group by sku
    )
    select from products p left join t on t.sku = p.sku
    where ${inAccount(tenant, 'p')}
      and (p.id = any(${alsoIds}::bigint[]) or t.sku is not null and (p.stock_taken_at is null ${differs}))
    order by p.sku collate "C" for no key update of p`.execute(tenant.db);
}

/** Sums up the stock of each item where that differs, or of those among these SKUs that were never summed up. Returns their SKUs. */
export async function sumUp(tenant: Tenant, kind: Kind, connectionId: number, takenAt: Date, fresh?: readonly string[]): Promise<string[]> {
  const isFresh = fresh ? sql`sku = any(${fresh}::text[])` : sql`true`;
  const toPromise = kind === 'products' ? sql`, to_promise = greatest(d.available - p.quantity_promised, 0)` : sql``;
  const { rows } = await sql<Columns<'products', 'id' | 'sku'>>`
    with totals as materialized (
      select sku, ${unitsOf('on_hand')}::int as on_hand, ${unitsOf('on_hold')}::int as on_hold, ${unitsOf('available')}::int as available
      from stock_levels where ${inAccount(tenant)} and connection_id = ${connectionId} and ${isFresh} group by sku
    ),
    -- In one order everywhere, so that two writers do not wait for each other.
    differing as materialized (
      select p.id, t.on_hand, t.on_hold, t.available from ${sql.table(kind)} p join totals t on t.sku = p.sku
      where ${inAccount(tenant, 'p')} and (p.stock_taken_at is null ${fresh ? sql`` : differs})
      order by p.sku collate "C" for no key update of p
    ),
    summed as (
      update ${sql.table(kind)} p set quantity_on_hand = d.on_hand, quantity_on_hold = d.on_hold, quantity_available = d.available,
        stock_taken_at = ${takenAt}${toPromise}
      from differing d where ${inAccount(tenant, 'p')} and p.id = d.id
      returning p.id, p.sku
    )
    select id, sku from summed`.execute(tenant.db);
  if (kind === 'products') await writeEventOfEach(tenant, 'stock.changed', idsOf(rows));
  return rows.map(({ sku }) => sku);
}

/** As many as a whole number can say: one product of which there seem to be more does not keep the count of all others. */
const unitsOf = (figure: 'on_hand' | 'on_hold' | 'available'): RawBuilder<unknown> =>
  sql`greatest(least(sum(${sql.ref(figure)}), 2147483647), -2147483648)`;

const differs = sql`or (p.quantity_on_hand, p.quantity_on_hold, p.quantity_available) is distinct from (t.on_hand, t.on_hold, t.available)`;
