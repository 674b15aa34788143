import { kill } from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../test/database.ts';
import { keepListening } from './keep-listening.ts';

const own = testDatabase();
const ours = async () =>
  (
    await own.sql<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and application_name = 'crossdock-live' order by pid`,
    )
  ).map(({ pid }) => pid);

test('a connection that no longer replies is replaced, though nobody has ended it', async () => {
  const begun: number[] = [];
  const onListening = () => void begun.push(begun.length);
  const close = keepListening({ url: own.url, reconnectMs: 1, aliveMs: 2_000, channels: {}, onListening });
  await expect.poll(() => begun.length).toBeGreaterThan(0);
  const before = begun.length;
  const [pid = expect.unreachable()] = await ours();
  // Its process does nothing any more, and its socket stays open.
  kill(pid, 'SIGSTOP');
  onTestFinished(() => void kill(pid, 'SIGCONT'));
  await expect.poll(() => begun.length).toBeGreaterThan(before);
  await close();
});

test('one whose listening fails leaves no connection behind', async () => {
  const seen = new Set<number>();
  const close = keepListening({ url: own.url, reconnectMs: 1, channels: { '': () => undefined }, onListening: () => expect.unreachable() });
  const together = async () => {
    const now = await ours();
    for (const pid of now) seen.add(pid);
    return now.length;
  };
  while (seen.size < 8) await together();
  // Those that were dropped may take a moment to end.
  await expect.poll(together).toBeLessThan(4);
  await close();
});
