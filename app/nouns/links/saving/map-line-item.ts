import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { notify } from '../../../../platform/events.ts';
import { existing, invalid } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { recordSave } from '../../mappings/saves/save.ts';
import { checkOrders } from '../../order-flow/checking/check.ts';
import type { OrderLine } from '../../order-flow/lines/line.ts';
import { readLines } from '../../order-flow/lines/lines.ts';
import { lockRulesForChange } from '../../order-flow/recheck.ts';
import { delayRelease, mappingNouns } from '../../order-flow/release/delay.ts';
import { lockForEditing } from '../../order-flow/release/lock-for-editing.ts';
import { changedUnseen } from './as-seen.ts';
import { type Linked, linkSoldSku, productNamed } from './commands.ts';

type LineMapping = {
  lineItemId: number;
  productId: number;
  connectorId: number;
  seen_product_id?: number | null | undefined;
  units_per_sale?: number | undefined;
};
type Line = Columns<'order_lines', 'id' | 'order_id' | 'sku' | 'name' | 'is_charge' | 'source_quantity'>;

/**
 * Maps a line to a warehouse product. Links its SKU for the connection, so that every order that waits for it goes on; a line
 * without a SKU is mapped alone. Returns the mapped line.
 */
export async function mapLineItem(tenant: Tenant, input: LineMapping): Promise<Linked & { line: OrderLine }> {
  const line = await lineOf(tenant, input);
  if (line.is_charge) throw invalid({ lineItemId: [`${line.name || 'This line'} is a charge: there is nothing to link.`] });
  if (line.source_quantity === 0) throw invalid({ lineItemId: ['This line was added as a warehouse product: it is that product.'] });
  // Whoever changes a rule locks it before the orders that go by it.
  await lockRulesForChange(tenant, input.connectorId);
  await lockForEditing(tenant, line.order_id);
  const linked =
    line.sku === ''
      ? await mapAlone(tenant, line, input)
      : await linkSoldSku(tenant, {
          ...{ connectionId: input.connectorId, sku: line.sku },
          ...{ productId: input.productId, seen: input.seen_product_id, units: input.units_per_sale },
        });
  await checkOrders(tenant, [line.order_id]);
  notify(tenant, `order:${line.order_id}`, [line.order_id]);
  const mapped = (await readLines(tenant, line.order_id)).find(({ id }) => id === line.id);
  return { line: mapped as OrderLine, ...linked };
}

const lineGone = 'This line does not exist.';

async function lineOf(tenant: Tenant, { lineItemId, connectorId }: { lineItemId: number; connectorId: number }): Promise<Line> {
  const { rows } = await sql<Line>`
    select l.id, l.order_id, l.sku, l.name, l.is_charge, l.source_quantity from order_lines l
    join orders o on ${inAccount(tenant, 'o')} and o.id = l.order_id
    where ${inAccount(tenant, 'l')} and l.id = ${lineItemId} and o.connection_id = ${connectorId}
      and o.deleted_at is null`.execute(tenant.db);
  return existing(rows[0], lineGone);
}

/**
 * The order goes on ten seconds later, as with a link: also where the line had a product, so that no issue of it closes.
 * @throws Refusal 409 where it is no longer linked as the person saw it
 */
async function mapAlone(tenant: Tenant, line: Line, { productId, connectorId, seen_product_id: seen }: LineMapping): Promise<Linked> {
  const product = await productNamed(tenant, productId);
  const before = await productOfLine(tenant, line);
  const code = String(line.id);
  if (seen !== undefined && seen !== before.product_id) {
    const is = before.product_id === null ? 'is no longer linked' : `is linked to ${before.mapped_sku}`;
    throw await changedUnseen(tenant, { noun: mappingNouns.line, recordId: connectorId, code, name: line.name || 'This line', is });
  }
  await sql`
    update order_lines set product_id = ${product.id}, mapped_sku = ${product.sku}
    where ${inAccount(tenant)} and id = ${line.id}`.execute(tenant.db);
  const changes = [{ code, from: before.product_id, to: product.id }];
  const undo = await recordSave(tenant, { kind: 'line', connectionId: connectorId, changes });
  if (undo !== null) await delayRelease(tenant, [{ orderId: line.order_id, kind: 'line', code: '' }]);
  return { waiting: 1, undo, kept: null };
}

/** What a line is linked to now, behind the lock: a colleague may have linked it since it was read. */
async function productOfLine(tenant: Tenant, { id }: Line): Promise<Columns<'order_lines', 'product_id' | 'mapped_sku'>> {
  const { rows } = await sql<Columns<'order_lines', 'product_id' | 'mapped_sku'>>`
    select product_id, mapped_sku from order_lines where ${inAccount(tenant)} and id = ${id} for update`.execute(tenant.db);
  return existing(rows[0], lineGone);
}
