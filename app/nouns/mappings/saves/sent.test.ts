import { expect, test } from 'vitest';
import { buildShop, ofOrders, type Shop, type ShopOptions } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { channelOrders, endFaults, sendWithLostReply, shipAll, warehouseOrders } from '../../../../test/shop/warehouse.ts';
import { followWords } from '../../../base/import-outcomes.ts';
import { followLinks } from '../../links/import/follow.ts';
import { linkProduct, unlinkProduct } from '../../links/saving/commands.ts';
import { actOnOrder } from '../../orders/actions.ts';
import { savePreset } from '../rules/commands.ts';
import { impactOf } from '../rules/try.ts';
import { saveShippingOptions } from '../shipping-options/commands.ts';
import type { MappingChanges } from './contract.ts';
import { previewMapping } from './preview.ts';
import { undoSave } from './undo.ts';

const own = testDatabase();

const productOf = async ({ accountId }: Shop, sku: string) =>
  Number((await own.sql('select id from products where account_id = $1 and sku = $2', [accountId, sku]))[0]?.id);
const link = async (shop: Shop, to: string, units: number, sku = 'TEAPOT') => {
  const productId = await productOf(shop, to);
  return shop.inTenant((tenant) => linkProduct(tenant, { connectionId: shop.channelId, sku, productId, units }));
};
/** The ten seconds pass, and what follows is done. */
const later = async (shop: Shop) => {
  await shop.engine.passTime();
  await shop.engine.runJobs();
};
/** A pack of six is linked as one unit, and two of them went to the warehouse like that. */
async function soldAsOne(options: ShopOptions = {}) {
  const shop = await buildShop(own, { reads: ofOrders, limits: { shipStation: 400 }, ...options });
  shop.sell({ orderNumber: '1001', items: [{ sku: 'TEAPOT', quantity: 2 }] });
  await shop.sync();
  await link(shop, 'CUP', 1);
  await later(shop);
  expect(goods(shop)).toEqual(['open 2 CUP']);
  return shop;
}
const goods = (shop: Shop) =>
  [...shop.sandbox.control.client().orders.rows.values()].map(
    ({ status, lines }) => `${status} ${lines.map(({ quantity, sku }) => `${quantity} ${sku}`).join(', ')}`,
  );
const shipped = (shop: Shop) =>
  [...shop.sandbox.control.client().shipments.rows.values()].flatMap(({ lines }) => lines.map(({ sku, quantity }) => `${quantity} ${sku}`));
const advance = (shop: Shop, steps = 1) => {
  const { floor, orders } = shop.sandbox.control.client();
  for (let step = 0; step < steps; step++) for (const order of orders.rows.values()) floor.advance(order);
};

test('a pack that was linked as one unit and is corrected to six is replaced at the warehouse, so that twelve units leave', async () => {
  const shop = await soldAsOne();
  const { order_number } = await shop.order('1001');
  const { undo } = await link(shop, 'CUP', 6);
  expect(undo?.at_warehouse).toBe(`1 order went to the warehouse before this change: ${order_number} will be replaced there.`);
  await later(shop);
  expect([goods(shop), (await shop.order('1001')).units_ordered]).toEqual([['open 12 CUP'], 12]);
  expect((await shop.order('1001')).events.slice(-2)).toEqual(['replacing', 'replaced']);
  await shipAll(shop);
  expect(shipped(shop)).toEqual(['12 CUP']);
  expect(await shop.order('1001')).toMatchObject({ order_status: 'fulfilled', issues: [], units_shipped: 12 });
  expect(channelOrders(shop)).toMatchObject([{ marks: 1 }]);
});

test('nothing is asked of the warehouse when the correction is undone in time', async () => {
  const shop = await soldAsOne();
  const { undo } = await link(shop, 'CUP', 6);
  await shop.inTenant((tenant) => undoSave(tenant, undo?.id ?? 0, true));
  await later(shop);
  expect([goods(shop), (await shop.order('1001')).events]).toEqual([['open 2 CUP'], expect.not.arrayContaining(['replacing'])]);
});

test('a warehouse that cannot change what it has is not asked to, and a person is told at once', async () => {
  const shop = await soldAsOne();
  await own.sql(`update connections set replaces_released = false where account_id = $1 and 'warehouse' = any(capabilities)`, [
    shop.accountId,
  ]);
  const { order_number } = await shop.order('1001');
  const { undo } = await link(shop, 'CUP', 6);
  expect(undo?.at_warehouse).toBe(
    `1 order went to the warehouse before this change: ${order_number} cannot be changed by its warehouse and becomes an issue.`,
  );
  await later(shop);
  const { sentences, events } = await shop.order('1001');
  expect([goods(shop), events]).toEqual([['open 2 CUP'], expect.not.arrayContaining(['replacing'])]);
  expect(sentences[0]).toContain('It should be 12 × CUP. The warehouse cannot change an order that it has. Cancel the order');
});

test('what the warehouse picks already becomes an issue that says what was sent and what should have been, until a person keeps it', async () => {
  const shop = await soldAsOne();
  advance(shop);
  await shop.sync();
  const { id, order_number } = await shop.order('1001');
  const { undo } = await link(shop, 'MUG', 6);
  expect(undo?.at_warehouse).toBe(
    `1 order went to the warehouse before this change: ${order_number} is being picked and becomes an issue.`,
  );
  await later(shop);
  expect(await shop.order('1001')).toMatchObject({
    ...{ order_status: 'packing', units_ordered: 2, issues: ['changed_after_release:mapping'] },
    sentences: [
      'The warehouse has 2 × CUP of this order, by a link, mapping or rule that has changed since. It should be 12 × MUG. The warehouse is picking it already. Cancel the order to call it back, or keep it as it was sent.',
    ],
  });
  await shop.inTenant((tenant) => actOnOrder(tenant, id, 'keep-as-sent'));
  expect((await shop.order('1001')).issues).toEqual([]);
});

test('what the warehouse began to pick unseen is refused there, and becomes an issue with its words', async () => {
  const shop = await soldAsOne();
  advance(shop);
  await link(shop, 'CUP', 6);
  await later(shop);
  expect(goods(shop)).toEqual(['picking 2 CUP']);
  expect(await shop.order('1001')).toMatchObject({ units_ordered: 2, issues: ['changed_after_release:mapping'] });
  expect((await shop.order('1001')).sentences[0]).toContain(
    'It should be 12 × CUP. Amware did not replace it: The order is picking and can no longer be changed.',
  );
  // As it was linked when it was sent: nobody need decide any longer.
  await link(shop, 'CUP', 1);
  await later(shop);
  expect((await shop.order('1001')).issues).toEqual([]);
});

test('what has left is named, with what was in it and what should have been', async () => {
  const shop = await soldAsOne();
  await shipAll(shop);
  const { order_number } = await shop.order('1001');
  const { undo } = await link(shop, 'CUP', 6);
  expect(undo?.at_warehouse).toMatch(
    new RegExp(`^1 order went to the warehouse before this change: ${order_number} left on \\w+ \\d+ with 2 × CUP instead of 12 × CUP\\.$`),
  );
  await later(shop);
  expect(await shop.order('1001')).toMatchObject({ order_status: 'fulfilled', issues: [] });
});

test('an order whose SKU is no longer linked becomes an issue, which a new link closes by replacing it', async () => {
  const shop = await soldAsOne();
  await shop.inTenant((tenant) => unlinkProduct(tenant, { connectionId: shop.channelId, sku: 'TEAPOT' }));
  await later(shop);
  expect((await shop.order('1001')).sentences).toEqual([
    'The warehouse has 2 × CUP of this order, by a link, mapping or rule that has changed since. SKU TEAPOT is not linked to a warehouse product. Cancel the order to call it back, or keep it as it was sent.',
  ]);
  await link(shop, 'MUG', 1);
  await later(shop);
  expect([goods(shop), (await shop.order('1001')).issues]).toEqual([['open 2 MUG'], []]);
});

test('an order that is being sent while its link changes is replaced once the warehouse has it', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  await sendWithLostReply(shop);
  const { undo } = await link(shop, 'CUP', 3, 'MUG');
  expect(undo?.at_warehouse).toContain('is being sent and follows once the warehouse has it');
  await own.sql(
    `update graphile_worker._private_jobs set run_at = now() where task_id = (select id from graphile_worker._private_tasks where identifier = 'orders:follow-sent')`,
  );
  await shop.engine.runJobs();
  expect(goods(shop)).toEqual(['open 1 MUG']);
  await endFaults(shop);
  await later(shop);
  expect([goods(shop), (await shop.order('1001')).issues]).toEqual([['open 3 CUP'], []]);
});

test('a replacement whose reply was lost is known by its lines when the warehouse has begun to pick it', async () => {
  const shop = await soldAsOne();
  shop.sandbox.control.faults.add({ target: 'amware', operation: 'replace_order', kind: 'drop_after_accept', probability: 1 });
  await link(shop, 'CUP', 6);
  await later(shop);
  expect([goods(shop), (await shop.order('1001')).units_ordered]).toEqual([['open 12 CUP'], 2]);
  advance(shop);
  shop.sandbox.control.faults.clear();
  await later(shop);
  expect(await shop.order('1001')).toMatchObject({ units_ordered: 12, issues: [] });
});

test('a shipping method and a preset are followed in what the warehouse has', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  shop.sell({ orderNumber: '1001' });
  await shop.sync();
  const body = () => [...shop.sandbox.control.client().orders.rows.values()][0]?.body;
  const codes = [{ connectorCode: 'ups_ground', amwareCode: 'FEDEX2' }];
  const [method] = await own.sql<{ code: string }>(`select code from shipping_methods where account_id = $1 and code <> 'UPSGR' limit 1`, [
    shop.accountId,
  ]);
  codes[0] = { connectorCode: 'ups_ground', amwareCode: method?.code ?? '' };
  await shop.inTenant((tenant) => saveShippingOptions(tenant, shop.channelId, codes));
  await later(shop);
  expect(body()).toMatchObject({ method_code: method?.code });
  const preset = { field_name: 'packing_slip_message', field_description: 'Packing slip message', field_value: 'Thanks' };
  const { atWarehouse } = await shop.inTenant((tenant) => savePreset(tenant, shop.channelId, preset));
  expect(atWarehouse).toContain('will be replaced there');
  await shop.engine.runJobs();
  expect(body()).toMatchObject({ fields: { packing_slip_message: 'Thanks' } });
  expect(await shop.order('1001')).toMatchObject({ shipping_code: method?.code, fields: preset && { packing_slip_message: 'Thanks' } });
});

test('orders that travel together and would now go by different methods stay together, each that differs with an issue', async () => {
  const shop = await buildShop(own, { reads: ofOrders, limits: { shipStation: 400 } });
  shop.sell({ orderNumber: '1001' }, { orderNumber: '1002', items: [{ sku: 'CUP', quantity: 1 }] });
  await shop.sync();
  expect(warehouseOrders(shop)).toHaveLength(1);
  await own.sql(`update orders set source_shipping = 'other' where account_id = $1 and source_order_number = '1002'`, [shop.accountId]);
  const [method] = await own.sql<{ code: string }>(`select code from shipping_methods where account_id = $1 and code <> 'UPSGR' limit 1`, [
    shop.accountId,
  ]);
  await shop.inTenant((tenant) =>
    saveShippingOptions(tenant, shop.channelId, [{ connectorCode: 'other', amwareCode: method?.code ?? '' }]),
  );
  await later(shop);
  expect((await shop.orders()).map(({ issues }) => issues)).toEqual([[], ['changed_after_release:mapping']]);
});

/** Before the warehouse heard that it is to be replaced, a person has it cancelled. */
async function cancelBeforeReplaced(shop: Shop): Promise<void> {
  await own.sql(`update connections set blocked_until = now() + interval '1 hour' where id = $1`, [shop.warehouseId]);
  await link(shop, 'CUP', 6);
  await own.sql(`update graphile_worker._private_jobs set run_at = now() where locked_at is null`);
  await shop.engine.runJobs();
  expect((await shop.order('1001')).events.at(-1)).toBe('replacing');
  await shop.inTenant(async (tenant) => actOnOrder(tenant, (await shop.order('1001')).id, 'cancel'));
  await later(shop);
}

test('a person’s cancellation goes before a replacement that was not sent', async () => {
  const shop = await soldAsOne();
  await cancelBeforeReplaced(shop);
  expect([goods(shop), await shop.order('1001')]).toMatchObject([['cancelled 2 CUP'], { order_status: 'cancelled', issues: [] }]);
});

test('where it is too late to cancel it, a person is told that what leaves should have been replaced', async () => {
  const shop = await soldAsOne();
  advance(shop, 2);
  await cancelBeforeReplaced(shop);
  await later(shop);
  expect(await shop.order('1001')).toMatchObject({ cancel_outcome: 'too_late', issues: ['changed_after_release:mapping'] });
});

test('a preview says of each change what saving it then does, and changes nothing itself', async () => {
  const shop = await soldAsOne();
  const { order_number } = await shop.order('1001');
  const preview = async (change: MappingChanges) =>
    (await shop.inTenant((tenant) => previewMapping(tenant, [{ connectionId: shop.channelId, change }])))?.words ?? null;
  const product_id = await productOf(shop, 'CUP');
  const six = { kind: 'product' as const, links: [{ sku: 'TEAPOT', product_id, units_per_sale: 6 }] };
  const replaced = `1 order went to the warehouse before this change: ${order_number} will be replaced there.`;
  expect(await preview(six)).toBe(replaced);
  expect(await preview({ kind: 'product', links: [{ sku: 'TEAPOT', product_id, units_per_sale: 1 }] })).toBeNull();
  const stuck = `1 order went to the warehouse before this change: ${order_number} could not be sent like that and becomes an issue.`;
  expect(await preview({ kind: 'all_links' })).toBe(stuck);
  expect(await preview({ kind: 'shipping', codes: [{ code: 'ups_ground', to: null }] })).toBe(stuck);
  await own.sql(`delete from shipping_options where account_id = $1`, [shop.accountId]);
  // A code that was deleted may be added again, otherwise.
  const [other] = await own.sql<{ code: string }>(`select code from shipping_methods where account_id = $1 and code <> 'UPSGR' limit 1`, [
    shop.accountId,
  ]);
  expect(await preview({ kind: 'shipping', codes: [{ code: 'ups_ground', to: other?.code ?? '' }] })).toBe(replaced);
  await shop.inTenant((tenant) => saveShippingOptions(tenant, shop.channelId, [{ connectorCode: 'ups_ground', amwareCode: 'UPSGR' }]));
  const preset = { field_name: 'note', field_description: 'Note', field_value: 'Fragile' };
  const impact = await shop.inTenant((tenant) => impactOf(tenant, shop.channelId, { preset }));
  expect(impact.at_warehouse).toBe(replaced);
  await later(shop);
  expect([goods(shop), (await shop.order('1001')).issues]).toEqual([['open 2 CUP'], []]);
});

test('an order that has left is one part of what is said, whatever its note has between its words', async () => {
  const shop = await soldAsOne();
  await shipAll(shop);
  const { order_number } = await shop.order('1001');
  const preset = { field_name: 'note', field_description: 'Note', field_value: 'Glass; left side up' };
  const { at_warehouse_parts } = await shop.inTenant((tenant) => impactOf(tenant, shop.channelId, { preset }));
  expect(at_warehouse_parts).toEqual({
    head: '1 order went to the warehouse before this change:',
    parts: [expect.stringMatching(new RegExp(`^${order_number} left on \\w+ \\d+ with .* instead of note “Glass; left side up”$`))],
  });
});

/** The pack was corrected to six, which the warehouse took without a word; then its link was taken away. */
async function replacedUnheard() {
  const shop = await soldAsOne();
  shop.sandbox.control.faults.add({ target: 'amware', operation: 'replace_order', kind: 'drop_after_accept', probability: 1 });
  await link(shop, 'CUP', 6);
  await later(shop);
  await shop.inTenant((tenant) => unlinkProduct(tenant, { connectionId: shop.channelId, sku: 'TEAPOT' }));
  await later(shop);
  expect([goods(shop), (await shop.order('1001')).issues]).toEqual([['open 12 CUP'], ['changed_after_release:mapping']]);
  shop.sandbox.control.faults.clear();
  return shop;
}

test('a replacement of before closes no issue that the rules of now need, and the issue says what the warehouse has by then', async () => {
  const shop = await replacedUnheard();
  await later(shop);
  expect(await shop.order('1001')).toMatchObject({ units_ordered: 12, issues: ['changed_after_release:mapping'] });
  expect((await shop.order('1001')).sentences[0]).toContain('The warehouse has 12 × CUP of this order');
});

test('what a person keeps as it was sent is what leaves, also where a replacement may have reached the warehouse', async () => {
  const shop = await replacedUnheard();
  await shop.inTenant(async (tenant) => actOnOrder(tenant, (await shop.order('1001')).id, 'keep-as-sent'));
  await later(shop);
  expect([goods(shop), await shop.order('1001')]).toMatchObject([['open 2 CUP'], { units_ordered: 2, issues: [] }]);
  await shipAll(shop);
  expect(shipped(shop)).toEqual(['2 CUP']);
});

test('a file of links is followed there as one save', async () => {
  const shop = await soldAsOne();
  const { order_number } = await shop.order('1001');
  const to = await productOf(shop, 'CUP');
  await own.sql(`update connector_products set units_per_sale = 6 where account_id = $1 and connector_product_sku = 'TEAPOT'`, [
    shop.accountId,
  ]);
  const change = { sku: 'TEAPOT', from_product: to, from_units: 1, to_product: to, to_units: 6 };
  const followed = await shop.inTenant((tenant) => followLinks(tenant, shop.channelId, [change]));
  expect(followWords(followed)).toBe(` 1 order went to the warehouse before this change: ${order_number} will be replaced there.`);
  await later(shop);
  expect(goods(shop)).toEqual(['open 12 CUP']);
});
