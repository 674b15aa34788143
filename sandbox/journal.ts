import { createReadStream } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Rows by key in memory; every change is also a line of the journal, so that a restart has its data. */
export type Table<T extends object> = {
  rows: Map<string, T>;
  put: (key: string, row: T) => void;
  /** Changes fields of a row in place. */
  patch: (key: string, changes: Partial<T>) => void;
  remove: (key: string) => void;
};

export type Journal = {
  table: <T extends object>(name: string) => Table<T>;
  clear: () => void;
  stop: () => Promise<void>;
};

type Line = { t: string; k: string; v?: object | null; p?: object };
type Writer = { write: (line: Line) => void; stop: () => Promise<void> };

/**
 * Reads a folder's journal, rewrites it without outdated lines, and appends to it.
 * Without a folder all data stays in memory. Lines are written within 50 ms, and all of them at `stop`.
 */
export async function openJournal(folder: string | undefined): Promise<Journal> {
  const tables = new Map<string, Map<string, object>>();
  const writer = folder === undefined ? silentWriter : await openFile(folder, tables);
  const rowsOf = (name: string) => tables.get(name) ?? tables.set(name, new Map()).get(name) ?? new Map();
  return {
    table: <T extends object>(name: string): Table<T> => {
      const rows = rowsOf(name) as Map<string, T>;
      return {
        rows,
        put: (key, row) => {
          rows.set(key, row);
          writer.write({ t: name, k: key, v: row });
        },
        patch: (key, changes) => {
          const row = rows.get(key);
          if (!row) return;
          Object.assign(row, changes);
          writer.write({ t: name, k: key, p: changes });
        },
        remove: (key) => {
          if (rows.delete(key)) writer.write({ t: name, k: key, v: null });
        },
      };
    },
    clear: () => {
      for (const [name, rows] of tables) {
        for (const key of rows.keys()) writer.write({ t: name, k: key, v: null });
        rows.clear();
      }
    },
    stop: writer.stop,
  };
}

const silentWriter: Writer = { write: () => undefined, stop: async () => undefined };

async function openFile(folder: string, tables: Map<string, Map<string, object>>): Promise<Writer> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'sandbox.jsonl');
  for await (const line of readLines(path)) load(line, tables);
  const file = await open(`${path}.new`, 'w');
  for (const [name, rows] of tables) {
    let text = '';
    for (const [key, row] of rows) {
      text += `${JSON.stringify({ t: name, k: key, v: row })}\n`;
      if (text.length > 1_000_000) {
        await file.appendFile(text);
        text = '';
      }
    }
    await file.appendFile(text);
  }
  await file.sync();
  await rename(`${path}.new`, path);
  return batchedWriter(
    (text) => file.appendFile(text),
    () => file.close(),
  );
}

function batchedWriter(append: (text: string) => Promise<void>, close: () => Promise<void>): Writer {
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  let written = Promise.resolve();
  const flush = () => {
    timer = undefined;
    const text = waiting;
    waiting = '';
    if (text) written = written.then(() => append(text));
    return written;
  };
  return {
    write: (line) => {
      waiting += `${JSON.stringify(line)}\n`;
      timer ??= setTimeout(flush, 50);
    },
    stop: async () => {
      clearTimeout(timer);
      await flush();
      await close();
    },
  };
}

async function* readLines(path: string): AsyncGenerator<string> {
  try {
    yield* createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function load(line: string, tables: Map<string, Map<string, object>>) {
  const entry = readEntry(line);
  if (!entry) return;
  const rows = tables.get(entry.t) ?? new Map<string, object>();
  tables.set(entry.t, rows);
  if (entry.p) Object.assign(rows.get(entry.k) ?? {}, entry.p);
  else if (entry.v) rows.set(entry.k, entry.v);
  else rows.delete(entry.k);
}

/** A killed process may leave an incomplete last line: that change is ignored. */
function readEntry(line: string): Line | null {
  if (line === '') return null;
  try {
    return JSON.parse(line) as Line;
  } catch {
    return null;
  }
}
