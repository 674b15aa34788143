import type { Result } from '../contract.ts';
import type { NetsuiteClient } from './client.ts';
import { linesOf } from './queries.ts';
import * as wire from './wire.ts';

type Row = Record<string, unknown>;

/** Rows that belong to others, by the value of `key`. One query a thousand rows: joins with these tables make NetSuite slow. */
export async function rowsBy(
  client: NetsuiteClient,
  keys: unknown[],
  key: string,
  query: (keys: string[]) => string,
): Promise<Result<Map<string, Row[]>>> {
  const distinct = [...new Set(keys.flatMap((one) => (one === undefined || one === null ? [] : [String(one)])))];
  const byKey = new Map<string, Row[]>();
  if (distinct.length === 0) return { ok: true, value: byKey };
  const found = await client.query(query(distinct));
  if (!found.ok) return found;
  for (const row of found.value.rows as Row[]) push(byKey, String(row[key]), row);
  return { ok: true, value: byKey };
}

/** All lines of these orders, by order; an order can have more of them than a page. */
export async function linesBy(client: NetsuiteClient, orders: string[]): Promise<Result<Map<string, Row[]>>> {
  const byOrder = new Map<string, Row[]>();
  if (orders.length === 0) return { ok: true, value: byOrder };
  let last: Parameters<typeof linesOf>[1] = null;
  for (;;) {
    const found = await client.query(linesOf(orders, last));
    if (!found.ok) return found;
    for (const row of found.value.rows as Row[]) push(byOrder, String(row.transaction), row);
    if (!found.value.more) return { ok: true, value: byOrder };
    last = lastOf.parse(found.value.rows.at(-1));
  }
}

const lastOf = wire.line.pick({ transaction: true, id: true });

function push(map: Map<string, Row[]>, key: string, row: Row) {
  const rows = map.get(key);
  if (rows) rows.push(row);
  else map.set(key, [row]);
}
