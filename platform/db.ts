import pg from 'pg';

/** The pool of a process. Only tenant.ts takes connections from it. */
export type Database = { pool: pg.Pool; close: () => Promise<void> };

export type DatabaseOptions = { url: string; connections?: number; name?: string };

/** Parses int8 as a number: our ids are far below 2^53. Dates without time and numerics stay text. */
const types = new pg.TypeOverrides();
types.setTypeParser(20, Number);
types.setTypeParser(1082, (day) => day);

/** Opens the pool. Every connection runs as `crossdock_app`, the role that row-level security binds. */
export function openDatabase({ url, connections = 20, name = 'crossdock' }: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    types,
    application_name: name,
    options: '-c role=crossdock_app -c idle_in_transaction_session_timeout=60000',
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
  });
  // A connection that the server closed is replaced at its next use, idle or in between two statements of a transaction;
  // without a listener it would end the process.
  pool.on('error', () => undefined).on('connect', (client) => void client.on('error', () => undefined));
  return { pool, close: () => pool.end() };
}

/** Whether a retry may succeed: the connection broke, the server restarts or is full, or two transactions conflicted. */
export function isPassing(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as { code?: unknown; message?: string };
  // SQLSTATE classes: connection, rollback, resources, intervention. Node's own codes begin with E. The driver's have none.
  return (
    /^(08|40|53|57|E[A-Z]+$)/.test(String(code)) || /connection (terminated|error)|timeout exceeded when trying to connect/i.test(message)
  );
}
