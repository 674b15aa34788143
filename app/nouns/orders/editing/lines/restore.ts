import { sql } from 'kysely';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import type { Values } from '../../../../base/changes/noun.ts';
import type { EventLine } from '../../../order-flow/contract/detail.ts';
import { endSplits } from '../../../order-flow/lines/end-splits.ts';
import { requireNotEnded } from '../../../order-flow/lines/ended-second.ts';
import { countUnits } from '../../../order-flow/lines/units.ts';
import { isLine } from '../../../order-flow/values/fields.ts';
import { removeLines, setQuantities } from './write.ts';

/**
 * Gives the lines of an edit back what they were: removed lines are restored with their former ids, added ones are removed.
 * @throws Refusal 409
 */
export async function restoreLines(tenant: Tenant, orderId: number, was: Values, is: Values): Promise<void> {
  const lines = Object.entries(was).flatMap(([field, before]) =>
    isLine(field) ? [{ id: Number(field.slice('line:'.length)), before: before as EventLine | null, isThere: is[field] !== null }] : [],
  );
  if (lines.length === 0) return;
  await requireNotEnded(tenant, orderId);
  await removeLines(
    tenant,
    lines.flatMap(({ id, before }) => (before ? [] : [id])),
  );
  await setQuantities(
    tenant,
    lines.flatMap(({ id, before, isThere }) => (before && isThere ? [{ id, quantity: before.quantity }] : [])),
  );
  await bringBack(
    tenant,
    orderId,
    lines.flatMap(({ before, isThere }) => (before && !isThere ? [before] : [])),
  );
  await countUnits(tenant, [orderId]);
  await endSplits(tenant, [orderId], 'lines');
}

async function bringBack(tenant: Tenant, orderId: number, removed: unknown[]): Promise<void> {
  if (removed.length === 0) return;
  await sql`
    insert into order_lines (account_id, id, order_id, position, remote_line_id, sku, name, quantity, source_quantity,
      unit_price, is_charge, image_url, upc, location, product_id, mapped_sku, units_per_sale)
    overriding system value
    select ${tenant.accountId}, line.id, ${orderId}, line.position, line.remote_line_id, line.sku, line.name, line.quantity,
      line.source_quantity, line.unit_price, line.is_charge, line.image_url, line.upc, line.location, p.id, p.sku,
      coalesce(line.units_per_sale, 1)
    from json_populate_recordset(null::order_lines, ${JSON.stringify(removed)}::json) as line
    left join products p on ${inAccount(tenant, 'p')} and p.id = line.product_id returning 1`.execute(tenant.db);
}
