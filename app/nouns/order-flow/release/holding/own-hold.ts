import { sql } from 'kysely';
import type { Columns } from '../../../../../platform/columns.ts';
import { idsOf } from '../../../../../platform/ids.ts';
import { inAccount, type OfAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { wordOutcome } from '../../../../shared/runs/outcome-sentences.ts';
import { recordForAll } from '../../history.ts';

export const keptByWarehouse = wordOutcome({ code: 'kept_by_warehouse' });

/** The warehouse holds the warehouse order `w` by itself, whether we asked for that too or not. */
export const isKeptByWarehouse = sql<boolean>`(w.held and w.held_by_warehouse)`;

/**
 * Of a warehouse order `w` that the warehouse says it holds: whether it does so by itself. It does where our own hold cannot have
 * reached it. What it says does not tell both holds apart, so of one that comes while ours stands nothing is known.
 */
export const isHeldByItself = (tenant: OfAccount) => sql<boolean>`(${isKeptByWarehouse} or not (w.held
  or exists (select from orders o where ${inAccount(tenant, 'o')} and o.warehouse_order_id = w.id and o.on_hold and o.hold_outcome = 'done')
  or exists (select from outbox x where ${inAccount(tenant, 'x')} and x.warehouse_order_id = w.id
    and x.state in ('waiting', 'sending', 'failed') and (x.kind = 'release'
      or x.kind = 'hold' and (x.maybe_done or x.state = 'sending' or x.state = 'waiting' and x.attempts > 0)))))`;

/**
 * Ends our holds of those of these warehouse orders that the warehouse holds by itself, without a word to it: it would release them.
 * Returns them.
 */
export async function leaveToWarehouse(tenant: Tenant, warehouseOrderIds: number[]): Promise<number[]> {
  const { rows } = await sql<Columns<'orders', 'id' | 'warehouse_order_id'>>`
    update orders o set on_hold = false, hold_reason = null, hold_until = null, hold_outcome = null, revision = o.revision + 1
    from warehouse_orders w where ${inAccount(tenant, 'w')} and w.id = any(${warehouseOrderIds}::bigint[]) and ${isKeptByWarehouse}
      and ${inAccount(tenant, 'o')} and o.warehouse_order_id = w.id
    returning o.id, o.warehouse_order_id`.execute(tenant.db);
  await recordForAll(tenant, idsOf(rows), 'unheld', { code: 'still_held_by_warehouse' });
  return rows.flatMap(({ warehouse_order_id }) => warehouse_order_id ?? []);
}

/** Those of these orders that the warehouse holds by itself. */
export async function keptThere(tenant: Tenant, orderIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select o.id from orders o join warehouse_orders w on ${inAccount(tenant, 'w')} and w.id = o.warehouse_order_id
    where ${inAccount(tenant, 'o')} and o.id = any(${[...orderIds]}::bigint[]) and ${isKeptByWarehouse}`.execute(tenant.db);
  return idsOf(rows);
}

/** Those of these orders that their channel holds by itself, and that have not left. */
export async function keptByChannel(tenant: Tenant, orderIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select o.id from orders o where ${inAccount(tenant, 'o')} and o.id = any(${[...orderIds]}::bigint[]) and o.source_state = 'held'
      and not o.held_at_channel and o.warehouse_order_id is null`.execute(tenant.db);
  return idsOf(rows);
}
