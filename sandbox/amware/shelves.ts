import type { Journal } from '../journal.ts';
import type { Allocation } from './wire.ts';

export type StockRow = {
  sku: string;
  warehouse_id: string;
  location: string;
  lot: string | null;
  on_hand: number;
  allocated: number;
  on_hold: number;
};

/** The goods of one account, by SKU, warehouse, location and lot. */
export type Shelves = {
  rows: Map<string, StockRow>;
  /** Adds units to a place, which is made when there is none. */
  put: (row: Omit<StockRow, 'on_hand' | 'allocated' | 'on_hold'>, units: number, onHold?: number) => void;
  /** Promises units for each line, or says which line cannot be had. Without a warehouse: one that has all, else from anywhere. */
  allocate: (lines: { sku: string; quantity: number }[], warehouseId: string | null) => Allocation[] | { missing: number };
  release: (allocations: Allocation[]) => void;
  ship: (allocations: Allocation[]) => void;
  unitsOf: (sku: string) => number;
};

export function createShelves(journal: Journal, name: string): Shelves {
  const table = journal.table<StockRow>(name);
  const bySku = new Map<string, string[]>();
  const index = (key: string, { sku }: StockRow) => bySku.set(sku, [...(bySku.get(sku) ?? []), key]);
  for (const [key, row] of table.rows) index(key, row);

  const take = (sku: string, quantity: number, line: number, fits: (row: StockRow) => boolean): Allocation[] | null => {
    const taken: Allocation[] = [];
    let missing = quantity;
    for (const key of bySku.get(sku) ?? []) {
      const row = table.rows.get(key) as StockRow;
      const units = Math.min(missing, available(row));
      if (units <= 0 || !fits(row)) continue;
      table.patch(key, { allocated: row.allocated + units });
      taken.push({ line, row: key, lot: row.lot, quantity: units });
      missing -= units;
      if (missing === 0) return taken;
    }
    release(taken);
    return null;
  };
  const release = (allocations: Allocation[]) => {
    for (const { row: key, quantity } of allocations) table.patch(key, { allocated: (table.rows.get(key)?.allocated ?? 0) - quantity });
  };
  const allocateWhere = (lines: { sku: string; quantity: number }[], fits: (row: StockRow) => boolean) => {
    const all: Allocation[] = [];
    for (const [line, { sku, quantity }] of lines.entries()) {
      const taken = take(sku, quantity, line, fits);
      if (!taken) {
        release(all);
        return { missing: line };
      }
      all.push(...taken);
    }
    return all;
  };
  return {
    rows: table.rows,
    put: (place, units, onHold = 0) => {
      const key = [place.sku, place.warehouse_id, place.location, place.lot ?? ''].join('|');
      const row = table.rows.get(key);
      if (row) return table.patch(key, { on_hand: row.on_hand + units, on_hold: row.on_hold + onHold });
      const made = { ...place, on_hand: units, allocated: 0, on_hold: onHold };
      table.put(key, made);
      index(key, made);
    },
    allocate: (lines, warehouseId) => {
      if (warehouseId !== null) return allocateWhere(lines, (row) => row.warehouse_id === warehouseId);
      const home = allocateWhere(lines, (row) => row.warehouse_id === 'KY1');
      return Array.isArray(home) ? home : allocateWhere(lines, () => true);
    },
    release,
    unitsOf: (sku) => (bySku.get(sku) ?? []).reduce((sum, key) => sum + (table.rows.get(key)?.on_hand ?? 0), 0),
    ship: (allocations) => {
      for (const { row: key, quantity } of allocations) {
        const row = table.rows.get(key);
        if (row) table.patch(key, { allocated: row.allocated - quantity, on_hand: row.on_hand - quantity });
      }
    },
  };
}

export function available(row: StockRow): number {
  return row.on_hand - row.allocated - row.on_hold;
}
