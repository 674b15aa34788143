import { expect, test } from 'vitest';
import { anotherWeb, keyOf, use } from '../../../../test/keys.ts';
import { testWeb } from '../../../../test/web.ts';
import { openDirectory } from '../../accounts/people/directory.ts';
import { openKeyCalls } from './calls.ts';
import { CallCounts, limits } from './counts.ts';
import { failures } from './failures.ts';

const own = testWeb();
const call = { accountId: 1, keyId: 1, address: '203.0.113.1' };

test('a key has 600 calls a minute, an account 1,800, and both anew in the next', () => {
  let now = 60_000;
  const counts = new CallCounts(() => now);
  const take = (keyId: number) => counts.take({ ...call, keyId });
  expect(take(1)).toEqual({ left: { key: 599, account: 1_799 }, seconds: 60, over: null });
  for (let n = 1; n < limits.key; n++) take(1);
  now += 30_500;
  expect(take(1)).toEqual({ left: { key: 0, account: 1_200 }, seconds: 30, over: 'key' });
  for (let n = 0; n < 600; n++) for (const keyId of [2, 3]) take(keyId);
  expect(take(4)).toMatchObject({ left: { account: 0 }, over: 'account' });
  now += 30_000;
  expect(take(1)).toMatchObject({ left: { key: 599, account: 1_799 }, over: null });
});

test('calls at the end of a minute take nothing from the next, written or not', () => {
  let now = 119_900;
  const counts = new CallCounts(() => now);
  for (let n = 0; n < limits.key; n++) counts.take(call);
  now = 120_100;
  expect(counts.take(call)).toMatchObject({ left: { key: 599, account: 1_799 } });
  const [use] = counts.takeUses();
  expect(use).toMatchObject({ minute: 2, calls: 1 });
  counts.learn([{ account_id: 1, key_id: 1, minute: 2, calls: 1, of_account: 1 }]);
  expect(counts.take(call)).toMatchObject({ left: { key: 598, account: 1_798 } });
  now = 180_000;
  counts.learn([{ account_id: 1, key_id: 1, minute: 3, calls: 5, of_account: 5 }]);
  expect(counts.take(call)).toMatchObject({ left: { key: 594, account: 1_794 } });
});

test('what one process counted is known in another after a write, and what is used is written once', async () => {
  const { admin, id } = await keyOf(own);
  const { log } = own.web.parts;
  const directory = openDirectory(own.url);
  // No minute begins in between.
  const now = Date.now();
  const [one, other] = [openKeyCalls(directory, log, () => now), openKeyCalls(directory, log, () => now)];
  const mine = { accountId: admin.accountId, keyId: id, address: '203.0.113.1' };
  for (let n = 0; n < 5; n++) one.take(mine);
  await one.flush();
  other.take(mine);
  await other.flush();
  expect(other.take(mine).left.key).toBe(593);
  await Promise.all([one.close(), other.close()]);
  await directory.close();
  const [use] = await own.sql('select calls, last_address from api_key_uses where key_id = $1', [id]);
  expect(use).toEqual({ calls: 7, last_address: '203.0.113.1' });
});

test('each reply says what is left, a refused one when there is more, and the last hundred calls of a key are kept', async () => {
  const { admin, id, key } = await keyOf(own);
  const web = await anotherWeb(own);
  const first = await use(web, key);
  expect(first.headers['ratelimit-policy']).toBe('"key";q=600;w=60, "account";q=1800;w=60');
  expect(first.headers.ratelimit).toMatch(/^"key";r=599;t=\d+, "account";r=1799;t=\d+$/);
  const statuses = await Promise.all(
    Array.from({ length: 620 }, async () => (await use(web, key, { url: '/v1/key?x=secret' })).statusCode),
  );
  // A minute may begin in between.
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(599);
  await expect.poll(async () => (await own.as(admin, { url: `/api/keys/${id}/calls` })).json().calls.length).toBe(100);
  const { calls } = (await own.as(admin, { url: `/api/keys/${id}/calls` })).json();
  expect(calls[0]).toMatchObject({ method: 'GET', path: '/v1/key' });
  expect(JSON.stringify(calls)).not.toContain('secret');
  const over = statuses.filter((status) => status === 429).length;
  expect(over + statuses.filter((status) => status === 200).length).toBe(620);
});

test('an address that tries many keys is sent away for the rest of the minute, and others are not', async () => {
  let now = 0;
  const failed = failures(() => now);
  for (let n = 0; n < 60; n++) failed.note('203.0.113.1');
  expect(() => failed.check('203.0.113.1')).toThrow('Too many wrong keys came from this address. Try again in 60 seconds.');
  expect(() => failed.check('203.0.113.2')).not.toThrow();
  now += 60_000;
  expect(() => failed.check('203.0.113.1')).not.toThrow();
});
