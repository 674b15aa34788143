import { expect, test } from 'vitest';
import { inTenant, type Tenant } from '../../../../../platform/tenant.ts';
import { addAccount } from '../../../../../test/build.ts';
import { testDatabase } from '../../../../../test/database.ts';
import { type MovedShop, movedShop } from '../../../../../test/shop/moved-shop.ts';
import { warehouseOrders } from '../../../../../test/shop/warehouse.ts';
import { actOnOrder } from '../../../orders/actions.ts';
import { followSent } from '../follow.ts';
import { undoNewAddress } from './undo.ts';

const own = testDatabase();
const streets = (shop: MovedShop) => warehouseOrders(shop).map(({ shipTo }) => shipTo.line1);
/** But for the second parcel's want of stock, which keeps it here at first. */
const openIssues = async (shop: MovedShop) => (await shop.order('1001')).issues.filter((issue) => issue !== 'out_of_stock:second_parcel');

test.each([
  ['a note', { customerNotes: 'Wrap it' }],
  ['its goods', { items: [{ sku: 'MUG', quantity: 4 }] }],
])('where the channel changes %s too, nobody is offered the new address', async (_, more) => {
  const shop = await movedShop(own, 'first_left');
  await shop.changeTo('9 New Road', more as never);
  expect(await openIssues(shop)).not.toContain('new_address:');
  expect((await openIssues(shop))[0]).toMatch(/^changed_after_release:/);
  await expect(shop.use('x')).rejects.toMatchObject({ status: 409, code: 'nothing_to_decide' });
});

test('where another change came first, or comes later, a person decides about all of it', async () => {
  const first = await movedShop(own, 'first_left');
  await first.change({ customerNotes: 'Wrap it' });
  await first.changeTo('9 New Road');
  expect(await openIssues(first)).toEqual(['changed_after_release:order']);
  const later = await movedShop(own, 'here');
  await later.change({ customerNotes: 'Wrap it' });
  expect(await openIssues(later)).toEqual(['changed_after_release:order']);
  expect((await later.page()).new_address).toBeNull();
});

test('an address that changed twice is used as it is now, and not as somebody saw it before', async () => {
  const shop = await movedShop(own, 'here');
  const seen = await shop.seen();
  await shop.changeTo('11 Newer Road');
  await expect(shop.use(seen)).rejects.toMatchObject({ status: 409, code: 'changed_meanwhile' });
  await shop.use();
  await shop.passUndo();
  await shop.flow();
  expect(streets(shop)).toEqual(['1 Main Street', '11 Newer Road']);
});

test('whoever keeps the former address has seen the one that the channel has now', async () => {
  const shop = await movedShop(own, 'here');
  const seen = await shop.seen();
  await shop.changeTo('11 Newer Road');
  await expect(shop.keep(seen)).rejects.toMatchObject({ status: 409, code: 'changed_meanwhile' });
  await expect(shop.act('keep-former-address')).rejects.toMatchObject({ status: 409, code: 'changed_meanwhile' });
  await shop.flow();
  expect([streets(shop), await openIssues(shop)]).toEqual([['1 Main Street'], ['new_address:']]);
  await shop.keep();
  await shop.flow();
  expect([streets(shop), await openIssues(shop)]).toEqual([['1 Main Street', '1 Main Street'], []]);
});

test('one that is undone after the channel has the former address again needs nobody, and the second parcel goes', async () => {
  const shop = await movedShop(own, 'here');
  const group = await shop.use();
  await shop.changeTo('1 Main Street');
  expect(await openIssues(shop)).toEqual(['new_address:']);
  await shop.undo(group);
  expect(await openIssues(shop)).toEqual([]);
  await shop.passUndo();
  await shop.tidy();
  await shop.flow();
  expect(streets(shop)).toEqual(['1 Main Street', '1 Main Street']);
});

test('one that is as it was again needs nobody, and the second parcel goes', async () => {
  const shop = await movedShop(own, 'here');
  await shop.changeTo('1 Main Street');
  expect(await openIssues(shop)).toEqual([]);
  await shop.tidy();
  await shop.flow();
  expect(streets(shop)).toEqual(['1 Main Street', '1 Main Street']);
});

test('what the warehouse was to be asked is not asked once the channel changes the address again', async () => {
  const shop = await movedShop(own, 'there');
  const group = await shop.use();
  await shop.changeTo('11 Newer Road');
  await shop.passUndo();
  expect([streets(shop), await openIssues(shop)]).toEqual([['1 Main Street', '1 Main Street'], ['new_address:']]);
  await expect(shop.undo(group)).rejects.toMatchObject({ status: 409 });
  await shop.use();
  await shop.passUndo();
  expect([streets(shop), await openIssues(shop)]).toEqual([['1 Main Street', '11 Newer Road'], []]);
});

test('a mapping that is compared in the meantime does not drop what the warehouse is to be asked', async () => {
  const shop = await movedShop(own, 'there');
  await shop.use();
  const { warehouse_order_id } = await shop.order('1001');
  await shop.inTenant((tenant) => followSent(tenant, [warehouse_order_id as number]));
  await shop.passUndo();
  expect([streets(shop), await openIssues(shop)]).toEqual([['1 Main Street', '9 New Road'], []]);
});

test('nobody of another account decides about it, or takes that back', async () => {
  const shop = await movedShop(own, 'here');
  const seen = await shop.seen();
  const other = await addAccount(own);
  const elsewhere = <T>(work: (tenant: Tenant) => Promise<T>) => inTenant(own.database, other, work);
  for (const action of ['use-new-address', 'keep-former-address'] as const)
    await expect(elsewhere((tenant) => actOnOrder(tenant, shop.id, action, { seen }))).rejects.toMatchObject({ status: 404 });
  const group = await shop.use(seen);
  await expect(elsewhere((tenant) => undoNewAddress(tenant, group))).rejects.toMatchObject({ status: 404 });
  expect((await shop.page()).address).toBe('9 New Road');
});

test('of two who press at once, one is told that nothing is left to decide', async () => {
  const shop = await movedShop(own, 'here');
  const seen = await shop.seen();
  const pressed = await Promise.allSettled([shop.use(seen), shop.use(seen)]);
  expect(pressed.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(pressed.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'nothing_to_decide' } });
  const there = await movedShop(own, 'there');
  const both = await Promise.allSettled([there.use(), there.use()]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await there.passUndo();
  expect(streets(there)).toEqual(['1 Main Street', '9 New Road']);
});
