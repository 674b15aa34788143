import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTenant } from '../../../../platform/tenant.ts';
import { addAccount } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { addConnection, addOrders } from '../../../../test/shop/rows.ts';
import { readChannelFlow, readFlows, sumFlows } from './flow.ts';

const own = testDatabase();

const hours = (place = 0, n = 0) => Array.from({ length: 24 }, (_, at) => (at === place ? n : 0));

test('what came, was accepted, shipped and confirmed is counted by channel and hour, also once it is folded', async () => {
  const actor = await addAccount(own);
  const { accountId } = actor;
  const [shop, other, gone] = [
    await addConnection(own, accountId),
    await addConnection(own, accountId),
    await addConnection(own, accountId),
  ];
  const orders = await addOrders(own, accountId, shop, [{}, {}, {}]);
  const [elsewhere] = await addOrders(own, accountId, other, [{}]);
  const [former] = await addOrders(own, accountId, gone, [{}]);
  await own.sql('update connections set disconnected_at = now() where id = $1', [gone]);
  const ofShop = { arrived: hours(18, 3), accepted: hours(20, 1), shipped: hours(), confirmed: hours(23, 2) };
  const ofOther = { arrived: hours(18, 1), accepted: hours(), shipped: hours(22, 1), confirmed: hours() };
  // One transaction, in which now() stays what it is: the hour may turn meanwhile.
  await inTenant(own.database, actor, async (tenant) => {
    const happened = (ids: (number | undefined)[], kind: string, hoursAgo: number) =>
      sql`
        insert into order_events (account_id, order_id, kind, at, sentence)
        select ${accountId}, unnest(${ids}::bigint[]), ${kind}, date_trunc('hour', now()) - make_interval(hours => ${hoursAgo}),
          '{"code": "retried"}'`.execute(tenant.db);
    await happened([...orders, elsewhere, former], 'arrived', 5);
    await happened(orders.slice(1, 2), 'accepted', 3);
    await happened([elsewhere], 'shipped', 1);
    await happened(orders.slice(0, 2), 'confirmed', 0);
    await happened(orders.slice(2), 'confirmed', 24);
    for (const _ of ['written', 'folded', 'folded again']) {
      expect(await readChannelFlow(tenant, shop)).toEqual(ofShop);
      expect(await readFlows(tenant)).toEqual(
        new Map([
          [shop, ofShop],
          [other, ofOther],
        ]),
      );
      await sql`select fold_tallies(${accountId})`.execute(tenant.db);
    }
  });
});

test('the flows of channels add up hour by hour', () => {
  const flow = { arrived: hours(1, 2), accepted: hours(), shipped: hours(4, 1), confirmed: hours() };
  expect(sumFlows([flow, { ...flow, shipped: hours(5, 7) }])).toMatchObject({ arrived: hours(1, 4) });
  expect(sumFlows([])).toMatchObject({ confirmed: hours() });
});
