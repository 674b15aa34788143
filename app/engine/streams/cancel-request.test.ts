import { expect, test } from 'vitest';
import { buildShop, ofOrders } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { issuesInWords } from '../../../test/in-words.ts';
import { connectVendor, page, vendorOrder } from '../../../test/shop/vendor.ts';
import { requestCancel } from '../../nouns/order-flow/release/holding/cancel.ts';

const own = testDatabase();

test('an order that its channel asks to cancel is not released; one that the warehouse has is for a person, until it is being cancelled', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  const vendor = await connectVendor(shop);
  await own.sql(
    `insert into shipping_options (account_id, connection_id, connector_code, amware_code) values ($1, $2, 'ground', 'UPSGR')`,
    [shop.accountId, vendor.id],
  );
  const wanted = { state: 'held' as const, cancelRequest: { id: 'r-1', reason: 'Wrong size' } };
  vendor.queue = () => page([vendorOrder('1'), vendorOrder('2', wanted)]);
  await shop.sync();
  const orders = () =>
    own.sql<{ id: string; in_amware: number }>('select id, in_amware from orders where account_id = $1 order by remote_id', [
      shop.accountId,
    ]);
  expect((await orders()).map(({ in_amware }) => in_amware)).toEqual([1, 0]);
  vendor.queue = () => page([vendorOrder('1', wanted)]);
  await shop.sync();
  const issues = async () =>
    issuesInWords(
      await own.sql(`select sentence from issues where account_id = $1 and type = 'changed_after_release' and closed_at is null`, [
        shop.accountId,
      ]),
    );
  expect(await issues()).toEqual([
    {
      sentence:
        'Some vendor asks to cancel this order, which is with the warehouse: “Wrong size”. Cancel it here, and the warehouse is asked; then reply in Some vendor.',
    },
  ]);
  await shop.inTenant(async (tenant) => requestCancel(tenant, [Number((await orders())[0]?.id)], null));
  await shop.sync();
  expect(await issues()).toEqual([]);
});
