import { expect, test } from 'vitest';
import { paces } from '../../../sandbox/amware/pace.ts';
import { plainAddress } from '../../../sandbox/ship-station/order.ts';
import { buildShop, ofOrders, type Shop } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { issuesInWords } from '../../../test/in-words.ts';
import { forgetOrders } from '../../../test/shop/forgetting.ts';
import { shipAll, warehouseOrders } from '../../../test/shop/warehouse.ts';
import { dismissUnknown } from '../../shared/connections/streams/unknown-references.ts';
import { sweepComparisons } from './sweep.ts';

const own = testDatabase();
const shopOfOrders = () => buildShop(own, { reads: ofOrders, limits: { shipStation: 400 } });

const comparing = async ({ accountId }: Shop) =>
  (await own.sql('select from comparisons where account_id = $1 and finished_at is null', [accountId])).length > 0;
const begun = async ({ accountId }: Shop) =>
  (await own.sql<{ runs: number }>(`select count(*)::int as runs from runs where account_id = $1 and kind = 'comparison'`, [accountId]))[0]
    ?.runs;
const told = async ({ accountId }: Shop) =>
  issuesInWords(
    await own.sql(`select sentence from issues where account_id = $1 and type = 'unknown_references' and closed_at is null`, [accountId]),
  ).map(({ sentence }) => sentence);
const addresses = (shop: Shop) => warehouseOrders(shop).map(({ orderNumbers }) => orderNumbers.at(-1));

/** The comparison as workers do it, to its end. */
async function compare(shop: Shop): Promise<void> {
  for (let turn = 0; turn < 10 && (await comparing(shop)); turn++) {
    await sweepComparisons(own.database);
    await shop.engine.runJobs();
    await shop.sync();
  }
}

const forged = (shop: Shop, reference: string) =>
  shop.sandbox.control.client().desk.submit({
    ...{ reference, order_numbers: ['X'], method_code: 'UPSGR', warehouse_id: null, note: null, fields: {} },
    ship_to: {
      ...{ name: 'Mallory', company: null, line1: '1 Elsewhere', line2: null, city: 'Reno', state: 'NV', postal_code: '89501' },
      ...{ country: 'US', phone: null, email: null },
    },
    lines: [{ line_reference: 'x', sku: 'CUP', quantity: 1 }],
  });
const madeUp = (digit: string) => `CD-${digit.repeat(24)}`;

test('a warehouse that names what this database never sent stops its account, which is compared and goes on by itself', async () => {
  const shop = await shopOfOrders();
  shop.sell({ orderNumber: '1001' });
  await shop.flow();
  await shipAll(shop);
  shop.sandbox.control.set({ pace: paces.manual });
  shop.sell({ orderNumber: '1002' });
  await shop.flow();
  expect(warehouseOrders(shop)).toHaveLength(2);
  await forgetOrders(own, shop.accountId);
  // Its streams are read before the channel brings the order again.
  await shop.read('order_changes');
  expect(await comparing(shop)).toBe(true);
  // To somewhere else, or both would travel together, which is another order than the warehouse has.
  shop.sell({ orderNumber: '1003', shipTo: { ...plainAddress, name: 'Bo Carlson' } });
  await shop.flow();
  expect([(await shop.orders()).length, warehouseOrders(shop).length]).toEqual([3, 2]);
  await compare(shop);
  await shop.flow();
  expect(await comparing(shop)).toBe(false);
  expect(warehouseOrders(shop)).toHaveLength(3);
  // Of what has shipped and was confirmed since, the channel shows that it is over.
  expect([await begun(shop), await told(shop)]).toEqual([1, []]);
  expect([await shop.order('1001'), await shop.order('1002')]).toMatchObject([{ order_status: 'fulfilled' }, { in_amware: 1 }]);
});

test('one that makes references up stops its own account alone, and once; a person is told, and may let go of it', async () => {
  const [shop, other] = [await shopOfOrders(), await shopOfOrders()];
  forged(shop, madeUp('a'));
  await shop.read('order_changes');
  expect([await comparing(shop), await comparing(other)]).toEqual([true, false]);
  other.sell({ orderNumber: '2001' });
  await other.flow();
  expect(warehouseOrders(other)).toHaveLength(1);
  await compare(shop);
  expect(await told(shop)).toEqual([
    expect.stringContaining(`Amware names 1 reference of Crossdock that nothing here was sent under: ${madeUp('a')}.`),
  ]);
  for (const digit of ['b', 'c', 'd']) forged(shop, madeUp(digit));
  await shop.read('order_changes');
  expect([await comparing(shop), await begun(shop)]).toEqual([false, 1]);
  expect(await told(shop)).toEqual([expect.stringContaining('names 4 references')]);
  shop.sell({ orderNumber: '1001' });
  await shop.flow();
  expect(addresses(shop)).toHaveLength(5);
  expect(await shop.inTenant((tenant) => dismissUnknown(tenant, shop.warehouseId))).toBe(4);
  const [seen] = shop.sandbox.control.client().orders.rows.values();
  if (seen) shop.sandbox.control.client().floor.advance(seen);
  await shop.read('order_changes');
  expect([await told(shop), await comparing(shop)]).toEqual([[], false]);
});

test('in another life of the database, or on another day, the account is compared again', async () => {
  const shop = await shopOfOrders();
  for (const [digit, change] of [
    ['a', ''],
    ['b', `update comparisons set life = 'the one before'`],
    ['c', `update comparisons set begun_at = date_subtract(begun_at, interval '25 hours', 'UTC')`],
  ] as const) {
    if (change) await own.sql(change);
    forged(shop, madeUp(digit));
    await shop.read('order_changes');
    expect(await comparing(shop), digit).toBe(true);
    await compare(shop);
  }
  expect(await begun(shop)).toBe(3);
});

test('what was deleted or freed here, is of a former format, or of another account of the same warehouse stops nothing', async () => {
  const [shop, other] = [await shopOfOrders(), await shopOfOrders()];
  await own.sql(`insert into warehouse_orders (account_id, connection_id, reference) values ($1, $2, $3), ($4, $5, $6)`, [
    shop.accountId,
    shop.warehouseId,
    `${madeUp('a')}~17`,
    other.accountId,
    other.warehouseId,
    madeUp('b'),
  ]);
  shop.sell({ orderNumber: '1001' });
  await shop.flow();
  await own.sql('update orders set deleted_at = now() where account_id = $1', [shop.accountId]);
  await shipAll(shop);
  for (const reference of [madeUp('a'), madeUp('b'), 'CD-12-345', `cd-${'e'.repeat(24)}`, `CD-${'e'.repeat(25)}`]) forged(shop, reference);
  await shop.read('order_changes', 'shipments');
  expect([await comparing(shop), await begun(shop), await told(shop)]).toEqual([false, 0, []]);
});
