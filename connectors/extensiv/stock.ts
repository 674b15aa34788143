import { z } from 'zod';
import type { Cursor, Page, Result, StockRow, Warehouse } from '../contract.ts';
import { firstIssue, idIn } from '../http/records.ts';
import { facilities } from './facilities.ts';
import { dayOf } from './moments.ts';
import type { Opened } from './opened.ts';
import { type Demand, demandOf, stockPage } from './stock-pages.ts';
import { type StockDetail, stockDetail } from './wire-stock.ts';

/** `left`: the facilities that are still to be read, the first from the item `after` on. */
const placeIn = z.object({ takenAt: z.iso.datetime().transform((text) => new Date(text)), left: z.string(), after: z.string() });
type Place = z.infer<typeof placeIn>;
/** `takenAt`: null before the first page is read. */
type Beginning = Omit<Place, 'takenAt'> & { takenAt: Date | null };

/**
 * A count of every facility, one after another. It is as of its beginning: what changes meanwhile, the next one tells. It begins when the
 * first request for stock leaves: what happens while that waits for its turn is in the count.
 */
export function stockOf(opened: Opened): Pick<Warehouse, 'stock'> {
  return {
    async stock(cursor) {
      const place = await placeOf(opened, cursor);
      if (!place.ok) return place;
      const { left, after } = place.value;
      const [facility, ...others] = left.split(',').filter((id) => id !== '');
      if (facility === undefined) {
        const takenAt = place.value.takenAt ?? opened.now();
        return {
          ok: true,
          value: { ...page([], []), takenAt, takenUntil: takenAt, next: cursorOf({ takenAt, left, after }), more: false },
        };
      }
      const read = await stockPage(opened, facility, after);
      if (!read.ok) return read;
      const takenAt = place.value.takenAt ?? read.value.leftAt;
      const rows = await rowsOf(opened, facility, read.value.raws);
      if (!rows.ok) return rows;
      const next = read.value.after === null ? { takenAt, left: others.join(','), after: '0' } : { takenAt, left, after: read.value.after };
      const takenUntil = opened.now();
      return { ok: true, value: { ...rows.value, takenAt, takenUntil, next: cursorOf(next), more: next.left !== '' } };
    },
  };
}

async function placeOf(opened: Opened, cursor: Cursor | null): Promise<Result<Beginning>> {
  const place = placeIn.safeParse(cursor).data;
  if (place) return { ok: true, value: place };
  const fresh = (left: string): Result<Beginning> => ({ ok: true, value: { takenAt: null, left, after: '0' } });
  if (opened.facility !== null) return fresh(opened.facility);
  const found = await facilities(opened);
  return found.ok ? fresh(found.value.map(({ id }) => id).join(',')) : found;
}

const cursorOf = ({ takenAt, ...place }: Place): Cursor => ({ ...place, takenAt: takenAt.toISOString() });
const page = (records: StockRow[], unreadable: Page<StockRow>['unreadable']) => ({ records, unreadable, gone: [] });

async function rowsOf(opened: Opened, facility: string, raws: unknown[]): Promise<Result<Omit<Page<StockRow>, 'next' | 'more'>>> {
  const unreadable: Page<StockRow>['unreadable'] = [];
  const details: StockDetail[] = [];
  for (const raw of raws) {
    const parsed = stockDetail.safeParse(raw);
    if (parsed.success) details.push(parsed.data);
    else unreadable.push({ remoteId: idIn(raw, ['receiveItemId']), reason: firstIssue(parsed.error), raw });
  }
  const items = [...new Set(details.map(({ itemIdentifier }) => itemIdentifier.id))];
  const demand = await demandOf(opened, facility, items);
  return demand.ok ? { ok: true, value: page(stockRows(facility, details, demand.value), unreadable) } : demand;
}

/** Rows by SKU, place and lot. */
export function stockRows(facility: string, details: StockDetail[], demand: ReadonlyMap<string, Demand>): StockRow[] {
  const rows = new Map<string, StockRow>();
  const waiting = waitingFor(details, demand);
  for (const detail of details) {
    const row = rowOf(facility, detail);
    const promised = Math.min(row.available, waiting.get(detail.itemIdentifier.id) ?? 0);
    waiting.set(detail.itemIdentifier.id, (waiting.get(detail.itemIdentifier.id) ?? 0) - promised);
    const key = JSON.stringify([row.sku, row.location, row.lot]);
    rows.set(key, added(rows.get(key), { ...row, available: row.available - promised, allocated: row.allocated + promised }));
  }
  return [...rows.values()];
}

/**
 * Units of each item that orders want, and that are counted as available all the same. The demand is read after the details: what was
 * allocated in between is in neither of the two as waiting, and is what is allocated beyond what the details have.
 */
function waitingFor(details: StockDetail[], demand: ReadonlyMap<string, Demand>): Map<string, number> {
  const ofItem = Map.groupBy(details, ({ itemIdentifier }) => itemIdentifier.id);
  return new Map(
    [...demand].map(([id, { allocated, unallocated }]) => {
      const allocatedInLots = (ofItem.get(id) ?? []).reduce((sum, { onHand, available }) => sum + onHand - available, 0);
      return [id, Math.max(unallocated, allocated + unallocated - allocatedInLots)];
    }),
  );
}

/** What is on hold, quarantined, or a variant that no order of ours names, is there and cannot be sold. */
function rowOf(warehouseId: string, detail: StockDetail): StockRow {
  const { onHand, available, isOnHold, quarantined, qualifier, lotNumber, locationIdentifier, itemIdentifier } = detail;
  const { expirationDate, serialNumber } = detail;
  const isFree = !isOnHold && !quarantined && qualifier === null;
  return {
    ...{ sku: itemIdentifier.sku, warehouseId, location: locationIdentifier?.nameKey?.name ?? '', lot: lotNumber },
    ...{ onHand, allocated: onHand - available, onHold: isFree ? 0 : available, available: isFree ? available : 0 },
    ...{ expiresOn: dayOf(expirationDate), serials: serialNumber === null ? [] : [serialNumber] },
  };
}

const added = (before: StockRow | undefined, row: StockRow): StockRow =>
  before === undefined
    ? row
    : {
        ...row,
        ...{ onHand: before.onHand + row.onHand, allocated: before.allocated + row.allocated },
        ...{ onHold: before.onHold + row.onHold, available: before.available + row.available },
        ...{ expiresOn: earlier(before.expiresOn, row.expiresOn), serials: [...(before.serials ?? []), ...(row.serials ?? [])] },
      };

/** Of goods that lie together under one lot, the first to expire counts. */
const earlier = (a: string | null = null, b: string | null = null) => (a !== null && (b === null || a < b) ? a : b);
