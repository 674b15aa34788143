import { type RawBuilder, sql } from 'kysely';
import type { PurchaseOrder } from '../../../../connectors/contract.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { linesOf } from './content.ts';

/** Where a purchase order comes from: its connection, and how people call that. */
export type PurchaseSource = { connectionId: number; label: string };

export type NewLine = ReturnType<typeof linesOf>[number] & { purchase_order_id: number };

export async function insertLines(tenant: Tenant, lines: NewLine[]): Promise<void> {
  if (lines.length === 0) return;
  await sql`
    insert into purchase_order_lines (account_id, purchase_order_id, position, remote_line_id, sku, name, quantity, received_before,
      unit_price)
    select ${tenant.accountId}, purchase_order_id, position, remote_line_id, sku, name, quantity, received_before, unit_price
    from json_populate_recordset(null::purchase_order_lines, ${JSON.stringify(lines)}::json) returning 1`.execute(tenant.db);
}

export async function insertPayloads(tenant: Tenant, stored: { id: number; record: PurchaseOrder }[]): Promise<void> {
  const payloads = stored.map(({ id, record }) => ({ purchase_order_id: id, raw: JSON.stringify(record.raw) ?? 'null' }));
  await sql`
    insert into purchase_order_payloads (account_id, purchase_order_id, raw)
    select ${tenant.accountId}, purchase_order_id, raw::json
    from json_to_recordset(${JSON.stringify(payloads)}::json) as payload (purchase_order_id bigint, raw text)
    returning 1`.execute(tenant.db);
}

/** What stays accepted beyond the quantity of a line `l` when that changes: a person accepted so many units
 * in all, so a rise uses it up. */
export const overStillAccepted = (quantity: RawBuilder<unknown>) =>
  sql`greatest(0, l.over_accepted - greatest(0, ${quantity} - l.quantity)::bigint * l.units_per_sale)`;
