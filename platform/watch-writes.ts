import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';

/** What a call wrote to the database, and whether it left an audit row. */
type Watch = { tables: Set<string>; audited: boolean };

/** In tests alone: see `mustAudit`. */
const watches = new AsyncLocalStorage<Watch>();

/**
 * Runs a call that changes something, and throws when it wrote to a table without writing an audit row. Tests run every call
 * of the product under it, so that a command that forgets its audit row fails wherever it is tested.
 */
export async function mustAudit<T>(name: string, call: () => Promise<T>): Promise<T> {
  const watch: Watch = { tables: new Set(), audited: false };
  const result = await watches.run(watch, call);
  if (watch.tables.size > 0 && !watch.audited) throw new Error(`${name} changed ${[...watch.tables].join(', ')} and wrote no audit row.`);
  return result;
}

/** An audit row is being written. */
export function noteAudit(): void {
  const watch = watches.getStore();
  if (watch) watch.audited = true;
}

/** A statement outside of `inTenant`: that of sign-in. */
export function noteStatement(text: string): void {
  const [, table] = /(?:insert into|update|delete from) (\w+)/.exec(text) ?? [];
  if (table && !bookkeeping.includes(table)) watches.getStore()?.tables.add(table);
}

/** Runs a transaction's work; under `mustAudit`, notes the tables that it writes to. */
export async function watchWrites<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  const watch = watches.getStore();
  if (!watch) return work();
  const before = await rowsWritten(client);
  const result = await work();
  for (const [table, rows] of await rowsWritten(client)) if (rows > (before.get(table) ?? 0)) watch.tables.add(table);
  return result;
}

/** By table. Also counts what this connection wrote just before, which the statistics have not taken over yet. */
async function rowsWritten(client: pg.ClientBase): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; rows: number }>(
    `select relname as name, (n_tup_ins + n_tup_upd + n_tup_del)::float as rows from pg_stat_xact_user_tables
     where schemaname = 'public' and n_tup_ins + n_tup_upd + n_tup_del > 0 and relname <> all($1)`,
    [bookkeeping],
  );
  return new Map(rows.map(({ name, rows }) => [name, rows]));
}

/** What the product notes about its own work. */
const bookkeeping = [
  'rate_buckets',
  'recent_requests',
  'api_replies',
  'exchanges',
  'connection_tokens',
  'audit_entries',
  'account_access_log',
  'sign_in_attempts',
  'outbox_mails',
];
