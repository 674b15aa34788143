import { expect, test } from 'vitest';
import { testDatabase } from '../../../../../test/database.ts';
import { type MovedShop, movedShop } from '../../../../../test/shop/moved-shop.ts';
import { shipAll, warehouseOrders } from '../../../../../test/shop/warehouse.ts';

const own = testDatabase();
const streets = (shop: MovedShop) => warehouseOrders(shop).map(({ shipTo }) => shipTo.line1);
/** But for the second parcel's want of stock, which keeps it here at first. */
const openIssues = async (shop: MovedShop) => (await shop.order('1001')).issues.filter((issue) => issue !== 'out_of_stock:second_parcel');
const told = 'ShipStation changed the address of this order after it went to the warehouse.';

test('a second parcel that is here goes to the new address once a person says so, and can no longer take that back', async () => {
  const shop = await movedShop(own, 'here');
  expect([await openIssues(shop), (await shop.order('1001')).sentences]).toEqual([['new_address:'], expect.arrayContaining([told])]);
  expect(await shop.page()).toMatchObject({
    address: '1 Main Street',
    new_address: { address: '9 New Road', rest: 'here', obstacle: null },
    waits_for: 'Waits for a person, who decides about the new address before the second parcel goes.',
  });
  await shop.tidy();
  expect(streets(shop)).toEqual(['1 Main Street']);

  await shop.use();
  await shop.flow();
  expect([streets(shop), await openIssues(shop)]).toEqual([['1 Main Street'], []]);
  await shop.passUndo();
  await shop.flow();
  expect(streets(shop)).toEqual(['1 Main Street', '9 New Road']);
  await shipAll(shop);
  const { shipments, address, new_address, events } = await shop.page();
  expect([address, new_address, shipments.map(({ sent_to }) => sent_to?.includes('1 Main Street') ?? null)]).toEqual([
    '9 New Road',
    null,
    [true, null],
  ]);
  expect(events.map(({ sentence }) => sentence)).toContain('Decided: what has not left goes to the new address.');
  expect(await shop.order('1001')).toMatchObject({ order_status: 'fulfilled', issues: [] });
});

test('it is undone within ten seconds, and not later', async () => {
  const shop = await movedShop(own, 'here');
  const group = await shop.use();
  await shop.undo(group);
  expect([(await shop.page()).address, await openIssues(shop)]).toEqual(['1 Main Street', ['new_address:']]);
  expect((await shop.page()).new_address).toMatchObject({ address: '9 New Road' });
  await shop.passUndo();
  await shop.flow();
  expect(streets(shop)).toEqual(['1 Main Street']);

  const again = await shop.use();
  await shop.passUndo({ runs: false });
  await expect(shop.undo(again)).rejects.toMatchObject({ status: 409, code: 'too_late' });
  expect((await shop.page()).address).toBe('9 New Road');
});

test('of what is kept at the former address the second parcel goes there', async () => {
  const shop = await movedShop(own, 'here');
  await shop.keep();
  await shop.flow();
  expect([streets(shop), await openIssues(shop)]).toEqual([['1 Main Street', '1 Main Street'], []]);
});

test('the warehouse is asked to send what it has to the new address, ten seconds later', async () => {
  const shop = await movedShop(own, 'there');
  expect((await shop.page()).new_address).toMatchObject({ rest: 'there' });
  await shop.use();
  await shop.flow();
  expect([streets(shop), (await shop.order('1001')).sentences]).toEqual([
    ['1 Main Street', '1 Main Street'],
    ['ShipStation changed the address of this order. The warehouse is asked to send what has not left there.'],
  ]);
  expect(await shop.page()).toMatchObject({
    address: '1 Main Street',
    new_address: { rest: null, obstacle: expect.stringContaining('reply') },
  });
  await shop.passUndo();
  expect([streets(shop), await openIssues(shop)]).toEqual([['1 Main Street', '9 New Road'], []]);
  expect(await shop.page()).toMatchObject({ address: '9 New Road', new_address: null });
  await shipAll(shop);
  expect(await shop.order('1001')).toMatchObject({ order_status: 'fulfilled', issues: [] });
  expect((await shop.page()).shipments.map(({ sent_to }) => sent_to?.includes('1 Main Street') ?? null)).toEqual([true, null]);
});

test('a warehouse that has it under another reference is asked by that', async () => {
  const shop = await movedShop(own, 'there');
  const { warehouse_order_id } = await shop.order('1001');
  await own.sql(`update warehouse_orders set reference = 'THEIRS-1' where id = $1`, [warehouse_order_id]);
  await shop.use();
  const replacement = `replacement -> 'order' ->> 'reference' as reference, replacement #>> '{order,shipTo,line1}' as street`;
  expect(await own.sql(`select ${replacement} from warehouse_orders where id = $1`, [warehouse_order_id])).toEqual([
    { reference: 'THEIRS-1', street: '9 New Road' },
  ]);
});

test('what the warehouse is to be asked is undone within ten seconds: it never hears of it', async () => {
  const shop = await movedShop(own, 'there');
  await shop.undo(await shop.use());
  await shop.passUndo();
  expect([streets(shop), (await shop.order('1001')).sentences]).toEqual([['1 Main Street', '1 Main Street'], [told]]);
  expect((await shop.page()).new_address).toMatchObject({ address: '9 New Road', rest: 'there' });
});

test('a warehouse that has begun to pick refuses, and a person decides anew', async () => {
  const shop = await movedShop(own, 'there');
  await shop.use();
  shop.move(1);
  await shop.passUndo();
  expect(streets(shop)).toEqual(['1 Main Street', '1 Main Street']);
  const { issues, sentences } = await shop.order('1001');
  expect(issues).toEqual(['new_address:']);
  expect(sentences[0]).toMatch(/^ShipStation changed the address of this order\. Amware did not change it: /);
  expect((await shop.page()).address).toBe('1 Main Street');
  await shop.flow();
  await expect(shop.use()).rejects.toMatchObject({ status: 409, message: expect.stringContaining('picking it already') });
  await shop.keep();
  expect(await openIssues(shop)).toEqual([]);
});

test('a warehouse whose reply was lost and that has begun to pick is asked where it sends it', async () => {
  const shop = await movedShop(own, 'there');
  const lost = { target: 'amware', operation: 'replace_order', kind: 'drop_after_accept', probability: 1 } as const;
  shop.sandbox.control.faults.add(lost);
  await shop.use();
  await shop.passUndo();
  expect([streets(shop), await openIssues(shop)]).toEqual([['1 Main Street', '9 New Road'], ['new_address:']]);
  shop.move(1);
  shop.sandbox.control.faults.clear();
  await shop.engine.passTime();
  await shop.engine.runJobs();
  expect([(await shop.page()).address, await openIssues(shop)]).toEqual(['9 New Road', []]);
});

test('a lost reply to an earlier question does not keep a later one from being undone', async () => {
  const shop = await movedShop(own, 'there');
  shop.sandbox.control.faults.add({ target: 'amware', operation: 'replace_order', kind: 'drop_after_accept', probability: 1 });
  await shop.use();
  await shop.passUndo();
  shop.sandbox.control.faults.clear();
  await shop.engine.passTime();
  await shop.engine.runJobs();
  expect(streets(shop)).toEqual(['1 Main Street', '9 New Road']);
  await shop.changeTo('5 Third Lane');
  await shop.undo(await shop.use());
  await shop.passUndo();
  expect(streets(shop)).toEqual(['1 Main Street', '9 New Road']);
  expect((await shop.page()).new_address).toMatchObject({ address: '5 Third Lane', rest: 'there' });
});

test('another city alone counts as taken only where the warehouse shows it', async () => {
  const outcomes: unknown[] = [];
  for (const kind of ['drop_after_accept', '500'] as const) {
    const shop = await movedShop(own, 'there');
    await shop.change({ shipTo: { ...shop.sold.shipTo, street1: '1 Main Street', city: 'Dallas' } });
    shop.sandbox.control.faults.add({ target: 'amware', operation: 'replace_order', kind, probability: 1 });
    await shop.use();
    await shop.passUndo();
    shop.move(1);
    shop.sandbox.control.faults.clear();
    await shop.engine.passTime();
    await shop.engine.runJobs();
    outcomes.push([(await shop.page()).city === 'Dallas', await openIssues(shop)]);
  }
  expect(outcomes).toEqual([
    [true, []],
    [false, ['new_address:']],
  ]);
});

test('a parcel that leaves between look and press keeps its address, and whoever presses is told so', async () => {
  const shop = await movedShop(own, 'there');
  const seen = await shop.seen();
  await shipAll(shop);
  expect(await openIssues(shop)).toContain('new_address:');
  await expect(shop.use(seen)).rejects.toMatchObject({
    ...{ status: 409, code: 'too_late' },
    message: 'All of this order has left, to the address that it had before.',
  });
  expect((await shop.page()).new_address).toMatchObject({ rest: null, address: '9 New Road' });
  await shop.keep();
  expect(await openIssues(shop)).toEqual([]);
});

test('a parcel that leaves after the press and before the warehouse hears of it keeps its address', async () => {
  const shop = await movedShop(own, 'there');
  await shop.use();
  await shipAll(shop);
  await shop.passUndo();
  expect(streets(shop)).toEqual(['1 Main Street', '1 Main Street']);
  expect((await shop.page()).address).toBe('1 Main Street');
  expect((await openIssues(shop)).filter((issue) => issue === 'new_address:')).toHaveLength(1);
});

test('while the first parcel is with the warehouse, both go to the new address once that has taken it', async () => {
  const shop = await movedShop(own, 'first');
  await shop.use();
  await shop.passUndo();
  await shipAll(shop);
  await shop.flow();
  await shipAll(shop);
  expect(streets(shop)).toEqual(['9 New Road', '9 New Road']);
});
