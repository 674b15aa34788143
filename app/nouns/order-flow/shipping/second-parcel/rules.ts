import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Column, Columns } from '../../../../../platform/columns.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import type { Lacking } from '../../../../shared/issues/types/sent-otherwise.ts';
import { countUnits, restOfLine } from '../../lines/units.ts';
import { asIfChecked } from '../../sent/as-if-checked.ts';
import { applyRows } from '../../sent/replaced.ts';

type Line = Columns<'order_lines', 'id' | 'product_id' | 'mapped_sku' | 'units_per_sale'>;
/** What rules and mappings give an order, and the lines of it that have not left whole. `begun`: those of which some has left. */
type Rest = { order: Columns<'orders', 'id' | 'shipping_code' | 'warehouse_code'> & { fields: Record<string, string> } } & {
  lines: Line[];
  begun: Column<'order_lines', 'id'>[];
};

/**
 * Maps what has not left of an order by the rules of now: they may have changed since the first parcel went. What has left keeps what
 * it was sent by. Returns what is in the way: a mapping that is missing, or units of a sale that changed within a line that is split.
 */
export async function mapRest(tenant: Tenant, orderId: number): Promise<Lacking | 'units_changed' | null> {
  const before = await readRest(tenant, orderId);
  const { value: after, lacking } = await asIfChecked(tenant, [orderId], { wait: true }, () => readRest(tenant, orderId));
  const lacks = lacking.get(orderId);
  if (lacks !== undefined) return lacks;
  if (isDeepStrictEqual(before, after)) return null;
  const unitsOf = new Map(after.lines.map((line) => [line.id, line.units_per_sale]));
  if (before.lines.some(({ id, units_per_sale }) => before.begun.includes(id) && unitsOf.get(id) !== units_per_sale))
    return 'units_changed';
  await applyRows(tenant, { orders: [after.order], lines: after.lines });
  await countUnits(tenant, [orderId]);
  return null;
}

async function readRest(tenant: Tenant, orderId: number): Promise<Rest> {
  const { rows } = await sql<Rest>`
    select json_build_object('id', o.id, 'shipping_code', o.shipping_code, 'warehouse_code', o.warehouse_code, 'fields', o.fields) as order,
      coalesce(json_agg(json_build_object('id', l.id, 'product_id', l.product_id, 'mapped_sku', l.mapped_sku, 'units_per_sale',
        l.units_per_sale) order by l.id), '[]') as lines,
      coalesce(json_agg(l.id order by l.id) filter (where exists (select from shipment_lines sl where ${inAccount(tenant, 'sl')}
        and sl.order_line_id = l.id)), '[]') as begun
    from orders o left join order_lines l on ${inAccount(tenant, 'l')} and l.order_id = o.id and not l.is_charge
      and ${restOfLine(tenant)} > 0
    where ${inAccount(tenant, 'o')} and o.id = ${orderId} group by o.account_id, o.id`.execute(tenant.db);
  return rows[0] as Rest;
}
