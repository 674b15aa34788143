import { expect, test } from 'vitest';
import { inTenant } from '../../../../platform/tenant.ts';
import { addAccount } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { noonZone } from '../../../../test/noon.ts';
import { addConnection, addOrders } from '../../../../test/shop/rows.ts';
import { dayAt } from '../../../ui/time/day.ts';
import { dayAfter } from '../graphs/days.ts';
import { flowToday } from '../queries.ts';

const own = testDatabase();
const today = dayAt(new Date(), noonZone);

test('what moved today is counted by the account’s day, an order in two parcels once', async () => {
  const actor = await addAccount(own, noonZone);
  const [a, b] = await addOrders(own, actor.accountId, await addConnection(own, actor.accountId), [
    { imported_day: today, order_status: 'packing' },
    { imported_day: today, order_status: 'cancelled' },
    { imported_day: dayAfter(today, -1), order_status: 'cancelled' },
  ]);
  const happened = (order: number | undefined, kind: string, at = 'now()') =>
    own.sql(`insert into order_events (account_id, order_id, kind, sentence, at) values ($1, $2, $3, '{"code": "arrived"}', ${at})`, [
      actor.accountId,
      order,
      kind,
    ]);
  for (const order of [a, b]) for (const kind of ['arrived', 'accepted', 'shipped']) await happened(order, kind);
  await happened(a, 'shipped');
  await happened(a, 'edited');
  await happened(b, 'confirmed', `now() - interval '1 day'`);
  const flow = () => inTenant(own.database, actor, flowToday);

  expect(await flow()).toEqual({ arrived: 2, accepted: 2, shipped: 2, confirmed: 0, cancelled: 1 });
  // An order that was partly confirmed on another day counts today, when the rest is confirmed.
  await happened(b, 'confirmed');
  expect(await flow()).toMatchObject({ confirmed: 1 });
  await own.sql('select fold_tallies(id) from accounts');
  expect(await flow()).toEqual({ arrived: 2, accepted: 2, shipped: 2, confirmed: 1, cancelled: 1 });
});
