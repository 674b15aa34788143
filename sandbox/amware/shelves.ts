import type { Journal, Table } from '../journal.ts';
import type { Allocation, Kept } from './wire.ts';

export type StockRow = {
  sku: string;
  warehouse_id: string;
  location: string;
  lot: string | null;
  on_hand: number;
  allocated: number;
  on_hold: number;
} & Kept;

/** The goods of one account, by SKU, warehouse, location and lot. */
export type Shelves = {
  rows: Map<string, StockRow>;
  /** Adds units to a location, which is created when missing. */
  put: (row: Omit<StockRow, 'on_hand' | 'allocated' | 'on_hold'>, units: number, onHold?: number) => void;
  /** Allocates units for each line, or returns the line that cannot be allocated. Without a warehouse: from one that has all, otherwise from any. */
  allocate: (lines: { sku: string; quantity: number }[], warehouseId: string | null) => Allocation[] | { missing: number };
  release: (allocations: Allocation[]) => void;
  /** Takes them off the shelves. Returns them with the serial numbers of the units that left. */
  ship: (allocations: Allocation[]) => Allocation[];
  unitsOf: (sku: string) => number;
};

export function createShelves(journal: Journal, name: string): Shelves {
  const table = journal.table<StockRow>(name);
  const stock: Stock = { table, bySku: new Map() };
  for (const [key, row] of table.rows) index(stock, key, row);
  return {
    rows: table.rows,
    put: (place, units, onHold = 0) => {
      const key = [place.sku, place.warehouse_id, place.location, place.lot ?? ''].join('|');
      const row = table.rows.get(key);
      const serials = place.serials && { serials: [...(row?.serials ?? []), ...place.serials] };
      if (row) return table.patch(key, { on_hand: row.on_hand + units, on_hold: row.on_hold + onHold, ...serials });
      const shelf = { ...place, on_hand: units, allocated: 0, on_hold: onHold };
      table.put(key, shelf);
      index(stock, key, shelf);
    },
    allocate: (lines, warehouseId) => {
      const first = allocateFrom(stock, lines, warehouseId ?? 'KY1');
      return Array.isArray(first) || warehouseId !== null ? first : allocateFrom(stock, lines, null);
    },
    release: (allocations) => release(stock, allocations),
    unitsOf: (sku) => (stock.bySku.get(sku) ?? []).reduce((sum, key) => sum + (table.rows.get(key)?.on_hand ?? 0), 0),
    ship: (allocations) => allocations.map((allocation) => send(table, allocation)),
  };
}

function send(table: Table<StockRow>, allocation: Allocation): Allocation {
  const row = table.rows.get(allocation.row);
  if (!row) return allocation;
  const { serials, allocated, on_hand } = row;
  const { quantity } = allocation;
  const left = { allocated: allocated - quantity, on_hand: on_hand - quantity };
  table.patch(allocation.row, serials ? { ...left, serials: serials.slice(quantity) } : left);
  return serials ? { ...allocation, serials: serials.slice(0, quantity) } : allocation;
}

type Stock = { table: Table<StockRow>; bySku: Map<string, string[]> };

function index({ bySku }: Stock, key: string, { sku }: StockRow) {
  bySku.set(sku, [...(bySku.get(sku) ?? []), key]);
}

function allocateFrom(stock: Stock, lines: { sku: string; quantity: number }[], warehouseId: string | null) {
  const all: Allocation[] = [];
  for (const [line, { sku, quantity }] of lines.entries()) {
    const taken = take(stock, sku, quantity, line, warehouseId);
    if (!taken) {
      release(stock, all);
      return { missing: line };
    }
    all.push(...taken);
  }
  return all;
}

function take(stock: Stock, sku: string, quantity: number, line: number, warehouseId: string | null): Allocation[] | null {
  const taken: Allocation[] = [];
  let missing = quantity;
  for (const key of stock.bySku.get(sku) ?? []) {
    const row = stock.table.rows.get(key) as StockRow;
    const units = Math.min(missing, available(row));
    if (units <= 0 || (warehouseId !== null && row.warehouse_id !== warehouseId)) continue;
    stock.table.patch(key, { allocated: row.allocated + units });
    taken.push({ line, row: key, lot: row.lot, quantity: units, ...(row.expires_on ? { expires_on: row.expires_on } : {}) });
    missing -= units;
    if (missing === 0) return taken;
  }
  release(stock, taken);
  return null;
}

function release({ table }: Stock, allocations: Allocation[]) {
  for (const { row: key, quantity } of allocations) table.patch(key, { allocated: (table.rows.get(key)?.allocated ?? 0) - quantity });
}

export function available(row: StockRow): number {
  return row.on_hand - row.allocated - row.on_hold;
}
