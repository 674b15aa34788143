import { expect, test } from 'vitest';
import { CallError } from '../../../../platform/call.ts';
import { buildShop, ofOrders, type Shop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { addListings } from '../../../../test/shop/rows.ts';
import { listRuns } from '../../../shared/runs/queries.ts';
import { linkProduct, unlinkProduct } from '../../links/saving/commands.ts';
import { deleteListing } from '../../links/saving/delete.ts';
import { checkOrders } from '../../order-flow/checking/check.ts';
import { mapLocations } from '../locations/commands.ts';
import { saveShippingOptions } from '../shipping-options/commands.ts';
import type { Undoable } from './contract.ts';
import { undoSave } from './undo.ts';
import { undoSaves } from './use-saved.ts';

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
const later = ({ accountId }: Shop) =>
  own.sql(`update changes set at = date_subtract(at, interval '11 seconds', 'UTC') where account_id = $1`, [accountId]);

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

test('a shipping code that was added is not there once that is undone, unless an order has it', async () => {
  const shop = await buildShop(own, { reads: ofOrders, mapped: false });
  const codes = async () =>
    (await own.sql('select connector_code, amware_code from shipping_options where account_id = $1', [shop.accountId])).map((row) =>
      Object.values(row),
    );
  const add = () =>
    shop.inTenant((tenant) => saveShippingOptions(tenant, shop.channelId, [{ connectorCode: 'ups_ground', amwareCode: 'UPSGR' }]));
  await undo(shop, (await add()).undo);
  expect(await codes()).toEqual([]);
  const { undo: again } = await add();
  shop.sell({ orderNumber: '1001', orderStatus: 'awaiting_payment' });
  await shop.read('orders');
  await undo(shop, again);
  await shop.engine.runJobs();
  expect(await codes()).toEqual([['ups_ground', null]]);
  expect((await shop.order('1001')).issues).toEqual(['unmapped_shipping:ups_ground']);
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

test('the undo of an unlinking does not take back that a colleague deleted the SKU since; that of the deletion does', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  await addListings(own, shop.channelId, ['TEAPOT']);
  await link(shop, 'CUP');
  const listing = { connectionId: shop.channelId, sku: 'TEAPOT' };
  const unlinked = await shop.inTenant((tenant) => unlinkProduct(tenant, listing));
  const deleted = await shop.inTenant((tenant) => deleteListing(tenant, listing));
  const isDeleted = async () =>
    (await own.sql(`select deleted_at is not null as gone from connector_products where connection_id = $1`, [shop.channelId]))[0]?.gone;
  await expect(undo(shop, unlinked.undo)).rejects.toThrow(/mapped TEAPOT anew on .*, so this cannot be undone/);
  expect(await isDeleted()).toBe(true);
  await undo(shop, deleted.undo);
  expect(await isDeleted()).toBe(false);
});

const saves = ['ShipStation', 'NetSuite', 'ChannelAdvisor'].map((of, at) => ({ id: at + 1, seconds: 10, of }));
const refusal = (status: number, code: string, errorMessage: string) => new CallError(status, { code, errorMessage });
const noReply = refusal(0, 'no_answer', 'The server did not respond.');
const remapped = refusal(409, 'changed_since', 'POT has been mapped anew since, so this cannot be undone.');
const undoneBefore = refusal(409, 'undone', 'This has been undone already.');

/** Undoes three saves, of which some are refused. Returns what came of it, and which were tried. */
async function undoTogether(refused: Record<number, unknown>) {
  const tried: number[] = [];
  const undone = await undoSaves(saves, async ({ id }) => {
    tried.push(id);
    if (refused[id]) throw refused[id];
    return 'Undone. 1 order is as before.';
  });
  return { ...undone, tried };
}

test('a save whose undo fails holds up no other, is named with its channel, and can be tried again', async () => {
  expect(await undoTogether({ 2: noReply })).toEqual({
    ...{ tried: [1, 2, 3], isWhole: false, isOver: false },
    message: 'Undone. 1 order is as before. Not undone for NetSuite: The server did not respond.',
  });
  expect(await undoTogether({ 1: undoneBefore, 3: undoneBefore })).toEqual({
    ...{ tried: [1, 2, 3], isWhole: true, isOver: true },
    message: 'Undone. 1 order is as before.',
  });
});

test('where nothing is left that can be undone, it is over', async () => {
  expect(await undoTogether({ 1: remapped })).toEqual({
    ...{ tried: [1, 2, 3], isWhole: false, isOver: true },
    message: `Undone. 1 order is as before. Not undone for ShipStation: ${remapped.errorMessage}`,
  });
  expect(await undoTogether({ 1: undoneBefore, 2: undoneBefore, 3: undoneBefore })).toMatchObject({ message: 'Undone.', isWhole: true });
});

test('who is signed out is told by the shell', async () => {
  const signedOut = refusal(401, 'signed_out', 'Sign in again.');
  await expect(undoTogether({ 1: signedOut })).rejects.toBe(signedOut);
});
