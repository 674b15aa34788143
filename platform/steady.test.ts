import { Socket } from 'node:net';
import { kill } from 'node:process';
import { expect, onTestFinished, test, vi } from 'vitest';
import { testDatabase } from '../test/database.ts';
import { openDatabase } from './db.ts';
import { QueuePool } from './queue-pool.ts';
import { steadyClient, steadyPool } from './steady.ts';

// What nobody listens to ends the process of the tests as well: the run fails then, whatever these expect.
const own = testDatabase();
const pidOf = async (who: { query: (text: string) => Promise<{ rows: { pid: number }[] }> }) =>
  (await who.query('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0;
const endOf = (pid: number) => own.sql('select pg_terminate_backend($1, 5000)', [pid]);

test('a connection that the server ends between two statements fails the second', async () => {
  const client = steadyClient(own.url);
  await client.connect();
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  await endOf(await pidOf(client));
  await ended;
  await expect(client.query('select 1')).rejects.toThrow('not queryable');
});

test('a pool hears of connections that the server ends while they are idle, in use or closing, and takes others', async () => {
  const lost: string[] = [];
  const pool = steadyPool(new QueuePool({ connectionString: own.url, max: 1 }), ({ message }) => lost.push(message));
  await endOf(await pidOf(pool));
  await expect.poll(() => lost.length).toBeGreaterThan(0);
  const used = await pool.connect();
  await endOf(await pidOf(used));
  await expect(used.query('select 1')).rejects.toThrow();
  used.release(true);
  const pid = await pidOf(pool);
  // Its process does not read the good-bye before it is ended.
  kill(pid, 'SIGSTOP');
  const before = lost.length;
  try {
    await pool.end();
    await own.sql('select pg_terminate_backend($1)', [pid]);
  } finally {
    kill(pid, 'SIGCONT');
  }
  await expect.poll(() => lost.slice(before)).toContain('terminating connection due to administrator command');
});

test('every connection has the system look whether the database is still there', async () => {
  const look = vi.spyOn(Socket.prototype, 'setKeepAlive');
  onTestFinished(() => void look.mockRestore());
  const few = openDatabase({ url: own.url, connections: 1, readers: 1 });
  onTestFinished(() => few.close());
  const { pool, readers, copies, scheduler } = few;
  for (const each of [pool, readers, copies, scheduler]) await each.query('select 1');
  expect(look.mock.calls).toEqual(Array(4).fill([true, 10_000]));
});
