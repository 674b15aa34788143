import { sql } from 'kysely';
import type { ChannelOrder } from '../../../connectors/contract.ts';
import type { Tenant } from '../../../platform/tenant.ts';

export type StoredOrder = { order: ChannelOrder; orderId: number };

/** Writes the lines of these orders; a line that is there already takes the channel's new words. */
export async function insertLines(tenant: Tenant, orders: StoredOrder[]): Promise<void> {
  const rows = orders.flatMap(lineRows);
  if (rows.length === 0) return;
  await sql`
    insert into order_lines (account_id, order_id, position, remote_line_id, sku, name, quantity, unit_price, is_charge, image_url, upc, location)
    select ${tenant.accountId}, order_id, position, remote_line_id, sku, name, quantity, unit_price, is_charge, image_url, upc, location
    from json_to_recordset(${JSON.stringify(rows)}::json) as line (order_id bigint, position int, remote_line_id text, sku text, name text,
      quantity int, unit_price numeric, is_charge boolean, image_url text, upc text, location text)
    on conflict (account_id, order_id, remote_line_id) do update set
      position = excluded.position, name = excluded.name, quantity = excluded.quantity, unit_price = excluded.unit_price, is_charge = excluded.is_charge,
      image_url = excluded.image_url, upc = excluded.upc, location = excluded.location, sku = excluded.sku,
      product_id = case when order_lines.sku = excluded.sku then order_lines.product_id end,
      mapped_sku = case when order_lines.sku = excluded.sku then order_lines.mapped_sku end`.execute(tenant.db);
}

/** Keeps what the channel sent, word for word. */
export async function insertPayloads(tenant: Tenant, orders: StoredOrder[]): Promise<void> {
  if (orders.length === 0) return;
  await sql`
    insert into order_payloads (account_id, order_id, raw)
    select ${tenant.accountId}, order_id, raw::json
    from unnest(${orders.map(({ orderId }) => orderId)}::bigint[], ${orders.map(({ order }) => JSON.stringify(order.raw))}::text[]) as payload (order_id, raw)`.execute(
    tenant.db,
  );
}

/** A channel that repeats a line id inside one order gets a suffix: both lines are kept. */
function lineRows({ order, orderId }: StoredOrder) {
  const seen = new Map<string, number>();
  return order.lines.map((line, index) => {
    const times = seen.get(line.remoteLineId) ?? 0;
    seen.set(line.remoteLineId, times + 1);
    return {
      order_id: orderId,
      position: index + 1,
      remote_line_id: times === 0 ? line.remoteLineId : `${line.remoteLineId}#${times + 1}`,
      sku: line.sku,
      name: line.name,
      quantity: line.quantity,
      unit_price: line.unitPrice,
      is_charge: line.isCharge,
      image_url: line.imageUrl,
      upc: line.upc,
      location: line.location,
    };
  });
}
