import { expect, test } from 'vitest';
import { buildShop, ofOrders, type Shop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { addListings } from '../../../../test/shop/rows.ts';
import { listRuns } from '../../../shared/runs/queries.ts';
import { linkProduct, unlinkProduct } from '../../links/saving/commands.ts';
import { checkOrders } from '../../order-flow/checking/check.ts';
import { mapLocations } from '../locations/commands.ts';
import { saveShippingOptions } from '../shipping-options/commands.ts';
import type { Undoable } from './contract.ts';
import { undoSave } from './undo.ts';

const own = testDatabase();

const teapot = { items: [{ sku: 'TEAPOT', quantity: 1 }] };
const productOf = async ({ accountId }: Shop, sku: string) =>
  Number((await own.sql('select id from products where account_id = $1 and sku = $2', [accountId, sku]))[0]?.id);
const link = async (shop: Shop, to: string, sku = 'TEAPOT') => {
  const productId = await productOf(shop, to);
  return shop.inTenant((tenant) => linkProduct(tenant, { connectionId: shop.channelId, sku, productId }));
};
const undo = (shop: Shop, save: Undoable) => shop.inTenant((tenant) => undoSave(tenant, save?.id ?? 0, true));
const states = async (shop: Shop) => (await shop.orders()).map(({ order_status }) => order_status);
/** What the warehouse was sent, by SKU. */
const sent = ({ sandbox }: Shop) =>
  [...sandbox.control.client().orders.rows.values()].flatMap(({ body }) => body.lines.map(({ sku }: { sku: string }) => sku));
/** The ten seconds are over for the save itself; the orders that it mended are still here. */
const later = ({ accountId }: Shop) => own.sql(`update changes set at = at - interval '11 seconds' where account_id = $1`, [accountId]);

test('what a link mends leaves error at once, and goes to the warehouse ten seconds later', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  shop.sell({ orderNumber: '1001', ...teapot });
  await shop.sync();
  expect((await link(shop, 'CUP')).undo).toEqual({ id: expect.any(Number), seconds: 10 });
  await shop.sync();
  expect([await states(shop), sent(shop)]).toEqual([['pending'], []]);
  await shop.engine.passTime();
  await shop.engine.runJobs();
  expect([await states(shop), sent(shop)]).toEqual([['packing'], ['CUP']]);
});

test('undone in time, the orders wait for the link again, none of them has left, and Activity says that it was undone', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  shop.sell({ orderNumber: '1001', ...teapot }, { orderNumber: '1002', ...teapot });
  await shop.sync();
  const { undo: save } = await link(shop, 'CUP');
  const linked = async () => (await shop.inTenant((tenant) => listRuns(tenant, {}))).find(({ subject }) => subject === 'TEAPOT: Link');
  expect(await linked()).toMatchObject({ state: 'done', undone: false });
  expect(await undo(shop, save)).toEqual({ stopped: 2 });
  expect(await linked()).toMatchObject({ state: 'done', undone: true });
  await shop.engine.passTime();
  await shop.sync();
  expect((await shop.orders()).map(({ order_status, issues }) => [order_status, issues])).toEqual([
    ['error', ['unmapped_sku:TEAPOT']],
    ['error', ['unmapped_sku:TEAPOT']],
  ]);
  expect(sent(shop)).toEqual([]);
});

test('an order that comes later finds the link and leaves as usual', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  shop.sell({ orderNumber: '1001', ...teapot });
  await shop.sync();
  await link(shop, 'CUP');
  shop.sell({ orderNumber: '1002', ...teapot, shipTo: { name: 'Somebody else' } as never });
  await shop.sync();
  expect(await states(shop)).toEqual(['pending', 'packing']);
});

test('an undo is refused when its orders have left, when its time is over, the second time, and after a newer save', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  shop.sell({ orderNumber: '1001', ...teapot });
  await shop.sync();
  const first = await link(shop, 'CUP');
  const second = await link(shop, 'MUG');
  await expect(undo(shop, first.undo)).rejects.toThrow(/mapped TEAPOT anew on .*, so this cannot be undone/);
  expect(await undo(shop, second.undo)).toEqual({ stopped: 1 });
  await expect(undo(shop, second.undo)).rejects.toThrow('This has been undone already.');
  await later(shop);
  await expect(undo(shop, first.undo)).rejects.toThrow('It can no longer be undone');
  await shop.engine.passTime();
  await shop.sync();
  await expect(undo(shop, first.undo)).rejects.toThrow('It can no longer be undone');
  expect(sent(shop)).toEqual(['CUP']);
});

test('a changed link reaches orders in the outbox that have not been sent, and its undo gives them back', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  await addListings(own, shop.channelId, ['TEAPOT']);
  await link(shop, 'CUP');
  shop.sell({ orderNumber: '1001', orderStatus: 'on_hold', ...teapot });
  await shop.sync();
  await own.sql(`update orders set source_state = 'ready' where account_id = $1`, [shop.accountId]);
  const { id } = await shop.order('1001');
  await shop.inTenant((tenant) => checkOrders(tenant, [id]));
  expect((await shop.order('1001')).events.at(-1)).toBe('released');
  const changed = await link(shop, 'MUG');
  await shop.sync();
  expect([await states(shop), sent(shop)]).toEqual([['pending'], []]);
  expect(await undo(shop, changed.undo)).toEqual({ stopped: 1 });
  await shop.engine.passTime();
  await shop.sync();
  expect(sent(shop)).toEqual(['CUP']);
});

test('a shipping code and a location wait and are undone alike', async () => {
  const shop = await buildShop(own, { reads: ofOrders, mapped: false });
  await own.sql(
    `insert into location_mappings (account_id, connection_id, internal_id, connector_location) values ($1, $2, 'L7', 'Leeds')`,
    [shop.accountId, shop.channelId],
  );
  shop.sell({ orderNumber: '1001' });
  await shop.sync();
  await own.sql(`update order_lines set location = 'L7' where account_id = $1`, [shop.accountId]);
  const { id } = await shop.order('1001');
  await shop.inTenant((tenant) => checkOrders(tenant, [id]));
  const waits = ['unmapped_location:L7', 'unmapped_shipping:ups_ground'];
  expect((await shop.order('1001')).issues).toEqual(waits);
  const code = [{ connectorCode: 'ups_ground', amwareCode: 'UPSGR' }];
  const shipping = await shop.inTenant((tenant) => saveShippingOptions(tenant, shop.channelId, code));
  const place = [{ internalId: 'L7', amwareLocation: 'NV2' }];
  const location = await shop.inTenant((tenant) => mapLocations(tenant, shop.channelId, place));
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'pending', issues: [] });
  await undo(shop, location.undo);
  await undo(shop, shipping.undo);
  await shop.engine.passTime();
  await shop.sync();
  expect([(await shop.order('1001')).issues, sent(shop)]).toEqual([waits, []]);
});

test('unlinking is undone too: the orders that it stopped go on, ten seconds later', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  shop.sell({ orderNumber: '1001', ...teapot });
  await shop.sync();
  await link(shop, 'CUP');
  const { stopped, undo: save } = await shop.inTenant((tenant) => unlinkProduct(tenant, { connectionId: shop.channelId, sku: 'TEAPOT' }));
  expect([stopped, await states(shop)]).toEqual([1, ['error']]);
  await undo(shop, save);
  await shop.sync();
  expect([await states(shop), sent(shop)]).toEqual([['pending'], []]);
  await shop.engine.passTime();
  await shop.sync();
  expect(sent(shop)).toEqual(['CUP']);
});
