import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTenant } from '../../../../platform/tenant.ts';
import { addAccount } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { addConnection, addOrders } from '../../../../test/shop/rows.ts';
import { readChannelFlow } from './flow.ts';

const own = testDatabase();

test('what came and was confirmed is counted by channel and hour, also once it is folded', async () => {
  const actor = await addAccount(own);
  const { accountId } = actor;
  const [shop, other] = [await addConnection(own, accountId), await addConnection(own, accountId)];
  const orders = await addOrders(own, accountId, shop, [{}, {}, {}]);
  const [elsewhere] = await addOrders(own, accountId, other, [{}]);
  const hours = (place: number, n: number) => Array.from({ length: 24 }, (_, at) => (at === place ? n : 0));
  const expected = { arrived: hours(18, 3), confirmed: hours(23, 2) };
  // One transaction, in which now() stays what it is: the hour may turn meanwhile.
  await inTenant(own.database, actor, async (tenant) => {
    const happened = (ids: (number | undefined)[], kind: string, hoursAgo: number) =>
      sql`
        insert into order_events (account_id, order_id, kind, at, sentence)
        select ${accountId}, unnest(${ids}::bigint[]), ${kind}, date_trunc('hour', now()) - make_interval(hours => ${hoursAgo}),
          '{"code": "retried"}'`.execute(tenant.db);
    await happened(orders, 'arrived', 5);
    await happened(orders.slice(0, 2), 'confirmed', 0);
    await happened(orders.slice(2), 'confirmed', 24);
    await happened([elsewhere], 'arrived', 5);
    expect(await readChannelFlow(tenant, shop)).toEqual(expected);
    for (const _ of ['folded', 'folded again']) await sql`select fold_tallies(${accountId})`.execute(tenant.db);
    expect(await readChannelFlow(tenant, shop)).toEqual(expected);
  });
});
