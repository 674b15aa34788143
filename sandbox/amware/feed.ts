import type { Table } from '../journal.ts';
import { OrderedList } from '../ordered-list.ts';
import type { FeedRecord } from './wire.ts';

export type FeedQuery = { after: number | null; since: number | null; limit: number };
export type FeedPage<T> = { records: T[]; next: string; more: boolean; remaining: number };

/** Records in the order of their last change: a record that changes moves to the end. */
export type Feed<T extends FeedRecord> = {
  rows: Map<string, T>;
  enter: (key: string, record: Omit<T, 'sequence' | 'at'>) => T;
  change: (key: string, record: T, changes: Partial<T>) => void;
  read: (query: FeedQuery) => FeedPage<T>;
  /** Forgets a record, as if it had never been. */
  forget: (key: string) => void;
};

/** The account's sequence numbers, shared by all feeds, so that no number is used twice. */
export type Sequence = { last: number };

export function createFeed<T extends FeedRecord>(table: Table<T>, sequence: Sequence, now: () => number): Feed<T> {
  const list = new OrderedList<T>((a, b) => a.sequence - b.sequence);
  for (const record of table.rows.values()) {
    list.insert(record);
    sequence.last = Math.max(sequence.last, record.sequence);
  }
  const place = () => {
    sequence.last += 1;
    return { sequence: sequence.last, at: now() };
  };
  return {
    rows: table.rows,
    enter: (key, fields) => {
      const record = { ...fields, ...place() } as T;
      table.put(key, record);
      list.insert(record);
      return record;
    },
    change: (key, record, changes) => {
      list.remove(record);
      table.patch(key, { ...changes, ...place() });
      list.insert(record);
    },
    forget: (key) => {
      const record = table.rows.get(key);
      if (record) list.remove(record);
      table.remove(key);
    },
    read: ({ after, since, limit }) => {
      const from = start(list, after, since);
      const records = list.slice(from, from + limit);
      const remaining = Math.max(0, list.size - from - records.length);
      // A feed that starts at an instant without later records goes on from the newest number.
      const last = records.at(-1)?.sequence ?? after ?? (since === null ? 0 : sequence.last);
      return { records, next: cursorOf(last), more: remaining > 0, remaining };
    },
  };
}

function start<T extends FeedRecord>(list: OrderedList<T>, after: number | null, since: number | null): number {
  if (after !== null) return list.position((record) => record.sequence > after);
  return since === null ? 0 : list.position((record) => record.at >= since);
}

export function cursorOf(sequence: number): string {
  return Buffer.from(`seq:${sequence}`).toString('base64url');
}

/** The sequence number of a cursor; null when the cursor is unknown. */
export function readCursor(cursor: string): number | null {
  const found = /^seq:(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString());
  return found ? Number(found[1]) : null;
}
