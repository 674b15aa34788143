import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { type Buyer, buildBuyer } from '../../../../test/shop/purchasing.ts';
import { readOutlooks } from '../../catalogue/list/outlook.ts';
import { readExpected } from '../../catalogue/record/expected.ts';
import { linkProduct } from '../../links/saving/commands.ts';
import { savePurchaseOrder } from '../../purchase-orders/actions/edit.ts';
import { getPurchaseOrder } from '../../purchase-orders/detail/queries.ts';
import { composeBookings } from '../receipts/booking-message.ts';
import { acceptLoose, acceptOver } from '../receipts/decide.ts';
import { processReceipts } from '../receipts/process.ts';
import { undoAccepted } from '../receipts/take-back-accepted.ts';

// The source orders packs; the warehouse expects, receives and counts units of its item.

const own = testDatabase();

async function mugId({ accountId }: Buyer): Promise<number> {
  const [mug] = await own.sql<{ id: number }>(`select id::int from products where account_id = $1 and sku = 'MUG'`, [accountId]);
  return mug?.id ?? 0;
}

const linkMugs = async (buyer: Buyer, units: number) => {
  const link = { connectionId: buyer.ledgerId, sku: 'MUG', productId: await mugId(buyer), units };
  await buyer.inTenant((tenant) => linkProduct(tenant, link));
};

/** What the warehouse expects. */
const announced = (buyer: Buyer) =>
  [...buyer.sandbox.control.client().asns.rows.values()].flatMap(({ body }) => body.lines.map(({ quantity }) => quantity));

/** Ten packs of six mugs, of which the warehouse is told. */
async function bought(units = 6): Promise<Buyer> {
  const buyer = await buildBuyer(own);
  await own.sql(`insert into connector_products (account_id, connection_id, connector_product_sku) values ($1, $2, 'MUG')`, [
    buyer.accountId,
    buyer.ledgerId,
  ]);
  await linkMugs(buyer, units);
  buyer.buy('P-1');
  await buyer.flow();
  return buyer;
}

async function process(buyer: Buyer): Promise<void> {
  const { id } = await buyer.purchase('P-1');
  await buyer.inTenant((tenant) => processReceipts(tenant, id));
  await buyer.sync();
}
const received = async (buyer: Buyer, quantity: number, close = false) => {
  await buyer.receive('P-1', [{ sku: 'MUG', quantity }], { close });
};
const inBooks = (buyer: Buyer) => buyer.booked().map(({ quantity }) => quantity);

test('ten packs of six are announced as sixty units, and sixty that come are the ten packs', async () => {
  const buyer = await bought();
  expect(announced(buyer)).toEqual([60]);
  await received(buyer, 60, true);
  const order = await buyer.purchase('P-1');
  expect(order).toMatchObject({ units_ordered: 60, units_received: 60, issues: [] });
  const [item] = (await buyer.inTenant((tenant) => getPurchaseOrder(tenant, order.id)))?.purchase_order_items ?? [];
  expect(item).toMatchObject({ quantity: 10, units_per_sale: 6, announced: 60, received: 60, open: 0, over: 0 });
  await process(buyer);
  expect([inBooks(buyer), (await buyer.purchase('P-1')).status]).toEqual([[10], 'closed_out']);
});

test('of packs that come in parts the source is told of those that are complete, once they are', async () => {
  const buyer = await bought();
  for (const quantity of [9, 2, 7]) {
    await received(buyer, quantity);
    await process(buyer);
  }
  // Nine are a pack and three; eleven are still one; eighteen are three.
  expect(inBooks(buyer)).toEqual([1, 2]);
  expect((await buyer.purchase('P-1')).lines).toMatchObject([{ quantity_received: 18, quantity_processed: 18 }]);
});

test('what is no whole pack when nothing more is expected is shown, until a person accepts it', async () => {
  const buyer = await bought();
  await received(buyer, 57, true);
  await process(buyer);
  const { id, sentences, lines } = await buyer.purchase('P-1');
  expect(inBooks(buyer)).toEqual([9]);
  expect(sentences).toEqual([
    '3 of MUG are no whole pack of 6, so the source is not told of them. Correct that there where it should have them, then accept it here.',
  ]);
  const accept = () => buyer.inTenant((tenant) => acceptLoose(tenant, id, lines[0]?.id ?? 0, 3));
  const runId = await accept();
  expect(await buyer.purchase('P-1')).toMatchObject({ sentences: [], status: 'closed_out' });
  const [run] = await own.sql<{ group: number }>('select change_group_id::int as group from runs where id = $1 and undoable', [runId]);
  await buyer.inTenant((tenant) => undoAccepted(tenant, run?.group ?? 0));
  expect((await buyer.purchase('P-1')).sentences).toEqual(sentences);
  await accept();
  expect((await buyer.purchase('P-1')).sentences).toEqual([]);
});

test('more than the packs that are ordered is over by so many units', async () => {
  const buyer = await bought();
  buyer.sandbox.control.company().preferences.overage = true;
  await received(buyer, 66);
  const { id, sentences, lines } = await buyer.purchase('P-1');
  expect(sentences).toEqual(['6 more of MUG came than the 60 that are ordered: 10 packs of 6.']);
  await buyer.inTenant((tenant) => acceptOver(tenant, id, lines[0]?.id ?? 0, 6));
  await process(buyer);
  expect([inBooks(buyer), (await buyer.purchase('P-1')).issues]).toEqual([[11], []]);
});

test('a link that is corrected is followed until something of the line is booked: the warehouse is told, and what came counts by it', async () => {
  const buyer = await bought(1);
  expect(announced(buyer)).toEqual([10]);
  await received(buyer, 12);
  expect((await buyer.purchase('P-1')).issues).toHaveLength(1);
  await linkMugs(buyer, 6);
  await buyer.engine.passTime();
  await buyer.flow();
  const { issues, events } = await buyer.purchase('P-1');
  expect([announced(buyer), issues]).toEqual([[60], []]);
  expect(events).toContain('changed');
  await process(buyer);
  await linkMugs(buyer, 12);
  await buyer.engine.passTime();
  await buyer.flow();
  await received(buyer, 48, true);
  await process(buyer);
  expect([announced(buyer), inBooks(buyer)]).toEqual([[60], [2, 8]]);
});

test('what is expected of a product is units, less what had come before and what came', async () => {
  const buyer = await bought();
  const expected = async () => {
    const id = await mugId(buyer);
    const outlooks = await buyer.inTenant((tenant) => readOutlooks(tenant, 'products', [id]));
    return [(await buyer.inTenant((tenant) => readExpected(tenant, 'products', id))).units, outlooks.get(id)?.expected];
  };
  expect(await expected()).toEqual([60, 60]);
  await received(buyer, 9);
  expect(await expected()).toEqual([51, 51]);
  await own.sql('update purchase_order_lines set received_before = 1 where purchase_order_id = $1', [(await buyer.purchase('P-1')).id]);
  expect(await expected()).toEqual([45, 45]);
});

test('a line cannot be less than the packs that have begun to come', async () => {
  const buyer = await bought();
  await received(buyer, 9);
  const { id, lines } = await buyer.purchase('P-1');
  const save = (quantity: number) =>
    buyer.inTenant((tenant) => savePurchaseOrder(tenant, id, { lines: [{ id: lines[0]?.id ?? 0, quantity }] }));
  await expect(save(1)).rejects.toThrow();
  await save(2);
  await buyer.flow();
  expect(announced(buyer)).toEqual([12]);
});

test('a pack is of the lot that completes it, and no serial numbers are told of packs', async () => {
  const buyer = await bought();
  const lots = [
    { sku: 'MUG', quantity: 9, lot: 'A', serials: Array.from({ length: 9 }, (_, n) => `S${n}`) },
    { sku: 'MUG', quantity: 10, lot: 'B' },
  ];
  await buyer.receive('P-1', lots);
  const { id } = await buyer.purchase('P-1');
  await buyer.inTenant((tenant) => processReceipts(tenant, id));
  const [booking] = await own.sql<{ id: number }>('select id::int from bookings where purchase_order_id = $1', [id]);
  const told = await buyer.inTenant((tenant) => composeBookings(tenant, [booking?.id ?? 0]));
  const packs = [
    { lot: 'A', quantity: 1 },
    { lot: 'B', quantity: 2 },
  ];
  expect(told.get(booking?.id ?? 0)?.lines).toEqual([
    { remoteLineId: expect.any(String), sku: 'MUG', quantity: 3, booked: 0, lots: packs },
  ]);
});

test('an order whose units are more than can be sent is announced to nobody', async () => {
  const buyer = await buildBuyer(own);
  await own.sql(`insert into connector_products (account_id, connection_id, connector_product_sku) values ($1, $2, 'MUG')`, [
    buyer.accountId,
    buyer.ledgerId,
  ]);
  await linkMugs(buyer, 10_000);
  buyer.buy('P-1', { lines: [{ sku: 'MUG', quantity: 300_000 }] });
  await buyer.flow();
  expect([announced(buyer), (await buyer.purchase('P-1')).issues]).toEqual([[], ['unreadable:quantity:1']]);
});
