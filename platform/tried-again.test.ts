import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../test/database.ts';
import { openDatabase } from './db.ts';
import { inTenant } from './tenant.ts';

const own = testDatabase();

test('a transaction that did not get a lock in time runs again, and nobody hears of it', async () => {
  const impatient = openDatabase({ url: own.url, connections: 2, readers: 1, patience: { statementMs: 10_000, lockMs: 100 } });
  onTestFinished(() => impatient.close());
  const [account] = await own.sql<{ id: string }>(`insert into accounts (name, timezone) values ('One', 'UTC') returning id`);
  const actor = { accountId: Number(account?.id), userId: null };
  const lock = sql`select from accounts where id = ${actor.accountId} for update`;
  const released = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holder = inTenant(own.database, actor, async ({ db }) => {
    await lock.execute(db);
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  let tries = 0;
  const result = await inTenant(impatient, actor, async ({ db }) => {
    tries += 1;
    if (tries === 2) {
      released.resolve();
      await holder;
    }
    await lock.execute(db);
    return 'done';
  });
  expect([result, tries]).toEqual(['done', 2]);
});

test('a transaction that went on without a statement that failed is not taken for one that was committed', async () => {
  const [account] = await own.sql<{ id: string }>(`insert into accounts (name, timezone) values ('Two', 'UTC') returning id`);
  const actor = { accountId: Number(account?.id), userId: null };
  const forgetful = inTenant(own.database, actor, async ({ db }) => {
    await sql`select 1 / 0`.execute(db).catch(() => undefined);
    return 'done';
  });
  await expect(forgetful).rejects.toThrow('nothing of it was committed');
});
