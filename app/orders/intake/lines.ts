import { sql } from 'kysely';
import type { ChannelLine, ChannelOrder } from '../../../connectors/contract.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { perOrder } from './made-once.ts';
import type { Link } from './rules.ts';

export type StoredOrder = { order: ChannelOrder; orderId: number };

/** Writes the lines of new orders. A SKU that is linked already takes its product along, which spares the check a second writing. */
export async function insertLines(tenant: Tenant, orders: StoredOrder[], products: Map<string, Link>): Promise<void> {
  const rows = orders.flatMap(({ order, orderId }) =>
    lineTexts(order).map((text, at) => `{"order_id":${orderId},${linkText(order.lines[at] as ChannelLine, products)}${text.slice(1)}`),
  );
  if (rows.length === 0) return;
  await sql`
    insert into order_lines (account_id, order_id, ${columns}, product_id, mapped_sku)
    select ${tenant.accountId}, order_id, ${columns}, product_id, mapped_sku
    from json_to_recordset(${`[${rows.join(',')}]`}::json) as line (${shape}, product_id bigint, mapped_sku text)
    order by order_id, position`.execute(tenant.db);
}

function linkText({ sku, isCharge }: ChannelLine, products: Map<string, Link>): string {
  const link = isCharge ? undefined : products.get(sku);
  return link ? `"product_id":${link.product_id},"mapped_sku":${JSON.stringify(link.mapped_sku)},` : '';
}

/** Writes the lines of known orders; a line that is there already takes the channel's new words. */
export async function updateLines(tenant: Tenant, connectionId: number, orders: StoredOrder[]): Promise<void> {
  const rows = orders.flatMap(lineRows);
  if (rows.length === 0) return;
  await sql`
    insert into order_lines (account_id, order_id, ${columns}, product_id, mapped_sku)
    select ${tenant.accountId}, order_id, ${columns}, product_id, mapped_sku
    from (select line.*, p.id as product_id, p.sku as mapped_sku from json_to_recordset(${JSON.stringify(rows)}::json) as line (${shape})
      left join connector_products cp on cp.account_id = ${tenant.accountId} and cp.connection_id = ${connectionId} and cp.connector_product_sku = line.sku
        and not line.is_charge
      left join products p on p.account_id = cp.account_id and p.id = cp.product_id) as line
    order by order_id, position
    on conflict (account_id, order_id, remote_line_id) do update set
      position = excluded.position, name = excluded.name, quantity = excluded.quantity, unit_price = excluded.unit_price, is_charge = excluded.is_charge,
      image_url = excluded.image_url, upc = excluded.upc, location = excluded.location, sku = excluded.sku, source_quantity = null,
      product_id = case when order_lines.sku = excluded.sku then order_lines.product_id end,
      mapped_sku = case when order_lines.sku = excluded.sku then order_lines.mapped_sku end`.execute(tenant.db);
}

const columns = sql`position, remote_line_id, sku, name, quantity, unit_price, is_charge, image_url, upc, location`;
const shape = sql`order_id bigint, position int, remote_line_id text, sku text, name text, quantity int, unit_price numeric, is_charge boolean,
  image_url text, upc text, location text`;

/** Where a person edited the lines, they stay; what the channel asks for of each by now is kept beside it. */
export async function noteSourceQuantities(tenant: Tenant, orders: StoredOrder[]): Promise<void> {
  const said = orders.flatMap(lineRows);
  if (said.length === 0) return;
  await sql`
    update order_lines l set source_quantity = nullif(said.quantity, l.quantity)
    from json_to_recordset(${JSON.stringify(said)}::json) as said (order_id bigint, remote_line_id text, quantity int)
    where l.account_id = ${tenant.accountId} and l.order_id = said.order_id and l.remote_line_id = said.remote_line_id and not l.is_charge
      and coalesce(l.source_quantity, l.quantity) <> said.quantity`.execute(tenant.db);
}

/** The ids by which an order's lines are kept. A channel that repeats one inside an order gets a suffix: both lines are kept. */
export function lineIds({ lines }: ChannelOrder): string[] {
  const seen = new Map<string, number>();
  return lines.map(({ remoteLineId }) => {
    const times = (seen.get(remoteLineId) ?? 0) + 1;
    seen.set(remoteLineId, times);
    return times === 1 ? remoteLineId : `${remoteLineId}#${times}`;
  });
}

/** Each line as JSON, but for what is known only once its order is stored. */
export const lineTexts = perOrder((order) =>
  lineIds(order).map((id, at) => JSON.stringify(lineRow(order.lines[at] as ChannelLine, at, id))),
);

const lineRows = ({ order, orderId }: StoredOrder) =>
  lineIds(order).map((id, at) => ({ order_id: orderId, ...lineRow(order.lines[at] as ChannelLine, at, id) }));

const lineRow = (line: ChannelLine, at: number, id: string) => ({
  position: at + 1,
  remote_line_id: id,
  sku: line.sku,
  name: line.name,
  quantity: line.quantity,
  unit_price: line.unitPrice,
  is_charge: line.isCharge,
  image_url: line.imageUrl,
  upc: line.upc,
  location: line.location,
});
