import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { overStillAccepted } from '../../purchase-flow/intake/write.ts';
import type { EditPlan } from './plan-edit.ts';

/** A day is midnight in the account's time zone. */
const midnight = (column: string) =>
  sql`${sql.ref(column)}::date::timestamp at time zone (select timezone from accounts where id = account_id)`;

const dayOfLine = sql`(l.expected_at at time zone (select timezone from accounts where id = l.account_id))::date::text`;

/** Writes the fields that differ; each purchase order has a new revision, whatever was saved of it. */
export async function writeHeads(tenant: Tenant, plans: EditPlan[]): Promise<void> {
  const heads = plans.map(({ order, head, fields }) => ({ id: order.id, ...head, fields }));
  await sql`
    update purchase_orders p set mapped_warehouse = edit.mapped_warehouse, carrier = edit.carrier, freight_number = edit.freight_number,
      note = edit.note,
      expected_at = (select case when 'expected_at' = any(edit.fields) then ${midnight('edit.expected_at')} else p.expected_at end),
      edited_fields = case when edit.fields = '{}' then p.edited_fields else array(select distinct unnest(p.edited_fields || edit.fields))
        end,
      revision = revision + 1, updated_by = ${tenant.userId}
    from json_to_recordset(${JSON.stringify(heads)}::json) as edit (id bigint, mapped_warehouse text, carrier text, freight_number text,
      note text, expected_at text, fields text[])
    where ${inAccount(tenant, 'p')} and p.id = edit.id`.execute(tenant.db);
}

export async function writeLines(tenant: Tenant, plans: EditPlan[]): Promise<void> {
  const changed = plans.flatMap((plan) => plan.changed);
  const removed = plans.flatMap((plan) => plan.removed);
  const added = plans.flatMap(({ order, added }) => added.map((line) => ({ ...line, purchase_order_id: order.id })));
  if (changed.length > 0) await changeLines(tenant, changed);
  if (removed.length > 0) await removeLines(tenant, removed);
  if (added.length > 0)
    await sql`
      insert into purchase_order_lines (account_id, purchase_order_id, position, sku, name, quantity, product_id, raw_material_id,
        mapped_sku, lot_number, expected_at)
      select account_id, purchase_order_id, position, sku, name, quantity, product_id, raw_material_id, sku, lot_number,
        ${midnight('line.expected_on')}
      from (select ${tenant.accountId}::bigint as account_id, l.* from json_to_recordset(${JSON.stringify(added)}::json) as l
        (purchase_order_id bigint, position int, sku text,
        name text, quantity int, product_id bigint, raw_material_id bigint, lot_number text, expected_on text)) as line
        returning 1`.execute(tenant.db);
}

/** `source_quantity` keeps what the source says while ours differs from it. */
async function changeLines(tenant: Tenant, lines: EditPlan['changed']): Promise<void> {
  const given = lines.map(({ id, quantity, lot_number, expected_on }) => ({ id, quantity, lot_number, expected_on }));
  await sql`
    update purchase_order_lines l set quantity = edit.quantity, over_accepted = ${overStillAccepted(sql`edit.quantity`)},
      lot_number = edit.lot_number,
      expected_at = (select case when edit.expected_on is distinct from ${dayOfLine} then ${midnight('edit.expected_on')}
        else l.expected_at end),
      source_quantity = case when edit.quantity <> l.quantity and l.remote_line_id is not null then coalesce(l.source_quantity, l.quantity)
        else l.source_quantity end
    from json_to_recordset(${JSON.stringify(given)}::json) as edit (id bigint, quantity int, lot_number text, expected_on text)
    where ${inAccount(tenant, 'l')} and l.id = edit.id`.execute(tenant.db);
}

/** A source would bring a removed line back, so it stays with nothing to come; one that was added here goes. */
async function removeLines(tenant: Tenant, lines: EditPlan['removed']): Promise<void> {
  const own = lines.filter(({ remote_line_id }) => remote_line_id === null).map(({ id }) => id);
  const sources = lines.filter(({ remote_line_id }) => remote_line_id !== null).map(({ id }) => id);
  if (own.length > 0)
    await sql`delete from purchase_order_lines where ${inAccount(tenant)} and id = any(${own}::bigint[])`.execute(tenant.db);
  if (sources.length > 0)
    await sql`update purchase_order_lines set quantity = received_before, source_quantity = coalesce(source_quantity, quantity)
      where ${inAccount(tenant)} and id = any(${sources}::bigint[])`.execute(tenant.db);
}
