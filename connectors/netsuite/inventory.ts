import type { z } from 'zod';
import type { Failure, Inventory, InventoryLevel, LevelOutcome, Result } from '../contract.ts';
import { dayOf } from './clock.ts';
import type { Opened } from './opened.ts';
import * as queries from './queries.ts';
import { namesOf } from './reading.ts';
import { because, type NetsuiteReason } from './reasons.ts';
import { rejected } from './refusals.ts';
import { type StockUnits, stockUnitsBy } from './related.ts';
import * as wire from './wire.ts';

/**
 * Stock in NetSuite's books. Only differences can be booked there, as adjustments to an account: what is there is read first, so
 * that setting the same twice books nothing the second time.
 */
export function inventoryOf(opened: Opened): Inventory {
  const { client, subsidiary } = opened;
  return {
    quantity: 'on_hand',
    listLocations: () => namesOf(client, queries.locations(subsidiary)),
    most: 100,
    set: (levels) => setLevels(opened, levels),
  };
}

async function setLevels(opened: Opened, levels: InventoryLevel[]): Promise<Result<LevelOutcome[]>> {
  if (opened.account === '') return rejected('invalid', { code: 'netsuite.no_account' });
  const units = await stockUnitsBy(opened.client, [...new Set(levels.map(({ sku }) => sku))]);
  if (!units.ok) return units;
  const outcomes: LevelOutcome[] = [];
  for (const [location, some] of Map.groupBy(levels, ({ locationId }) => locationId)) {
    const done = await setAt(opened, { location, units: units.value }, some);
    if (!done.ok) return outcomes.length > 0 ? { ok: true, value: outcomes } : done;
    outcomes.push(...done.value);
  }
  return { ok: true, value: outcomes };
}

/** Less than a lease: what was read longer ago is not acted on, because another process may have been given the same to do by then. */
const freshMs = 20_000;

type Stock = z.infer<typeof wire.stock>;
type Change = { level: InventoryLevel; item: string; by: number };
type Shelf = { location: string; units: StockUnits };

async function setAt(opened: Opened, { location, units }: Shelf, levels: InventoryLevel[]): Promise<Result<LevelOutcome[]>> {
  if (!/^\d+$/.test(location)) return rejected('invalid', { code: 'netsuite.no_such_location', location });
  const readAt = opened.now();
  const found = await opened.client.query(queries.stockOf([...new Set(levels.map(({ sku }) => sku))], location));
  if (!found.ok) return found;
  const stock = new Map(
    found.value.rows.flatMap((row) => {
      const parsed = wire.stock.safeParse(row).data;
      return parsed ? [[parsed.sku, parsed] as const] : [];
    }),
  );
  const outcomes: LevelOutcome[] = [];
  const changes: Change[] = [];
  for (const level of levels) {
    const failure = refusalOf(level, stock.get(level.sku), units);
    const { item = '', onhand = 0 } = stock.get(level.sku) ?? {};
    const by = level.quantity - (onhand ?? 0);
    if (failure || by === 0) outcomes.push({ key: level.key, ...(failure ? { failure } : {}) });
    else changes.push({ level, item, by });
  }
  if (opened.now().getTime() - readAt.getTime() > freshMs) return outcomes.length > 0 ? { ok: true, value: outcomes } : stale(opened);
  const adjusted = await adjust(opened, location, changes);
  if (!adjusted.ok) return outcomes.length > 0 ? { ok: true, value: outcomes } : adjusted;
  return { ok: true, value: [...outcomes, ...adjusted.value] };
}

const stale = ({ now }: Opened): Result<never> => ({
  ok: false,
  failure: { kind: 'retry', at: now(), reason: because({ code: 'netsuite.slow_stock' }), maybeDone: false },
});

function refusalOf({ sku }: InventoryLevel, stock: Stock | undefined, units: StockUnits): Failure | null {
  if (!stock) return { kind: 'rejected', code: 'unknown_sku', reason: because({ code: 'netsuite.no_item', sku }) };
  const reason = whyByHand(stock, units.get(sku));
  return reason && { kind: 'rejected', code: 'invalid', reason: because(reason) };
}

/**
 * An adjustment that names no unit is in the stock unit, and nothing documents which one the quantities of SuiteQL are in: what is counted
 * in another unit than pieces is for a person. `each`: how many are in its unit; undefined where it has none.
 */
function whyByHand({ sku, lots, serials }: Stock, each: number | null | undefined): NetsuiteReason | null {
  if (serials) return { code: 'netsuite.by_serials', sku };
  if (lots) return { code: 'netsuite.by_lots', sku };
  if (each === undefined || each === 1) return null;
  return each === null ? { code: 'netsuite.hidden_unit', sku } : { code: 'netsuite.by_units', sku, each };
}

/** All in one adjustment; when NetSuite refuses that, each alone, so that one bad item does not keep the others. */
async function adjust(opened: Opened, location: string, changes: Change[]): Promise<Result<LevelOutcome[]>> {
  if (changes.length === 0) return { ok: true, value: [] };
  const result = await opened.client.adjust(adjustmentOf(opened, location, changes));
  if (result.ok) return { ok: true, value: changes.map(({ level }) => ({ key: level.key })) };
  if (result.failure.kind !== 'rejected') return result;
  if (changes.length === 1) return { ok: true, value: changes.map(({ level }) => ({ key: level.key, failure: result.failure })) };
  const outcomes: LevelOutcome[] = [];
  for (const change of changes) {
    const one = await adjust(opened, location, [change]);
    if (!one.ok) return { ok: true, value: outcomes };
    outcomes.push(...one.value);
  }
  return { ok: true, value: outcomes };
}

function adjustmentOf({ subsidiary, account, zone, now }: Opened, location: string, changes: Change[]) {
  return {
    ...(subsidiary === '' ? {} : { subsidiary: { id: subsidiary } }),
    account: { id: account },
    tranDate: dayOf(zone, now()),
    memo: 'Stock counted by the warehouse',
    inventory: { items: changes.map(({ item, by }) => ({ item: { id: item }, location: { id: location }, adjustQtyBy: by })) },
  };
}
