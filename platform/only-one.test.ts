import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../test/database.ts';
import { onlyOne } from './only-one.ts';

const own = testDatabase();
const lock = 4_711;

function process() {
  const claim = onlyOne(own.url, lock);
  onTestFinished(() => claim.close());
  return claim;
}
const sessions = async () =>
  (
    await own.sql<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'crossdock-claim' and datname = current_database()`,
    )
  ).map(({ pid }) => pid);

test('of those that share a database one has the claim, by one session, however many ask at once', async () => {
  const [first, second] = [process(), process()];
  expect(await Promise.all([first.mine(), first.mine(), first.mine()])).toEqual([true, true, true]);
  expect(await sessions()).toHaveLength(1);
  expect([await second.mine(), await first.mine()]).toEqual([false, true]);
  await first.close();
  await expect.poll(() => second.mine()).toBe(true);
});

test('whoever loses the session has no claim, and takes it again where it is free', async () => {
  const claim = process();
  await expect.poll(() => claim.mine()).toBe(true);
  const [pid] = await sessions();
  await own.sql('select pg_terminate_backend($1, 5000)', [pid]);
  // The first call may find the session broken.
  await expect.poll(() => claim.mine().catch(() => false)).toBe(true);
  expect(await sessions()).not.toContain(pid);
});
