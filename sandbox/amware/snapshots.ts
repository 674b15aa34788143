import type { Clock } from '../clock.ts';
import { available, type Shelves, type StockRow } from './shelves.ts';

type Snapshot = { id: number; takenAt: number; rows: (StockRow & { available: number })[] };
export type StockPage = { taken_at: string; rows: Snapshot['rows']; next: string; more: boolean; total: number };

/** Snapshots of all stock, read in pages; each can be read for 15 minutes. */
export type Snapshots = {
  /** A page of a new snapshot, or of the one that the cursor belongs to. */
  read: (after: string | null, limit: number) => StockPage | 'expired' | 'invalid';
};

const livesMs = 15 * 60_000;
const mostKept = 20;

export function createSnapshots(shelves: Shelves, clock: Clock): Snapshots {
  const kept = new Map<number, Snapshot>();
  let lastId = clock.now();
  const take = (): Snapshot => {
    lastId += 1;
    const rows = [...shelves.rows.values()].map((row) => ({ ...row, available: available(row) }));
    const snapshot = { id: lastId, takenAt: clock.now(), rows };
    kept.set(lastId, snapshot);
    if (kept.size > mostKept) kept.delete(kept.keys().next().value ?? 0);
    return snapshot;
  };
  return {
    read: (after, limit) => {
      if (after === null) return pageOf(take(), 0, limit);
      const found = /^snap:(\d+):(\d+)$/.exec(Buffer.from(after, 'base64url').toString());
      if (!found) return 'invalid';
      const snapshot = kept.get(Number(found[1]));
      if (!snapshot || clock.now() > snapshot.takenAt + livesMs) return 'expired';
      return pageOf(snapshot, Number(found[2]), limit);
    },
  };
}

function pageOf({ id, takenAt, rows }: Snapshot, from: number, limit: number): StockPage {
  const to = Math.min(from + limit, rows.length);
  return {
    taken_at: new Date(takenAt).toISOString(),
    rows: rows.slice(from, to),
    next: Buffer.from(`snap:${id}:${to}`).toString('base64url'),
    more: to < rows.length,
    total: rows.length,
  };
}
