import { sql } from 'kysely';
import type { Columns } from '../../../../../platform/columns.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { closeIssues } from '../../../../shared/issues/commands.ts';

/** A line of an order's goods, as a split needs it. */
export type StoredSplitLine = Columns<
  'order_lines',
  'id' | 'order_id' | 'sku' | 'mapped_sku' | 'quantity' | 'later_quantity' | 'units_per_sale'
>;

/** The goods of these orders, by order. Charges are no goods. */
export async function splitLines(tenant: Tenant, orderIds: readonly number[]): Promise<Map<number, StoredSplitLine[]>> {
  const { rows } = await sql<StoredSplitLine>`
    select id, order_id, sku, mapped_sku, quantity, later_quantity, units_per_sale from order_lines
    where ${inAccount(tenant)} and order_id = any(${orderIds}::bigint[]) and not is_charge order by order_id, position, id`.execute(
    tenant.db,
  );
  return Map.groupBy(rows, ({ order_id }) => order_id);
}

/**
 * Writes how many of each line of an order go in the second parcel. The order is locked and has not left. All of it is sent then, also
 * where its second parcel had been ended. `isEnded`: the second is not sent, as was decided before the split that is undone.
 */
export async function writeSplit(
  tenant: Tenant,
  orderId: number,
  later: ReadonlyMap<number, number>,
  { isEnded = false } = {},
): Promise<void> {
  const rows = [...later].map(([id, quantity]) => ({ id, quantity }));
  await sql`
    update order_lines l set later_quantity = given.quantity
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (id bigint, quantity int)
    where ${inAccount(tenant, 'l')} and l.order_id = ${orderId} and l.id = given.id and not l.is_charge`.execute(tenant.db);
  await sql`
    update orders o set is_split = exists (select from order_lines l where ${inAccount(tenant, 'l')} and l.order_id = o.id
      and l.later_quantity > 0), second_ended_at = (select case when ${isEnded} then now() end),
      checked_at = null, updated_by = ${tenant.userId}, revision = o.revision + 1, updated_at = now()
    where ${inAccount(tenant, 'o')} and o.id = ${orderId}`.execute(tenant.db);
  await closeIssues(tenant, { orderIds: [orderId], types: ['second_parcel'], subjects: ['lines'] });
}

type Goods = { sku: string; units: number };

/** What goes in each parcel, in units of what the warehouse knows. */
export function parcelsOf(lines: readonly StoredSplitLine[]): { first: Goods[]; second: Goods[] } {
  const goods = (quantityOf: (line: StoredSplitLine) => number): Goods[] =>
    lines.flatMap((line) => {
      const units = quantityOf(line) * line.units_per_sale;
      return units > 0 ? [{ sku: line.mapped_sku ?? line.sku, units }] : [];
    });
  return { first: goods((line) => line.quantity - line.later_quantity), second: goods(({ later_quantity }) => later_quantity) };
}
