import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTenant } from '../../../../../platform/tenant.ts';
import { addAccount } from '../../../../../test/build.ts';
import { testDatabase } from '../../../../../test/database.ts';
import { addConnection, addOrder } from '../../../../../test/shop/rows.ts';
import { endHolds } from './hold.ts';

const own = testDatabase();

test('a hold that somebody renews while it is being ended stays', async () => {
  const { accountId } = await addAccount(own);
  const actor = { accountId, userId: null };
  const id = await addOrder(own, accountId, await addConnection(own, accountId), { on_hold: true, hold_until: '2026-10-01T00:00:00Z' });
  const ending = await inTenant(own.database, actor, async ({ db }) => {
    await sql`update orders set hold_until = null where account_id = ${accountId} and id = ${id}`.execute(db);
    const ended = inTenant(own.database, actor, (tenant) => endHolds(tenant, [id]));
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => own.sql(waiting)).toHaveLength(1);
    return { ended };
  });
  await ending.ended;
  expect(await own.sql('select on_hold, hold_until from orders where id = $1', [id])).toEqual([{ on_hold: true, hold_until: null }]);
});
