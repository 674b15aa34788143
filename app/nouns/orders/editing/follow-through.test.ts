import { expect, test } from 'vitest';
import { buildShop, ofOrders, type Shop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { channelOrders, shipAll, warehouseOrders } from '../../../../test/shop/warehouse.ts';
import { composeMessages } from '../../../engine/sending/composing/messages.ts';
import type { Effect } from '../../../shared/outbox/claim.ts';
import type { LineItem } from '../../order-flow/contract/editing.ts';
import { readLines } from '../../order-flow/lines/lines.ts';
import { actOnOrder } from '../actions.ts';
import { getOrder } from '../detail/queries.ts';
import { saveOrder } from './save.ts';
import { undoEdit } from './undo.ts';

const own = testDatabase();
const items = [
  { sku: 'MUG', quantity: 2 },
  { sku: 'CUP', quantity: 1 },
];

/** A shop with order 1001 of two mugs and a cup, on hold at the channel. */
async function withOrder({ reads = ofOrders } = {}) {
  const shop = await buildShop(own, { reads });
  const [sold] = shop.sell({ orderNumber: '1001', orderStatus: 'awaiting_payment', items });
  await shop.sync();
  const { id } = await shop.order('1001');
  const lines = await linesOf(shop, id);
  const change = async (changes: object) => {
    shop.sandbox.control.seller().change(sold as never, changes);
    await shop.sync();
  };
  const edit = (lineItems: LineItem[], fields = {}) => shop.inTenant((tenant) => saveOrder(tenant, { id, lineItems, ...fields }));
  return { ...shop, id, line: (sku: string) => lines.find((each) => each.sku === sku)?.id as number, change, edit, sold };
}

const linesOf = (shop: Pick<Shop, 'inTenant'>, id: number) => shop.inTenant((tenant) => readLines(tenant, id));
async function confirmedLines({ accountId, inTenant }: Shop) {
  const [row] = await own.sql<Effect>(`select * from outbox where account_id = $1 and kind = 'confirm'`, [accountId]);
  const effect = { ...(row as Effect), id: Number(row?.id), order_id: Number(row?.order_id) };
  const message = (await inTenant((tenant) => composeMessages(tenant, [effect]))).get(effect.id);
  return message?.kind === 'confirm' ? message.confirmation.lines : undefined;
}

const asEdited = (line: (sku: string) => number): LineItem[] => [
  { id: line('MUG'), quantity: 5 },
  { id: line('CUP'), isDelete: true },
  { isNewItem: true, sku: 'CUP', quantity: 3 },
];

test('edited lines are kept from sync, sent, shipped and confirmed as they were edited', async () => {
  const shop = await withOrder();
  await shop.edit(asEdited(shop.line));
  const more = [...(shop.sold?.items ?? []), { ...shop.sold?.items[0], orderItemId: 77, lineItemKey: '77', sku: 'POT', quantity: 9 }];
  await shop.change({ orderStatus: 'awaiting_shipment', customerNotes: 'Wrap it', items: more });
  expect(await shop.order('1001')).toMatchObject({ note: 'Wrap it', units_ordered: 8, issues: ['changed_beside_edits:lines'] });
  await shop.inTenant((tenant) => actOnOrder(tenant, shop.id, 'keep-as-edited'));
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'packing', issues: [] });
  expect(warehouseOrders(shop).map(({ units }) => units)).toEqual([8]);
  await shipAll(shop);
  expect(await shop.order('1001')).toMatchObject({ order_status: 'fulfilled', units_shipped: 8 });
  expect(channelOrders(shop)).toMatchObject([{ status: 'shipped', marks: 1 }]);
  // To a channel that confirms lines: of its own line no more than its quantity, and nothing of a line added here.
  expect(await confirmedLines(shop)).toEqual([{ remoteLineId: String(shop.sold?.items[0]?.orderItemId), handle: null, quantity: 2 }]);
});

test('a change by the channel is recorded with old and new values, and its quantities of edited lines are kept beside ours', async () => {
  const shop = await withOrder();
  const items = shop.sold?.items.map((item) => ({ ...item, quantity: item.quantity + 5 })) ?? [];
  await shop.change({ customerNotes: 'Wrap it', items: items.slice(0, 1) });
  const changed = (await shop.inTenant((tenant) => getOrder(tenant, shop.id)))?.events.at(-1);
  expect(changed).toMatchObject({
    kind: 'changed',
    sentence: 'ShipStation changed it.',
    changes: {
      note: { from: null, to: 'Wrap it' },
      [`line:${shop.line('MUG')}`]: { from: { sku: 'MUG', quantity: 2 }, to: { sku: 'MUG', quantity: 7 } },
      [`line:${shop.line('CUP')}`]: { from: { sku: 'CUP', quantity: 1 }, to: null },
    },
  });
  await shop.edit([{ id: shop.line('MUG'), quantity: 3 }]);
  await shop.change({ items: items.map((item) => ({ ...item, quantity: 9 })).slice(0, 1) });
  expect(await linesOf(shop, shop.id)).toMatchObject([{ sku: 'MUG', quantity: 3, source_quantity: 9 }]);
  const kept = (await shop.inTenant((tenant) => getOrder(tenant, shop.id)))?.events.findLast(({ kind }) => kind === 'changed');
  expect(kept?.sentence).toBe('ShipStation changed it. What people edited here was kept.');
});

test('an edit of what the channel changed since is refused, naming the channel', async () => {
  const shop = await withOrder();
  const { revision } = await shop.order('1001');
  await shop.change({ customerNotes: 'Wrap it', items: shop.sold?.items.slice(0, 1) });
  const stale = { revision, note: 'Call', city: 'Paris' };
  await expect(shop.edit([{ id: shop.line('CUP'), quantity: 4 }], stale)).rejects.toMatchObject({
    status: 409,
    details: {
      conflicts: [
        { field: 'note', label: 'Note', theirs: 'Wrap it', who: 'ShipStation' },
        { field: `line:${shop.line('CUP')}`, label: 'Qty of CUP', theirs: null, who: 'ShipStation' },
      ],
    },
  });
  await shop.edit([{ id: shop.line('MUG'), quantity: 4 }], { revision, city: 'Paris' });
  expect(await shop.order('1001')).toMatchObject({ note: 'Wrap it', city: 'Paris', units_ordered: 4 });
});

test('an undone edit is read again from the channel before the order leaves', async () => {
  const shop = await withOrder();
  await shop.edit([...asEdited(shop.line)], { city: 'Paris' });
  const fewer = shop.sold?.items.slice(0, 1).map((item) => ({ ...item, quantity: 7 }));
  await shop.change({ items: fewer });
  await shop.inTenant((tenant) => undoEdit(tenant, shop.id));
  expect(await shop.order('1001')).toMatchObject({ city: 'Austin', units_ordered: 3, edited_fields: [] });
  await own.sql(`update orders set source_state = 'ready' where account_id = $1`, [shop.accountId]);
  await shop.engine.runJobs();
  const { units_ordered } = await shop.order('1001');
  const lines = (await linesOf(shop, shop.id)).map(({ sku, quantity, source_quantity }) => [sku, quantity, source_quantity]);
  expect([units_ordered, lines]).toEqual([7, [['MUG', 7, null]]]);
});

test('an order that was refused for want of stock is sent again once it needs less', async () => {
  const shop = await withOrder({ reads: [...ofOrders, 'stock'] });
  await shop.edit([{ id: shop.line('MUG'), quantity: 5000 }]);
  await shop.change({ orderStatus: 'awaiting_shipment' });
  expect(await shop.order('1001')).toMatchObject({ order_status: 'error', issues: ['out_of_stock:stock'] });
  await shop.edit([{ id: shop.line('MUG'), quantity: 4000 }]);
  expect(await shop.order('1001')).toMatchObject({ order_status: 'error', issues: ['out_of_stock:stock'] });
  await shop.edit([{ id: shop.line('MUG'), quantity: 4 }]);
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'packing', issues: [] });
  expect(warehouseOrders(shop).map(({ units }) => units)).toEqual([5]);
});

test('an order that the warehouse refused for a line goes again without it', async () => {
  const shop = await withOrder();
  await own.sql(`insert into products (account_id, sku, name) values ($1, 'GHOST', 'Not at the warehouse')`, [shop.accountId]);
  await shop.edit([{ isNewItem: true, sku: 'GHOST' }]);
  await shop.change({ orderStatus: 'awaiting_shipment' });
  expect(await shop.order('1001')).toMatchObject({ order_status: 'error', issues: ['rejected_by_warehouse:submit'] });
  const ghost = (await linesOf(shop, shop.id)).find(({ sku }) => sku === 'GHOST')?.id;
  await shop.edit([{ id: ghost, isDelete: true }]);
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'packing', issues: [] });
});

test('an order that the warehouse cancelled by itself waits for “Try again”, also where somebody edits it', async () => {
  const shop = await withOrder();
  await shop.change({ orderStatus: 'awaiting_shipment' });
  const { orders } = shop.sandbox.control.client();
  for (const row of orders.rows.values()) orders.change(row.id, row, { status: 'cancelled' });
  await shop.flow();
  await shop.edit([], { city: 'Paris' });
  await shop.flow();
  const cities = () => warehouseOrders(shop).flatMap(({ status, shipTo }) => (status === 'open' ? shipTo.city : []));
  expect([cities(), await shop.order('1001')]).toMatchObject([[], { order_status: 'error', issues: ['rejected_by_warehouse:cancelled'] }]);
  await shop.inTenant((tenant) => actOnOrder(tenant, shop.id, 'retry'));
  await shop.flow();
  expect([cities(), await shop.order('1001')]).toMatchObject([['Paris'], { order_status: 'packing', issues: [] }]);
});

test('removing the line that no product is linked to mends the order', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  shop.sell({ orderNumber: '1001', items: [...items, { sku: 'TEAPOT', quantity: 1 }] });
  await shop.sync();
  const { id, issues } = await shop.order('1001');
  expect(issues).toEqual(['unmapped_sku:TEAPOT']);
  const teapot = (await linesOf(shop, id)).find(({ sku }) => sku === 'TEAPOT')?.id;
  await shop.inTenant((tenant) => saveOrder(tenant, { id, lineItems: [{ id: teapot, isDelete: true }] }));
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'packing', issues: [], units_ordered: 3 });
});

test('an order of charges alone takes no goods', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  shop.sell({ orderNumber: '1001', orderStatus: 'awaiting_payment', items: [{ sku: 'POST', quantity: 1, adjustment: true }] });
  await shop.sync();
  const { id } = await shop.order('1001');
  await expect(shop.inTenant((tenant) => saveOrder(tenant, { id, lineItems: [{ sku: 'MUG' }] }))).rejects.toMatchObject({
    fields: { lineItems: ['Every line of this order is a charge: the channel is asked to close it, and it takes no goods.'] },
  });
});
