import { sql } from 'kysely';
import { type Database, openDatabase } from '../platform/db.ts';
import { inNoAccount } from '../platform/tenant.ts';
import type { TestDatabase } from './database.ts';

/** How many rows of a table are read while something is done by the connection that it is given. */
export async function rowsRead(own: TestDatabase, table: string, work: (database: Database) => Promise<unknown>): Promise<number> {
  const database = openDatabase({ url: own.url, connections: 1 });
  const read = async () => {
    // What a session has counted is otherwise told once a second.
    await inNoAccount(database, (db) => sql`select pg_stat_force_next_flush()`.execute(db));
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
