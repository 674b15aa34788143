import type { TestDatabase } from '../database.ts';

/** A purchase order of a book with a line of mugs. Returns the ids of both. */
export async function addMugPurchase(own: TestDatabase, accountId: number, book: number, productId: number) {
  const [order] = await own.sql<{ id: number }>(
    `insert into purchase_orders (account_id, connection_id, remote_id, source_number, source_location) values ($1, $2, 'P1', 'P1', '1')
      returning id`,
    [accountId, book],
  );
  const [line] = await own.sql<{ id: number }>(
    `insert into purchase_order_lines (account_id, purchase_order_id, position, remote_line_id, sku, name, quantity, product_id)
      values ($1, $2, 1, '1', 'MUG', 'A mug', 1000, $3) returning id`,
    [accountId, order?.id, productId],
  );
  return { order: order?.id, line: line?.id };
}

/** What came of it. Returns the id of the receipt. */
export async function addMugReceipt(
  own: TestDatabase,
  accountId: number,
  warehouse: number,
  { order, line }: Awaited<ReturnType<typeof addMugPurchase>>,
  { units, cameAt }: { units: number; cameAt: Date },
): Promise<number> {
  const [receipt] = await own.sql<{ id: number }>(
    `insert into receipts (account_id, connection_id, purchase_order_id, remote_id, type, received_at, sku, quantity)
      values ($1, $2, $3, gen_random_uuid()::text, 'receipt', $4, 'MUG', $5) returning id`,
    [accountId, warehouse, order, cameAt, units],
  );
  await own.sql('insert into receipt_lines (account_id, receipt_id, line_id, quantity) values ($1, $2, $3, $4)', [
    ...[accountId, receipt?.id, line, units],
  ]);
  return receipt?.id ?? 0;
}
