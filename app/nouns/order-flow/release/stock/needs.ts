import { type RawBuilder, sql } from 'kysely';
import type { Column, Columns } from '../../../../../platform/columns.ts';
import { inAccount, type OfAccount } from '../../../../../platform/in-account.ts';
import { unitsOfFirst } from '../../lines/units.ts';
import type { Need, OrderNeeds } from './fitting.ts';

/** What a line takes from the shelf: goods that are linked, as the message to the warehouse has them. */
const takesStock: RawBuilder<unknown> = sql`not l.is_charge and l.product_id is not null and ${unitsOfFirst} > 0`;

/** What orders, or their first parcels, need of each product, one row for each, of the account's lines `l` that meet a condition. */
export const needsOf = (tenant: OfAccount, lines: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select l.order_id, l.product_id, least(sum(${unitsOfFirst}), 2147483647)::int as units from order_lines l
  where ${inAccount(tenant, 'l')} and ${lines} and ${takesStock} group by 1, 2`;

export type NeedRow = { order_id: Column<'orders', 'id'>; product_id: Column<'products', 'id'>; units: number } & Columns<
  'products',
  'sku' | 'to_promise'
>;

/** The rows of a query by order, in its order. */
export function byOrder(rows: readonly NeedRow[]): { orders: OrderNeeds[]; free: Map<number, number | null> } {
  const orders = [...Map.groupBy(rows, ({ order_id }) => order_id)].map(([orderId, needs]) => ({ orderId, needs: needs.map(asNeed) }));
  return { orders, free: new Map(rows.map(({ product_id, to_promise }) => [product_id, to_promise])) };
}

const asNeed = ({ product_id: productId, sku, units: needed }: NeedRow): Need => ({ productId, sku, units: needed });
