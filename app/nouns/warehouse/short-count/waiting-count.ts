import { sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { existing, refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { SentenceOfType } from '../../../shared/issues/issue.ts';
import { seenOf } from '../../../shared/issues/seen.ts';
import { isAhead } from '../lock-count.ts';
import { hadAndCounted } from '../shortage.ts';
import { mostNamed, type WaitingCount } from './contract.ts';

export type ShortCount = { sentence: SentenceOfType<'short_count'>; seen: string };

/** The open issue of a count that is too short to be used. @throws Refusal 404 */
export async function openIssueOf(tenant: Tenant, connectionId: number): Promise<ShortCount> {
  const { rows } = await sql<ShortCount>`
    select sentence, ${seenOf('issues')} as seen from issues
    where ${inAccount(tenant)} and connection_id = ${connectionId} and type = 'short_count' and closed_at is null`.execute(tenant.db);
  return existing(rows[0], noneWaits);
}

export const noneWaits = () => refuse(404, 'not_found', 'No count of this warehouse waits for a decision.');

/** Pages of the next count take the places of its rows. @throws Refusal 409 */
export async function requireWhole(tenant: Tenant, connectionId: number, takenAt: Date): Promise<void> {
  const { rows } = await sql`
    select from counted_rows where ${inAccount(tenant)} and connection_id = ${connectionId} and begun_at > ${takenAt}
      and not ${isAhead('begun_at')} limit 1`.execute(tenant.db);
  if (rows.length > 0) throw refuse(409, 'under_way', 'A new count is being read at this moment. Look in a minute what that one names.');
}

/**
 * The same, and keeps it so until the transaction ends: pages that come now wait. Without it, what they take in that moment would be named
 * by no count, and none of it lie there.
 */
export async function lockWhole(tenant: Tenant, connectionId: number, takenAt: Date): Promise<void> {
  await sql`select from counted_rows where ${inAccount(tenant)} and connection_id = ${connectionId} and begun_at = ${takenAt}
    order by sku, warehouse, location, lot for update`.execute(tenant.db);
  await requireWhole(tenant, connectionId, takenAt);
}

type LeftOut = Columns<'stock_levels', 'sku'> &
  Columns<'products', 'name'> & { product_id: Column<'products', 'id'> | null; units: number; count: number };

/**
 * What a count that waits leaves out: products that lie in a building where it names none of them, and not as many elsewhere. They have
 * none there once it is used. @throws Refusal 404, 409
 */
export async function readWaitingCount(tenant: Tenant, connectionId: number): Promise<WaitingCount> {
  const { seen } = await openIssueOf(tenant, connectionId);
  const counts = await sql<Columns<'stock_counts', 'short_begun_at'>>`
    select short_begun_at from stock_counts where ${inAccount(tenant)} and connection_id = ${connectionId}`.execute(tenant.db);
  const takenAt = existing(counts.rows[0]?.short_begun_at ?? undefined, noneWaits);
  await requireWhole(tenant, connectionId, takenAt);
  const { rows } = await sql<LeftOut>`
    with ${hadAndCounted(tenant, connectionId, takenAt)},
    left_out as (
      select h.sku, sum(h.units) as units from had h
      where not exists (select from counted c where (c.sku, c.warehouse) = (h.sku, h.warehouse))
        and coalesce((select sum(units) from counted c where c.sku = h.sku), 0) < (select sum(units) from had a where a.sku = h.sku)
      group by 1
    )
    select p.id as product_id, l.sku, coalesce(p.name, '') as name, l.units::int as units, count(*) over ()::int as count
    from left_out l left join products p on ${inAccount(tenant, 'p')} and p.sku = l.sku
    order by l.units desc, l.sku limit ${mostNamed}`.execute(tenant.db);
  return { seen, count: rows[0]?.count ?? 0, products: rows.map(({ count: _, ...row }) => row) };
}
