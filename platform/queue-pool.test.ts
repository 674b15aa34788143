import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../test/database.ts';
import { QueuePool } from './queue-pool.ts';
import { steadyPool } from './steady.ts';

const own = testDatabase();

test('a connection that is given back twice is given back once, and serves others', async () => {
  const pool = steadyPool(new QueuePool({ connectionString: own.url, max: 1 }));
  onTestFinished(() => pool.end());
  const release = await new Promise<(error?: boolean | Error) => void>((resolve, reject) => {
    pool.connect((error, _, done) => (error ? reject(error) : resolve(done)));
  });
  release();
  const other = await pool.connect();
  // The other one keeps it.
  release();
  expect([pool.totalCount, pool.idleCount]).toEqual([1, 0]);
  other.release();
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});
