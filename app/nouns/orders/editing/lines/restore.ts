import { sql } from 'kysely';
import type { Tenant } from '../../../../../platform/tenant.ts';
import type { EventLine } from '../../../order-flow/contract/detail.ts';
import type { Changes } from '../../../order-flow/history.ts';
import { countUnits } from '../../../order-flow/lines/units.ts';
import { removeLines, setQuantities } from './write.ts';

type Line = EventLine | null;

/** Reverts the lines by `changes`: removed lines are restored with their former ids, added ones are removed. */
export async function restoreLines(tenant: Tenant, orderId: number, changes: Changes, removed: unknown[]): Promise<void> {
  const lines = Object.entries(changes).flatMap(([field, { from, to }]) =>
    field.startsWith('line:') ? [{ id: Number(field.slice('line:'.length)), from: from as Line, to: to as Line }] : [],
  );
  if (lines.length === 0) return;
  await removeLines(
    tenant,
    lines.flatMap(({ id, to }) => (to ? [] : [id])),
  );
  await setQuantities(
    tenant,
    lines.flatMap(({ id, from, to }) => (from && to ? [{ id, quantity: to.quantity }] : [])),
  );
  await bringBack(tenant, orderId, removed);
  await countUnits(tenant, [orderId]);
}

async function bringBack(tenant: Tenant, orderId: number, removed: unknown[]): Promise<void> {
  if (removed.length === 0) return;
  await sql`
    insert into order_lines (account_id, id, order_id, position, remote_line_id, sku, name, quantity, source_quantity, unit_price, is_charge, image_url, upc, location,
      product_id, mapped_sku, units_per_sale)
    overriding system value
    select ${tenant.accountId}, line.id, ${orderId}, line.position, line.remote_line_id, line.sku, line.name, line.quantity, line.source_quantity, line.unit_price,
      line.is_charge, line.image_url, line.upc, line.location, p.id, p.sku, coalesce(line.units_per_sale, 1)
    from json_populate_recordset(null::order_lines, ${JSON.stringify(removed)}::json) as line
    left join products p on p.account_id = ${tenant.accountId} and p.id = line.product_id`.execute(tenant.db);
}
