import { sql } from 'kysely';
import type { Columns } from '../../../../../platform/columns.ts';
import { idsOf } from '../../../../../platform/ids.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import type { EventLine } from '../../../order-flow/contract/detail.ts';
import type { LineItem } from '../../../order-flow/contract/editing.ts';
import type { Changes } from '../../../order-flow/history.ts';
import { endSplits } from '../../../order-flow/lines/end-splits.ts';
import { requireNotEnded } from '../../../order-flow/lines/ended-second.ts';
import { countUnits } from '../../../order-flow/lines/units.ts';
import { lineField } from '../../../order-flow/values/fields.ts';
import { isNew, type LineEdits, type Product, type StoredLine } from './plan.ts';

export async function storedLines(tenant: Tenant, orderId: number): Promise<StoredLine[]> {
  const { rows } = await sql<StoredLine>`
    select * from order_lines where ${inAccount(tenant)} and order_id = ${orderId} order by position, id`.execute(tenant.db);
  return rows;
}

/** The products that new lines name. */
export async function productsFor(tenant: Tenant, items: LineItem[]): Promise<Product[]> {
  const added = items.filter(isNew);
  if (added.length === 0) return [];
  const { rows } = await sql<Product>`
    select id, sku, name, upc, image_url from products where ${inAccount(tenant)}
      and (id = any(${added.flatMap(({ product_id }) => product_id ?? [])}::bigint[])
        or sku = any(${added.flatMap(({ sku }) => sku ?? [])}::text[]))`.execute(tenant.db);
  return rows;
}

/** Writes the edit of lines and recounts the order's units. Returns the changes. @throws Refusal 409 */
export async function writeLines(tenant: Tenant, orderId: number, { changed, removed, added }: LineEdits): Promise<Changes> {
  await requireNotEnded(tenant, orderId);
  await setQuantities(
    tenant,
    changed.map(({ line, to }) => ({ id: line.id, quantity: to })),
  );
  await removeLines(tenant, idsOf(removed));
  const ids = await addLines(tenant, orderId, added);
  await countUnits(tenant, [orderId]);
  await endSplits(tenant, [orderId], 'lines');
  return Object.fromEntries([
    ...changed.map(({ line, to }) => [lineField(line.id), { from: lineValue(line), to: lineValue({ ...line, quantity: to }) }] as const),
    // Whole, so that it can come back.
    ...removed.map((line) => [lineField(line.id), { from: line, to: null }] as const),
    ...added.map(
      ({ product, quantity }, at) => [lineField(ids[at] as number), { from: null, to: lineValue({ ...product, quantity }) }] as const,
    ),
  ]);
}

const lineValue = ({ sku, name, quantity }: EventLine): EventLine => ({ sku, name, quantity });

/** `source_quantity` keeps the channel's quantity while ours differs from it. */
export async function setQuantities(tenant: Tenant, quantities: { id: number; quantity: number }[]): Promise<void> {
  if (quantities.length === 0) return;
  await sql`
    update order_lines l set quantity = new_quantities.quantity, source_quantity = nullif(coalesce(l.source_quantity, l.quantity),
    new_quantities.quantity)
    from json_to_recordset(${JSON.stringify(quantities)}::json) as new_quantities (id bigint, quantity int)
    where ${inAccount(tenant, 'l')} and l.id = new_quantities.id`.execute(tenant.db);
}

export async function removeLines(tenant: Tenant, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from order_lines where ${inAccount(tenant)} and id = any(${ids}::bigint[])`.execute(tenant.db);
}

/** A line that was added here: its `source_quantity` is 0, because the channel does not have it. */
async function addLines(tenant: Tenant, orderId: number, added: LineEdits['added']): Promise<number[]> {
  if (added.length === 0) return [];
  const rows = added.map(({ product, quantity }, at) => ({ product_id: product.id, quantity, at }));
  const { rows: made } = await sql<Columns<'order_lines', 'id'>>`
    insert into order_lines (account_id, order_id, position, remote_line_id, sku, name, quantity, source_quantity, unit_price, is_charge,
    image_url, upc, product_id, mapped_sku)
    select ${tenant.accountId}, ${orderId}, last.position + new.at + 1, 'added:' || gen_random_uuid(), p.sku, p.name, new.quantity, 0, 0,
      false, p.image_url, p.upc, p.id, p.sku
    from json_to_recordset(${JSON.stringify(rows)}::json) as new (product_id bigint, quantity int, at int)
    join products p on ${inAccount(tenant, 'p')} and p.id = new.product_id
    cross join (select coalesce(max(position), 0) as position from order_lines where ${inAccount(tenant)} and order_id = ${orderId}) as last
    order by new.at returning id`.execute(tenant.db);
  return idsOf(made);
}
