import { z } from 'zod';
import type { CountedFrom, Cursor, Page, Result, StockRow, Unreadable } from '../contract.ts';
import { firstIssue, idIn } from '../http/records.ts';
import { mapResult } from '../http/result.ts';
import type { ShipBobClient } from './client.ts';
import { beginning, everyPage, follow, trailIn } from './pages.ts';
import type { Quantities } from './wire-goods.ts';
import * as goods from './wire-goods.ts';

type Stock = Result<Page<StockRow> & CountedFrom>;

const placeIn = z.object({
  ...{ next: z.string().max(2000).nullable(), takenAt: z.string().transform((text) => new Date(text)) },
  trail: trailIn,
});

/**
 * All there is, by building, inventory and lot. ShipBob keeps no snapshot: it is as of when the request for its first page left, after that
 * waited for its turn. A page of buildings is read, and of
 * the same goods the lots; what a building has beyond its lots is of no lot. Two products may have one SKU, on pages far from each other:
 * each has an inventory of its own, which is where its units lie.
 */
export async function readStock(client: ShipBobClient, cursor: Cursor | null, now: () => Date): Promise<Stock> {
  const { next, takenAt: begunAt, trail } = placeIn.safeParse(cursor).data ?? { next: null, takenAt: null, trail: beginning };
  const page = await client.levels(next);
  if (!page.ok) return page;
  const { body, leftAt } = page.value;
  const takenAt = begunAt ?? leftAt;
  const { items, unreadable } = eachOf(goods.stocked, body.items ?? []);
  const lots = await readLots(
    client,
    items.map(({ inventory_id }) => inventory_id),
    now,
  );
  if (!lots.ok) return lots;
  const rows = items.flatMap((item) => rowsOf(item, lots.value.found.get(item.inventory_id) ?? []));
  const onward = body.next ?? null;
  const followed = onward === null ? { ok: true as const, value: beginning } : follow(trail, onward, now);
  if (!followed.ok) return followed;
  return {
    ok: true,
    value: {
      ...{ records: summed(rows), unreadable: [...unreadable, ...lots.value.unreadable], gone: [] },
      ...{ next: { next: onward, takenAt: takenAt.toISOString(), trail: followed.value }, more: onward !== null, takenAt },
      takenUntil: now(),
    },
  };
}

function eachOf<T>(reads: z.ZodType<T>, raws: readonly unknown[]): { items: T[]; unreadable: Unreadable[] } {
  const read = raws.map((raw) => ({ raw, parsed: reads.safeParse(raw) }));
  return {
    items: read.flatMap(({ parsed }) => parsed.data ?? []),
    unreadable: read.flatMap(({ raw, parsed }) =>
      parsed.success ? [] : { remoteId: idIn(raw, ['inventory_id', 'sku']), reason: firstIssue(parsed.error), raw },
    ),
  };
}

type Lot = Quantities & { lot: string | null };
type Lots = { found: Map<string, Lot[]>; unreadable: Unreadable[] };

/** Goods whose lots cannot be read are there all the same, of no lot. */
async function readLots(client: ShipBobClient, inventoryIds: readonly string[], now: () => Date): Promise<Result<Lots>> {
  if (inventoryIds.length === 0) return { ok: true, value: { found: new Map(), unreadable: [] } };
  const raws = await everyPage<unknown>((next) => client.lots(inventoryIds, next), now);
  return mapResult(raws, (all) => {
    const { items, unreadable } = eachOf(goods.lotted, all);
    const found: Lots['found'] = new Map();
    for (const { inventory_id, lots } of items) {
      const of = lots.flatMap(({ lot_number, locations }) => locations.map((each) => ({ ...each, lot: lot_number })));
      found.set(inventory_id, [...(found.get(inventory_id) ?? []), ...of]);
    }
    return { found, unreadable };
  });
}

type Stocked = { inventory_id: string; sku: string; locations: readonly Quantities[] };

function rowsOf({ inventory_id: inventory, sku, locations }: Stocked, lots: readonly Lot[]): StockRow[] {
  return [...Map.groupBy(locations, ({ location_id }) => location_id).values()].flatMap((rows) => {
    const building = sumOf(rows);
    const here = lots.filter(({ location_id, lot }) => location_id === building.location_id && lot !== null);
    const rest = less(building, here);
    const ofLots = here.map((lot) => ({ ...rowOf(lot, lot.lot), sku, location: inventory }));
    return rest.on_hand_quantity > 0 || ofLots.length === 0 ? [...ofLots, { ...rowOf(rest, null), sku, location: inventory }] : ofLots;
  });
}

const sumOf = (rows: readonly Quantities[]) =>
  rows.reduce((sum, row) => ({
    location_id: sum.location_id,
    on_hand_quantity: sum.on_hand_quantity + row.on_hand_quantity,
    committed_quantity: sum.committed_quantity + row.committed_quantity,
    fulfillable_quantity: sum.fulfillable_quantity + row.fulfillable_quantity,
  }));

/** Two dates may have one lot: what is of one inventory, building and lot is one row. */
function summed(rows: readonly StockRow[]): StockRow[] {
  const sums = new Map<string, StockRow>();
  for (const row of rows) {
    const key = JSON.stringify([row.sku, row.warehouseId, row.location, row.lot]);
    const { onHand, allocated, onHold, available } = sums.get(key) ?? { onHand: 0, allocated: 0, onHold: 0, available: 0 };
    sums.set(key, {
      ...row,
      ...{ onHand: onHand + row.onHand, allocated: allocated + row.allocated },
      ...{ onHold: onHold + row.onHold, available: available + row.available },
    });
  }
  return [...sums.values()];
}

function less(building: Quantities, lots: readonly Lot[]): Quantities {
  const left = (of: (row: Quantities) => number) => Math.max(0, of(building) - lots.reduce((sum, lot) => sum + of(lot), 0));
  return {
    location_id: building.location_id,
    on_hand_quantity: left((row) => row.on_hand_quantity),
    committed_quantity: left((row) => row.committed_quantity),
    fulfillable_quantity: left((row) => row.fulfillable_quantity),
  };
}

/** Of what is there, what is neither promised nor can be sent is held back. */
function rowOf(
  { location_id, on_hand_quantity, committed_quantity, fulfillable_quantity }: Quantities,
  lot: string | null,
): Omit<StockRow, 'sku' | 'location'> {
  const available = Math.min(Math.max(0, fulfillable_quantity), Math.max(0, on_hand_quantity));
  const allocated = Math.max(0, committed_quantity);
  return {
    ...{ warehouseId: location_id, lot, onHand: Math.max(0, on_hand_quantity), allocated },
    ...{ onHold: Math.max(0, on_hand_quantity - allocated - available), available },
  };
}
