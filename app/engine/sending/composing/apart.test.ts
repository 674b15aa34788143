import { expect, onTestFinished, test } from 'vitest';
import { plainAddress } from '../../../../sandbox/ship-station/order.ts';
import { buildShop, ofOrders } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { sweep } from '../../tick.ts';

const own = testDatabase();

test('an order that cannot be composed through a fault of ours keeps no other from being sent, and is tried again', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  await own.sql(`create function fail() returns trigger language plpgsql as $$ begin raise exception 'no such street'; end $$`);
  // What is about to be sent for the first time is kept as it was composed.
  await own.sql(`create trigger fail before update on warehouse_orders for each row
    when (new.sent::text like '%Nowhere Street%') execute function fail()`);
  const mend = () => own.sql('drop trigger if exists fail on warehouse_orders');
  onTestFinished(async () => void (await mend()));
  shop.sell({ orderNumber: 'A-1', shipTo: { ...plainAddress, street1: '1 Nowhere Street' } }, { orderNumber: 'A-2' });
  await shop.sync();
  const submits = () =>
    own.sql(
      `select o.source_order_number as number, x.state, x.maybe_done, x.last_failure ->> 'code' as code from outbox x
       join orders o on o.account_id = x.account_id and o.warehouse_order_id = x.warehouse_order_id
       where x.account_id = $1 and x.kind = 'submit' order by 1`,
      [shop.accountId],
    );
  expect(await submits()).toEqual([
    { number: 'A-1', state: 'waiting', maybe_done: false, code: 'sending.our_fault' },
    { number: 'A-2', state: 'done', maybe_done: false, code: null },
  ]);
  await mend();
  await shop.engine.passTime();
  await sweep(own.database);
  await shop.engine.runJobs();
  expect(await submits()).toMatchObject([{ state: 'done' }, { state: 'done' }]);
});
