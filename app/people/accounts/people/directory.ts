import pg from 'pg';
import { loginUrl } from '../../../../platform/login-url.ts';
import { aliveChecks, steadyPool } from '../../../../platform/steady.ts';
import { noteStatement } from '../../../../platform/watch-writes.ts';

/**
 * Reads and writes people, accounts, memberships and sessions across accounts, under a database role that sees nothing
 * else (db/migrations/0002_accounts_and_people.sql). Opened by app/people/accounts alone.
 */
export type Directory = {
  /** `$1`… in `text`; `name` makes it a prepared statement. */
  query: <Row extends pg.QueryResultRow>(text: string, values?: unknown[], name?: string) => Promise<Row[]>;
  /** Runs `work` in a transaction. */
  transaction: <T>(work: (query: Directory['query']) => Promise<T>) => Promise<T>;
  /** The pool, for better-auth, which writes its own statements. */
  pool: pg.Pool;
  close: () => Promise<void>;
};

/** Parses int8 as a number: ids and times in ms are far below 2^53. */
const types = new pg.TypeOverrides();
types.setTypeParser(20, Number);

/** Opens it with few connections: sessions are cached, and sign-ins are rare. */
export function openDirectory(databaseUrl: string, connections = 4): Directory {
  const pool = steadyPool(
    new pg.Pool({
      connectionString: loginUrl(databaseUrl, 'crossdock_sign_in'),
      max: connections,
      types,
      application_name: 'crossdock-sign-in',
      connectionTimeoutMillis: 10_000,
      ...aliveChecks,
    }),
  );
  return { query: queryOn(pool), transaction: (work) => transact(pool, work), pool, close: () => pool.end() };
}

const queryOn =
  (client: pg.Pool | pg.PoolClient): Directory['query'] =>
  async (text, values = [], name) => {
    noteStatement(text);
    return (await client.query({ text, values, ...(name && { name }) })).rows;
  };

async function transact<T>(pool: pg.Pool, work: (query: Directory['query']) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(queryOn(client));
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
