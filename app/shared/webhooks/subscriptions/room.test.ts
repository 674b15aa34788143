import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { startSending } from '../../../../test/webhooks/sending.ts';
import { requireRoom } from './room.ts';

const own = testDatabase();

test('of two webhooks that are made at once where there is room for one, the second is refused', async () => {
  const { subscribe, within, accountId } = await startSending(own, null);
  await own.sql(
    `insert into event_subscriptions (account_id, name, url, types, secret)
     select $1, 'Full ' || n, 'https://receiver.example/hooks', '{order.shipped}', '' from generate_series(1, 19) as n`,
    [accountId],
  );
  let second: Promise<unknown> = Promise.resolve();
  await within(async (tenant) => {
    await requireRoom(tenant);
    await sql`insert into event_subscriptions (account_id, name, url, types, secret)
      values (${accountId}, 'Last', 'https://receiver.example/hooks', '{order.shipped}', '')`.execute(tenant.db);
    let ended = false;
    second = subscribe('https://receiver.example/beyond').finally(() => {
      ended = true;
    });
    second.catch(() => undefined);
    const waits = async () => (await own.sql(`select from pg_locks where locktype = 'advisory' and not granted`)).length > 0;
    await expect.poll(async () => ended || (await waits())).toBe(true);
  });
  await expect(second).rejects.toMatchObject({ code: 'conflict' });
});
