import type { Result } from '../contract.ts';
import { mapResult } from '../http/result.ts';
import { tooMuch } from '../http/whole-list.ts';
import type { NetsuiteClient } from './client.ts';
import { anyStockUnit, dropShipped, type LinePlace, linesOf, stockUnits, unitRates } from './queries.ts';
import * as wire from './wire.ts';

type Row = Record<string, unknown>;

/**
 * Rows that belong to others, by the value of `key`. One query for all of them: joins with these tables make NetSuite slow. Where they are
 * more than a page has, it is asked in halves, because a list that is cut would say that the others have none.
 */
export async function rowsBy(
  client: NetsuiteClient,
  keys: unknown[],
  key: string,
  query: (keys: string[]) => string,
): Promise<Result<Map<string, Row[]>>> {
  const distinct = [...new Set(keys.flatMap((one) => (one === undefined || one === null ? [] : [String(one)])))];
  if (distinct.length === 0) return { ok: true, value: new Map() };
  return mapResult(await allRows(client, distinct, query), (rows) => Map.groupBy(rows, (row) => String(row[key])));
}

async function allRows(client: NetsuiteClient, keys: string[], query: (keys: string[]) => string): Promise<Result<Row[]>> {
  const found = await client.query(query(keys));
  if (!found.ok) return found;
  if (!found.value.more) return { ok: true, value: found.value.rows as Row[] };
  if (keys.length === 1) return tooMuch('NetSuite');
  const half = Math.ceil(keys.length / 2);
  const first = await allRows(client, keys.slice(0, half), query);
  if (!first.ok) return first;
  return mapResult(await allRows(client, keys.slice(half), query), (second) => [...first.value, ...second]);
}

type ByOrder = Promise<Result<Map<string, Row[]>>>;

/**
 * All lines of these orders, by order; an order can have more of them than a page. SuiteQL shows the members of a kit as lines behind the
 * kit's own, with `kitcomponent` (TRANSACTION_SCHEMA.md of github.com/QuickFind-Limited/claude_code_api); a record does not list them. They
 * leave with the kit: read as goods they would be sent beside it.
 */
export async function linesBy(client: NetsuiteClient, orders: string[]): ByOrder {
  const found = await allBy(client, orders, linesOf);
  const hasUnits = !isLacking(found, /\b(units|unitstypeuom)\b/i);
  const lines = hasUnits ? found : await allBy(client, orders, (some, last) => linesOf(some, last, false));
  return mapResult(lines, (byOrder) => new Map([...byOrder].map(([order, rows]) => [order, rows.filter(({ ofkit }) => ofkit !== 'T')])));
}

/** Those that a supplier sends; none where the account does not have what says so. */
export async function dropShippedBy(client: NetsuiteClient, orders: string[]): ByOrder {
  const found = await allBy(client, orders, dropShipped);
  return isLacking(found, /\bdropship\b/i) ? { ok: true, value: new Map() } : found;
}

/** Whether a query was refused for a column or table that the account does not have. */
function isLacking(found: Result<unknown>, name: RegExp): boolean {
  if (found.ok || found.failure.kind !== 'rejected') return false;
  const { reason } = found.failure;
  return reason.code === 'their_words' && name.test(reason.text);
}

/** By SKU, how many pieces are in the unit that NetSuite counts the stock of an item in; null where the role may not see that unit. */
export type StockUnits = Map<string, number | null>;

/** Of items that are counted in a unit; of none where the account does not have the feature. */
export async function stockUnitsBy(client: NetsuiteClient, skus: string[]): Promise<Result<StockUnits>> {
  const found = await client.query(stockUnits(skus));
  if (isLacking(found, /\bstockunit\b/i)) return { ok: true, value: new Map() };
  if (!found.ok) return found;
  const units = (found.value.rows as Row[]).map(({ sku, unit }) => [String(sku), String(unit)] as const);
  const numbers = units.flatMap(([, unit]) => (/^\d+$/.test(unit) ? [unit] : []));
  const rates = await rowsBy(client, numbers, 'unit', unitRates);
  if (!rates.ok && !isLacking(rates, /\bunitstypeuom\b/i)) return rates;
  const byUnit = rates.ok ? rates.value : new Map<string, Row[]>();
  const eachOf = (unit: string) => wire.unitRate.safeParse(byUnit.get(unit)?.[0]).data?.each ?? null;
  return { ok: true, value: new Map(units.map(([sku, unit]) => [sku, eachOf(unit)])) };
}

/**
 * Whether items are counted in units that the role may not see: SuiteQL leaves them out. Where it cannot be asked, as in an account that
 * has no units, none is known to be hidden.
 */
export async function hidesUnits(client: NetsuiteClient): Promise<boolean> {
  const found = await client.query(anyStockUnit, 1);
  const [row] = (found.ok ? found.value.rows : []) as Row[];
  const unit = String(row?.unit ?? '');
  if (!/^\d+$/.test(unit)) return false;
  const rates = await client.query(unitRates([unit]), 1);
  return rates.ok ? rates.value.rows.length === 0 : isLacking(rates, /\bunitstypeuom\b/i);
}

async function allBy(client: NetsuiteClient, orders: string[], query: (orders: string[], last: LinePlace | null) => string): ByOrder {
  const byOrder = new Map<string, Row[]>();
  if (orders.length === 0) return { ok: true, value: byOrder };
  let last: LinePlace | null = null;
  for (;;) {
    const found: Awaited<ReturnType<NetsuiteClient['query']>> = await client.query(query(orders, last));
    if (!found.ok) return found;
    for (const row of found.value.rows as Row[]) push(byOrder, String(row.transaction), row);
    if (!found.value.more) return { ok: true, value: byOrder };
    last = wire.linePlace.parse(found.value.rows.at(-1));
  }
}

function push(map: Map<string, Row[]>, key: string, row: Row) {
  const rows = map.get(key);
  if (rows) rows.push(row);
  else map.set(key, [row]);
}
