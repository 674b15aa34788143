import { sql } from 'kysely';
import { type Database, openDatabase } from '../platform/db.ts';
import { inNoAccount } from '../platform/tenant.ts';
import type { TestDatabase } from './database.ts';

/**
 * How many rows of a table are read while something is done by the connection that it is given. What other sessions of the test read before
 * is told by then, and not counted.
 */
export async function rowsRead(own: TestDatabase, table: string, work: (database: Database) => Promise<unknown>): Promise<number> {
  const database = openDatabase({ url: own.url, connections: 1 });
  // What a session has counted is otherwise told once a second, or once it has been idle for ten.
  const tell = (by: Database) => inNoAccount(by, (db) => sql`select pg_stat_force_next_flush()`.execute(db));
  const read = async () => {
    await own.sql('select pg_stat_force_next_flush()');
    await tell(own.database);
    await tell(database);
    const [counted] = await own.sql<{ n: number }>(
      'select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as n from pg_stat_user_tables where relname = $1',
      [table],
    );
    return counted?.n ?? 0;
  };
  try {
    const before = await read();
    await work(database);
    return (await read()) - before;
  } finally {
    await database.close();
  }
}
