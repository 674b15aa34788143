import { expect, test } from 'vitest';
import { databaseClock, timeOf } from '../../../platform/database-clock.ts';
import { testDatabase } from '../../../test/database.ts';
import { buildExtensivShop } from '../../../test/shop/extensiv-shop.ts';
import { buildShipBobShop, orderOf } from '../../../test/shop/shipbob-shop.ts';
import { getConnection } from '../../shared/connections/calls/session.ts';
import { readCount } from './stock-count.ts';

const own = testDatabase();

test.each([
  ['ShipBob', 'ahead of', 10, buildShipBobShop],
  ['ShipBob', 'behind', -10, buildShipBobShop],
  ['Extensiv', 'ahead of', 10, buildExtensivShop],
  ['Extensiv', 'behind', -10, buildExtensivShop],
] as const)(
  'at %s a machine whose clock is ten minutes %s the database offers nothing that was promised while it counted',
  async (_warehouse, _is, minutes, build) => {
    const shop = await build(own);
    const clock = databaseClock(timeOf(own.database), () => Date.now() + minutes * 60_000);
    await clock.set();
    const engine = { ...shop.engine, now: clock.now };
    const connection = (await shop.inTenant((tenant) => getConnection(tenant, engine.seal, shop.warehouseId))) ?? expect.unreachable();
    const place = { cursor: null, since: new Date(0), timezone: 'UTC', readAt: new Date(), movedBack: false };
    const page = await readCount(engine, connection, { attempt: 0, subject: null }, place);
    if (!page.ok) expect.unreachable('it can be counted');
    // Whose units the page has as free.
    shop.sell({ ...orderOf('1001'), items: [{ sku: 'MUG', quantity: 4 }] });
    await shop.flow();
    const free = async () =>
      (await own.sql(`select to_promise as units from products where account_id = $1 and sku = 'MUG'`, [shop.accountId]))[0];
    expect((await shop.order('1001')).in_amware).toBe(1);
    await shop.inTenant(async (tenant) => {
      await page.value.store(tenant, page.value.records);
      await page.value.finish?.(tenant);
    });
    expect(await free()).toEqual({ units: 996 });
    await shop.read('stock');
    expect(await free()).toEqual({ units: 996 });
  },
);
