import { sql } from 'kysely';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import type { Values } from '../../../../base/changes/noun.ts';
import type { EventLine } from '../../../order-flow/contract/detail.ts';
import { lineColumns } from '../../../order-flow/intake/lines.ts';
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
    insert into order_lines (account_id, id, order_id, source_quantity, ${lineColumns}, product_id, mapped_sku, units_per_sale)
    overriding system value
    select ${tenant.accountId}, id, ${orderId}, source_quantity, ${lineColumns}, linked_id, linked_sku, coalesce(units_per_sale, 1)
    from json_populate_recordset(null::order_lines, ${JSON.stringify(removed)}::json) as line
    left join (select p.id as linked_id, p.sku as linked_sku from products p where ${inAccount(tenant, 'p')}) as p
      on p.linked_id = line.product_id
    returning 1`.execute(tenant.db);
}
