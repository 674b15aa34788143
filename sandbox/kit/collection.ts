import type { Clock } from '../clock.ts';
import type { Table } from '../journal.ts';

/** What every record has beside its own fields. Times are milliseconds since 1970. */
export type Kept<T> = T & { id: number; createdAt: number; changedAt: number };

export type Happening = 'created' | 'updated' | 'deleted';

/** Records of one account that outlive a restart, numbered in the order in which they came. */
export type Collection<T extends object> = {
  /** The fields may depend on the number, as an order's own number does. */
  add: (fields: T | ((id: number) => T)) => Kept<T>;
  /** By its number, as a path has it. */
  get: (id: number | string | undefined) => Kept<T> | undefined;
  /** Changes fields, and the time of the change with them. */
  change: (record: Kept<T>, changes: Partial<T>) => void;
  /** Changes fields alone: the record counts as unchanged, and nobody is told. */
  patch: (record: Kept<T>, changes: Partial<T>) => void;
  remove: (record: Kept<T>) => void;
  /** By number. */
  all: () => Kept<T>[];
  find: (fits: (record: Kept<T>) => boolean) => Kept<T> | undefined;
  /** Is called after each change: for webhooks, and for what follows from it. */
  onChange: (listener: (happening: Happening, record: Kept<T>) => void) => void;
};

export function openCollection<T extends object>(table: Table<Kept<T>>, clock: Clock, firstId: number): Collection<T> {
  const listeners: ((happening: Happening, record: Kept<T>) => void)[] = [];
  const tell = (happening: Happening, record: Kept<T>) => {
    for (const listener of listeners) listener(happening, record);
  };
  let last = Math.max(firstId - 1, ...[...table.rows.values()].map(({ id }) => id));
  return {
    add(fields) {
      last += 1;
      const now = clock.now();
      const record: Kept<T> = { ...(typeof fields === 'function' ? fields(last) : fields), id: last, createdAt: now, changedAt: now };
      table.put(String(last), record);
      tell('created', record);
      return record;
    },
    get: (id) => table.rows.get(String(id)),
    change(record, changes) {
      table.patch(String(record.id), { ...changes, changedAt: clock.now() } as Partial<Kept<T>>);
      tell('updated', record);
    },
    patch: (record, changes) => table.patch(String(record.id), changes as Partial<Kept<T>>),
    remove(record) {
      table.remove(String(record.id));
      tell('deleted', record);
    },
    all: () => [...table.rows.values()].sort((a, b) => a.id - b.id),
    find: (fits) => table.rows.values().find(fits),
    onChange: (listener) => void listeners.push(listener),
  };
}

/** Numbers of what is no record of its own, as the lines of an order; they too go on after a restart. */
export function openNumbers(table: Table<{ last: number }>, firstId: number): () => number {
  return () => {
    const last = (table.rows.get('last')?.last ?? firstId - 1) + 1;
    table.put('last', { last });
    return last;
  };
}
