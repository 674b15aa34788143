import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAccount } from '../test/build.ts';
import { testDatabase } from '../test/database.ts';
import { type Database, openDatabase } from './db.ts';
import { inTenant, reading } from './tenant.ts';
import { turns } from './turns.ts';

const own = testDatabase();
let shared: Database;

beforeAll(() => {
  const limited = turns({ each: 2, waiting: 4, refusal: () => new Error('too many') });
  shared = openDatabase({ url: own.url, connections: 3, readers: 3, turns: limited });
});
afterAll(() => shared.close());

test('an account has so many sessions of the database at a time, whether it reads or writes, and another does not wait for it', async () => {
  const [hostile, good] = [await addAccount(own), await addAccount(own)];
  const held = Promise.withResolvers<void>();
  let open = 0;
  const hold = async () => {
    open += 1;
    await held.promise;
    return open;
  };
  const work = [0, 1, 2].flatMap(() => [inTenant(shared, hostile, hold), reading(shared, hostile, hold)]);
  expect(await Promise.all([inTenant(shared, good, async () => 'written'), reading(shared, good, async () => 'read')])).toEqual([
    'written',
    'read',
  ]);
  await expect.poll(() => open).toBe(2);
  await expect(inTenant(shared, hostile, hold)).rejects.toThrow('too many');
  held.resolve();
  await Promise.all(work);
  expect(open).toBe(6);
});

test('a session that fails gives its turn back', async () => {
  const account = await addAccount(own);
  const fail = () => Promise.reject(new Error('no'));
  for (let n = 0; n < 3; n++) {
    await expect(inTenant(shared, account, fail)).rejects.toThrow('no');
    await expect(reading(shared, account, fail)).rejects.toThrow('no');
  }
  expect(await inTenant(shared, account, async () => 'written')).toBe('written');
});
