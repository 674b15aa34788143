import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { readWall, writeWall } from './suiteql/masks.ts';
import { lackingColumns, type Permission, permissions, tableStatements, tables } from './tables.ts';

export type Row = Record<string, SQLInputValue>;

/** An account's tables. Writing goes past the role's permissions, `visible` does not. */
export type Books = {
  put: (table: string, row: Row) => void;
  patch: (table: string, where: Row, changes: Row) => void;
  /** Runs SQL on every row, for the stand-in's own rules. */
  rows: <T>(sql: string, ...values: SQLInputValue[]) => T[];
  /** Prepares SQL on the rows that the role may see. */
  visible: DatabaseSync['prepare'];
  nextId: () => number;
  granted: () => Permission[];
  grant: (rights: readonly Permission[]) => void;
  /** What is kept beside the tables, made by `make` the first time. */
  kept: (name: string, make: () => string) => string;
  /** Does the work unless it was done before. */
  once: (name: string, work: () => void) => void;
  clear: () => void;
  close: () => void;
};

/** Opens the tables in a folder's file; in memory without one. */
export function openBooks(folder: string | undefined, name: string): Books {
  const database = openTables(folder, name);
  const prepared = preparing(database);
  const rows = <T>(sql: string, ...values: SQLInputValue[]) => prepared(sql).all(...values) as T[];
  const { kept, once, nextId } = keeping(prepared, rows);
  const grant = (rights: readonly Permission[]) => {
    database.exec('DELETE FROM main.granted');
    for (const right of rights) prepared('INSERT INTO main.granted VALUES (?)').run(right);
  };
  const open = () => once('opened', () => grant(permissions));
  open();
  return {
    ...writing(prepared),
    ...{ rows, grant, kept, once, nextId },
    visible: (sql) => database.prepare(sql),
    granted: () => rows<{ name: Permission }>('SELECT name FROM main.granted').map(({ name }) => name),
    clear: () => {
      for (const table of [...Object.keys(tables), 'kept']) database.exec(`DELETE FROM main."${table}"`);
      open();
    },
    close: () => database.close(),
  };
}

/** With the columns that it lacked, and the functions of NetSuite's SQL. */
function openTables(folder: string | undefined, name: string): DatabaseSync {
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(folder === undefined ? ':memory:' : join(folder, `netsuite-${name}.sqlite`));
  // What was written is safe when this process dies, which is all that a stand-in must survive.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA case_sensitive_like = ON');
  for (const table of Object.keys(tables)) {
    const columns = database.prepare('SELECT name FROM pragma_table_info(?)').all(table);
    for (const statement of lackingColumns(
      table,
      columns.map(({ name }) => String(name)),
    ))
      database.exec(statement);
  }
  database.exec(tableStatements());
  addFunctions(database);
  return database;
}

/** What is kept beside the tables. */
function keeping(prepared: Prepared, rows: Books['rows']): Pick<Books, 'kept' | 'once' | 'nextId'> {
  const kept = (key: string, make: () => string) => {
    const [row] = rows<{ value: string }>('SELECT value FROM main.kept WHERE name = ?', key);
    if (row) return row.value;
    const value = make();
    prepared('INSERT INTO main.kept VALUES (?, ?)').run(key, value);
    return value;
  };
  return {
    kept,
    once: (name, work) => {
      if (rows('SELECT 1 FROM main.kept WHERE name = ?', name).length > 0) return;
      kept(name, () => 'done');
      work();
    },
    nextId: () => {
      prepared("INSERT INTO main.kept VALUES ('last', '1000') ON CONFLICT (name) DO UPDATE SET value = value + 1").run();
      return Number(kept('last', () => '1000'));
    },
  };
}

type Prepared = (sql: string) => StatementSync;

/** The stand-in's own statements are few, and each is prepared once. */
function preparing(database: DatabaseSync): Prepared {
  const statements = new Map<string, StatementSync>();
  return (sql) => {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
}

function writing(prepared: Prepared): Pick<Books, 'put' | 'patch'> {
  // Oracle knows no empty text: it is NULL.
  const values = (row: Row) => Object.values(row).map((value) => (value === '' ? null : value));
  return {
    put: (table, row) => {
      const names = Object.keys(row);
      const list = names.map((name) => `"${name}"`).join(', ');
      prepared(`INSERT INTO main."${table}" (${list}) VALUES (${names.map(() => '?').join(', ')})`).run(...values(row));
    },
    patch: (table, where, changes) => {
      const set = (row: Row) => Object.keys(row).map((name) => `"${name}" = ?`);
      prepared(`UPDATE main."${table}" SET ${set(changes).join(', ')} WHERE ${set(where).join(' AND ')}`).run(
        ...values(changes),
        ...values(where),
      );
    },
  };
}

function addFunctions(database: DatabaseSync) {
  const mask = (read: (value: never, mask: string) => string | number) => (value: SQLInputValue, format: SQLInputValue) =>
    value === null ? null : read(value as never, String(format));
  const toWall = mask((text: string, format) => readWall(text, format));
  database.function(
    'to_char',
    { deterministic: true },
    mask((wall: number, format) => writeWall(wall, format)),
  );
  database.function('to_timestamp', { deterministic: true }, toWall);
  database.function('to_date', { deterministic: true }, toWall);
  database.function('nvl', { deterministic: true }, (value, instead) => value ?? instead);
}
