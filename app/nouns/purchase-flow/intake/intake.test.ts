import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { buildBuyer } from '../../../../test/shop/purchasing.ts';
import { readNeeds } from '../../../shared/connections/home/queries.ts';
import { listCauses } from '../../../shared/issues/queries.ts';
import { linkProduct } from '../../links/saving/commands.ts';
import { mapLocations } from '../../mappings/locations/commands.ts';
import { undoSave } from '../../mappings/saves/undo.ts';
import { closeShort } from '../../purchase-orders/actions/close-short.ts';

const own = testDatabase();

test('the same content twice changes nothing; what a person edited stays when the source changes the rest', async () => {
  const buyer = await buildBuyer(own);
  const id = buyer.buy('P-1', { memo: 'first' });
  await buyer.sync();
  const before = await buyer.purchase('P-1');
  buyer.change(id, {});
  await buyer.sync();
  expect((await buyer.purchase('P-1')).revision).toBe(before.revision);
  await own.sql(`update purchase_orders set note = 'mine', edited_fields = '{note}' where id = $1`, [before.id]);
  buyer.change(id, { memo: 'second' });
  await buyer.sync();
  expect(await buyer.purchase('P-1')).toMatchObject({ note: 'mine', revision: before.revision + 1 });
});

test('what a source changes of a locked one waits until it is unlocked', async () => {
  const buyer = await buildBuyer(own);
  const id = buyer.buy('P-1', { memo: 'first' });
  await buyer.sync();
  await own.sql('update purchase_orders set locked = true where account_id = $1', [buyer.accountId]);
  buyer.change(id, { memo: 'second' });
  await buyer.sync();
  expect(await buyer.purchase('P-1')).toMatchObject({ note: 'first', must_reread: true });
});

test('an unmapped location and an unknown SKU become issues, and one save mends every purchase order that waits for it', async () => {
  const buyer = await buildBuyer(own, { located: false });
  const { enterItem } = await import('../../../../sandbox/netsuite/enter.ts');
  enterItem(buyer.sandbox.control.company(), { sku: 'TEAPOT' });
  for (const number of ['P-1', 'P-2']) buyer.buy(number, { lines: [{ sku: 'TEAPOT', quantity: 5 }] });
  await buyer.sync();
  expect((await buyer.purchases()).map(({ issues, asns }) => [issues, asns])).toEqual([
    [['unmapped_item:TEAPOT', 'unmapped_location:11'], []],
    [['unmapped_item:TEAPOT', 'unmapped_location:11'], []],
  ]);
  const { groups } = await buyer.inTenant(listCauses);
  expect(groups.find(({ type }) => type === 'unmapped_location')?.causes).toMatchObject([{ subject: '11', name: 'Hebron KY' }]);
  const needs = await buyer.inTenant((tenant) => readNeeds(tenant, buyer.ledgerId));
  expect(needs.locations, 'they are no orders').toEqual({ codes: 1, orders: 0, purchaseOrders: 2 });
  await buyer.inTenant((tenant) => mapLocations(tenant, buyer.ledgerId, [{ internalId: '11', amwareLocation: 'NV2' }]));
  const [product] = await own.sql<{ id: string }>(`select id from products where account_id = $1 and sku = 'CUP'`, [buyer.accountId]);
  const link = { connectionId: buyer.ledgerId, sku: 'TEAPOT', productId: Number(product?.id) };
  const { undo } = await buyer.inTenant((tenant) => linkProduct(tenant, link));
  expect((await buyer.purchases()).map(({ issues }) => issues)).toEqual([[], []]);
  await buyer.inTenant((tenant) => undoSave(tenant, undo?.id ?? 0, true));
  expect((await buyer.purchases()).map(({ issues, asns }) => [issues, asns])).toEqual([
    [['unmapped_item:TEAPOT'], []],
    [['unmapped_item:TEAPOT'], []],
  ]);
  await buyer.inTenant((tenant) => linkProduct(tenant, link));
  await buyer.engine.passTime();
  await buyer.flow();
  expect((await buyer.purchases()).map(({ issues, asns, mapped_warehouse }) => [issues, asns, mapped_warehouse])).toEqual([
    [[], ['announced'], 'NV2'],
    [[], ['announced'], 'NV2'],
  ]);
});

test('a SKU of a raw material is linked to it, and a status that nobody knows waits for a person', async () => {
  const buyer = await buildBuyer(own);
  const { enterItem } = await import('../../../../sandbox/netsuite/enter.ts');
  enterItem(buyer.sandbox.control.company(), { sku: 'BOX' });
  await own.sql(`insert into raw_materials (account_id, sku, name) values ($1, 'BOX', 'A box')`, [buyer.accountId]);
  buyer.sandbox.control.client().catalogue.take([{ sku: 'BOX-W', name: 'A box', units: 0 }]);
  buyer.buy('P-1', { lines: [{ sku: 'BOX', quantity: 5 }] });
  buyer.buy('P-2', { status: 'Z' });
  await buyer.sync();
  expect((await buyer.purchase('P-1')).lines).toMatchObject([{ sku: 'BOX', mapped_sku: 'BOX' }]);
  expect((await buyer.purchase('P-2')).issues).toEqual([expect.stringMatching(/^unreadable:status:/)]);
});

test('one that its source cancels ends, after the warehouse has agreed where it was announced', async () => {
  const buyer = await buildBuyer(own);
  const id = buyer.buy('P-1');
  await buyer.flow();
  buyer.change(id, { status: 'H' });
  await buyer.flow();
  const { status, source_state, asns } = await buyer.purchase('P-1');
  expect([source_state, status, asns]).toEqual(['closed', 'pending', ['announced']]);
});

test('one that its source cancels after goods came waits for a person, who closes it short, or for its source to open it again', async () => {
  const buyer = await buildBuyer(own);
  const [first, second] = [buyer.buy('P-1'), buyer.buy('P-2')];
  await buyer.flow();
  for (const number of ['P-1', 'P-2']) await buyer.receive(number, [{ sku: 'MUG', quantity: 4 }]);
  for (const id of [first, second]) buyer.change(id, { status: 'C' });
  await buyer.sync();
  expect(await buyer.purchase('P-1')).toMatchObject({
    status: 'received',
    issues: [expect.stringMatching(/^cancelled_after_receipt:order:\d+$/)],
  });
  expect((await buyer.purchase('P-1')).sentences).toEqual([
    'Its source cancelled it, but 4 of 10 units have come. Close it short here, or open it again there.',
  ]);
  buyer.change(second, { status: 'B' });
  await buyer.sync();
  expect((await buyer.purchase('P-2')).issues).toEqual([]);
  const { id } = await buyer.purchase('P-1');
  await buyer.inTenant((tenant) => closeShort(tenant, id, 'The vendor sends no more.'));
  expect((await buyer.purchase('P-1')).issues).toEqual([]);
});
