import { expect, test } from 'vitest';
import { buildShop, ofOrders, type Shop } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { vendorOrder } from '../../../test/shop/vendor.ts';
import { storeOrders } from '../../nouns/order-flow/intake/intake.ts';
import { compareAccount } from './begin.ts';

const own = testDatabase();

const order = vendorOrder('7', { shipping: { code: 'ups_ground', description: null } });
const restored = { reason: { code: 'behind' } as const, since: new Date().toISOString(), known_until: new Date().toISOString() };

/** Waits until a session waits for an advisory lock, or the comparison is over without waiting. */
async function hasWaited(comparing: Promise<void>): Promise<boolean> {
  let isOver = false;
  void comparing.then(() => {
    isOver = true;
  });
  while (!isOver) {
    const waiting = await own.sql(
      `select 1 from pg_locks l join pg_database d on d.oid = l.database where d.datname = current_database() and locktype = 'advisory'
        and not granted`,
    );
    if (waiting.length > 0) return true;
  }
  return false;
}

/** An intake has released an order and is not committed when the comparison begins. */
async function releasedMeanwhile(shop: Shop): Promise<boolean> {
  const released = Promise.withResolvers<void>();
  const commit = Promise.withResolvers<void>();
  const intake = shop.inTenant(async (tenant) => {
    await storeOrders(tenant, { connectionId: shop.channelId, label: 'ShipStation', timezone: 'UTC' }, [order]);
    released.resolve();
    await commit.promise;
  });
  await released.promise;
  const comparing = shop.inTenant((tenant) => compareAccount(tenant, restored));
  const waited = await hasWaited(comparing);
  commit.resolve();
  await Promise.all([intake, comparing]);
  return waited;
}

test('what an intake releases while the comparison begins is looked for by its number before it is sent', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  // Its SKU is known from then on.
  shop.sell({ orderNumber: 'first', orderStatus: 'awaiting_payment' });
  await shop.sync();
  await own.sql('update connections set finds_sold_before = null where account_id = $1', [shop.accountId]);
  expect(await releasedMeanwhile(shop)).toBe(true);
  const effects = await own.sql(`select state, maybe_done, by_number from outbox where account_id = $1 and kind = 'submit'`, [
    shop.accountId,
  ]);
  expect(effects).toEqual([{ state: 'waiting', maybe_done: true, by_number: true }]);
});
