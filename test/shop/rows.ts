import type { TestDatabase } from '../database.ts';

/** A connection as a bare row, for tests that make no calls. */
export async function addConnection({ sql }: TestDatabase, accountId: number, kind: 'channel' | 'warehouse' = 'channel'): Promise<number> {
  const connector = kind === 'channel' ? 'ship_station' : 'amware';
  const [row] = await sql<{ id: string }>(
    `insert into connections (account_id, connector, slug, name, capabilities, confirms) select $1, $2, $2 || '-' || count(*), $2, $3, 'whole_order' from connections returning id`,
    [accountId, connector, kind === 'channel' ? ['orders', 'confirmations', 'hints'] : ['warehouse', 'hints']],
  );
  return Number(row?.id);
}

type Facts = Record<string, unknown>;
let remoteIds = 0;

/** Orders as bare rows: complete, ready, one unit each; each item's `facts` are further columns, the same ones for all. */
export async function addOrders({ sql }: TestDatabase, accountId: number, connectionId: number, facts: Facts[]): Promise<number[]> {
  const rows = facts.map((own) => {
    remoteIds += 1;
    return { ...plainOrder, remote_id: `R${remoteIds}`, account_id: accountId, connection_id: connectionId, ...own };
  });
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  const inserted = await sql<{ id: string }>(
    `insert into orders (${columns}) select ${columns} from json_populate_recordset(null::orders, $1) returning id`,
    [JSON.stringify(rows)],
  );
  return inserted.map(({ id }) => Number(id));
}

export async function addOrder(own: TestDatabase, accountId: number, connectionId: number, facts: Facts = {}): Promise<number> {
  return (await addOrders(own, accountId, connectionId, [facts]))[0] as number;
}

/** Open issues as bare rows; each item's `facts` are further columns, the same ones for all. */
export async function addIssues({ sql }: TestDatabase, accountId: number, facts: (Facts & { order_id: number })[]): Promise<void> {
  const rows = facts.map((own, index) => ({
    type: 'unmapped_sku',
    subject: String(index),
    sentence: { code: 'sku_not_linked', sku: 'x' },
    blocking: true,
    account_id: accountId,
    ...own,
  }));
  if (rows.length === 0) return;
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  await sql(`insert into issues (${columns}) select ${columns} from json_populate_recordset(null::issues, $1)`, [JSON.stringify(rows)]);
}

const plainOrder = {
  source_order_number: 'N1',
  source_status: 'awaiting_shipment',
  source_state: 'ready',
  order_date: '2026-11-20T12:00:00Z',
  imported_day: '2026-11-20',
  currency: 'USD',
  customer_name: 'Alex Doe',
  address: '1 Main Street',
  city: 'Austin',
  state: 'TX',
  postal_code: '78701',
  country: 'US',
  shipping_cost: '0',
  tax_cost: '0',
  total_cost: '10',
  content_hash: 'x',
  remote_modified_at: '2026-11-20T12:00:00Z',
  units_ordered: 1,
};

/** Lines as bare rows, in this order; a SKU that `linked` has is linked to its product. Returns their ids by SKU. */
export async function addLines(
  { sql }: TestDatabase,
  accountId: number,
  orderId: number,
  lines: { sku: string; quantity: number; is_charge?: boolean }[],
  linked: Map<string, number> = new Map(),
): Promise<Map<string, number>> {
  const rows = lines.map(({ sku, quantity, is_charge = false }, at) => ({
    ...{ account_id: accountId, order_id: orderId, position: at + 1, remote_line_id: sku, sku, name: `A ${sku}`, quantity, is_charge },
    ...{ unit_price: 10, product_id: linked.get(sku) ?? null, mapped_sku: linked.has(sku) ? sku : null },
  }));
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  const inserted = await sql<{ id: string; sku: string }>(
    `insert into order_lines (${columns}) select ${columns} from json_populate_recordset(null::order_lines, $1) returning id, sku`,
    [JSON.stringify(rows)],
  );
  return new Map(inserted.map(({ id, sku }) => [sku, Number(id)]));
}

/** Warehouse products as bare rows; returns their ids by SKU. */
export async function addProducts({ sql }: TestDatabase, accountId: number, skus: string[]): Promise<Map<string, number>> {
  const inserted = await sql<{ id: string; sku: string }>(
    `insert into products (account_id, sku, name) select $1, sku, 'A ' || sku from unnest($2::text[]) as sku returning id, sku`,
    [accountId, skus],
  );
  return new Map(inserted.map(({ id, sku }) => [sku, Number(id)]));
}

/** What a channel lists, linked to nothing. */
export async function addListings({ sql }: TestDatabase, connectionId: number, skus: string[]): Promise<void> {
  await sql(
    `insert into connector_products (account_id, connection_id, connector_product_sku)
     select account_id, id, unnest($2::text[]) from connections where id = $1 on conflict do nothing`,
    [connectionId, skus],
  );
}
