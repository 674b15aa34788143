import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { refuse } from '../../../platform/http/refusal.ts';
import { inAccount, type OfAccount } from '../../../platform/in-account.ts';
import { readPrepared } from '../../../platform/prepared.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { wordReason } from '../../base/reasons.ts';
import type { StockPush, StockSettings } from './contract.ts';
import { buildingOf } from './quantities.ts';

const off: StockSettings = { mode: 'off', location_id: null, location_name: null, buffer: 0 };

/** How a channel is told of stock. */
export async function readStockSettings(tenant: Tenant, connectionId: number): Promise<StockSettings> {
  const { rows } = await sql<StockSettings>`
    select mode, location_id, location_name, buffer from stock_settings where ${inAccount(tenant)}
      and connection_id = ${connectionId}`.execute(tenant.db);
  return rows[0] ?? off;
}

/** The name of the building whose stock a connection is told; null where it is told that of all of them. */
export async function readBuilding(tenant: Tenant, connectionId: number): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(w.name, building.code) as name from (${buildingOf(tenant, connectionId)}) as building
    left join warehouses w on ${inAccount(tenant, 'w')} and w.code = building.code limit 1`.execute(tenant.db);
  return rows[0]?.name ?? null;
}

/** What its channel was sent last of a listing, and goes on to sell once it is not linked; null where it is sent no stock. */
export const sentLast = (tenant: OfAccount, listing: string): RawBuilder<number | null> => sql`case when exists (
  select from stock_settings told where ${inAccount(tenant, 'told')} and told.connection_id = ${sql.ref(`${listing}.connection_id`)}
    and told.mode = 'on') then ${sql.ref(`${listing}.stock_sent`)} end`;

/** How many linked aliases a connection has: a channel is told nothing of these. */
export async function countAliases(tenant: Tenant, connectionId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from connector_products
    where ${inAccount(tenant)} and connection_id = ${connectionId} and is_alias and product_id is not null`.execute(tenant.db);
  return rows[0]?.n ?? 0;
}

const mostShown = 20;

/** What channels were told of one product's stock. @throws Refusal 404 */
export async function listPushesOf(tenant: Tenant, productId: number): Promise<StockPush[]> {
  const { rows } = await sql`select from products where ${inAccount(tenant)} and id = ${productId}`.execute(tenant.db);
  if (rows.length === 0) throw refuse(404, 'not_found', 'This product does not exist.');
  return listPushes(tenant, productId);
}

/** What channels were told of a product's stock, the newest first. */
export async function listPushes(tenant: Tenant, productId: number): Promise<StockPush[]> {
  const query = sql<Omit<StockPush, 'reason'> & Columns<'stock_pushes', 'reason'>>`
    select s.id, c.name as connection_name, c.slug, cp.connector_product_sku as sku, s.quantity, s.outcome, s.reason, s.at
    from connector_products cp
    join connections c on ${inAccount(tenant, 'c')} and c.id = cp.connection_id
    cross join lateral (
      select * from stock_pushes s where ${inAccount(tenant, 's')} and s.connector_product_id = cp.id order by s.id desc
        limit ${sql.lit(mostShown)}
    ) as s
    where ${inAccount(tenant, 'cp')} and cp.product_id = ${productId} order by s.id desc limit ${sql.lit(mostShown)}`;
  const rows = await readPrepared(tenant, query);
  return rows.map((row) => ({ ...row, reason: row.reason === null ? null : wordReason(row.reason) }));
}

export type LastPush = Columns<'stock_pushes', 'at' | 'quantity' | 'outcome'>;

/** What a channel was told last of each of these listings, and whether it took it. */
export async function readLastPushes(tenant: Tenant, listingIds: readonly number[]): Promise<Map<number, LastPush>> {
  if (listingIds.length === 0) return new Map();
  const { rows } = await sql<LastPush & Columns<'connector_products', 'id'>>`
    select listing.id, last.quantity, last.at, last.outcome from unnest(${[...listingIds]}::bigint[]) as listing (id)
    cross join lateral (
      select s.quantity, s.at, s.outcome from stock_pushes s where ${inAccount(tenant, 's')} and s.connector_product_id = listing.id
        and s.outcome in ('sent', 'refused') order by s.id desc limit 1
    ) as last`.execute(tenant.db);
  return new Map(rows.map(({ id, ...push }) => [id, push]));
}

const keptDays = 30;

/** What channels were told longer ago is deleted. */
export async function deleteOldPushes(tenant: Tenant): Promise<void> {
  await sql`delete from stock_pushes where ${inAccount(tenant)} and at < now() - make_interval(days => ${keptDays})`.execute(tenant.db);
}
