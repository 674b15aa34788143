import { type RawBuilder, sql } from 'kysely';
import type { Column, Columns } from '../../../../../platform/columns.ts';
import { inAccount, type OfAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { restOfLine, unitsOfFirst } from '../../lines/units.ts';
import { fitting, type Need, type OrderNeeds } from './fitting.ts';

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

type RestNeed = Columns<'products', 'id' | 'sku' | 'to_promise'> & { units: number };

/** What is missing on the shelf: a product's units, and those that no other order is promised. */
export type MissingUnits = { sku: string; needed: number; left: number };

/**
 * What takes from the shelf of an order that is locked, and has not left, and what is missing there. `freed`: units of the product `p` that
 * it was promised before, and that are free for it.
 */
export async function needsOfRest(
  tenant: Tenant,
  orderId: number,
  freed: RawBuilder<number> = sql<number>`0`,
): Promise<{ needs: Need[]; missing: MissingUnits[] }> {
  const { rows } = await sql<RestNeed>`
    with needed as (
      select l.product_id, least(sum(${restOfLine(tenant)}), 2147483647)::int as units from order_lines l
      where ${inAccount(tenant, 'l')} and l.order_id = ${orderId} and not l.is_charge and l.product_id is not null
        and ${restOfLine(tenant)} > 0 group by 1
    )
    select p.id, p.sku, needed.units, p.to_promise + ${freed} as to_promise from products p join needed on needed.product_id = p.id
    where ${inAccount(tenant, 'p')} order by p.sku collate "C" for no key update of p`.execute(tenant.db);
  const needs = rows.map(({ id: productId, sku, units }) => ({ productId, sku, units }));
  const [short] = fitting([{ orderId, needs }], new Map(rows.map(({ id, to_promise }) => [id, to_promise]))).lacking;
  return { needs, missing: short?.missing.map(({ sku, units: needed, free: left }) => ({ sku, needed, left })) ?? [] };
}
