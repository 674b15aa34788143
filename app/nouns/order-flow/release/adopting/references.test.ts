import { expect, test } from 'vitest';
import { plainAddress } from '../../../../../sandbox/ship-station/order.ts';
import { buildShop, ofOrders, type Shop } from '../../../../../test/build.ts';
import { testDatabase } from '../../../../../test/database.ts';
import { shipAll, warehouseOrders } from '../../../../../test/shop/warehouse.ts';
import { requestCancel } from '../holding/cancel.ts';
import { setHold } from '../holding/hold.ts';

const own = testDatabase();

/** Our database as it was before any order came, except that its sequences give other numbers to other records; the warehouse keeps all. */
async function forgetOrders(shop: Shop): Promise<void> {
  const { accountId } = shop;
  await own.sql('truncate orders, warehouse_orders, outbox restart identity cascade');
  for (const sequence of ['orders', 'warehouse_orders', 'order_lines', 'shipments'])
    await own.sql(`select setval(pg_get_serial_sequence('${sequence}', 'id'), 1)`);
  await own.sql('update streams set cursor = null where account_id = $1', [accountId]);
  // First what the channel has: a warehouse that names what we do not know stops the account.
  await shop.read('orders');
}

const references = async ({ accountId }: Shop) =>
  Object.fromEntries(
    (
      await own.sql<{ number: string; reference: string }>(
        `select o.source_order_number as number, w.reference from orders o join warehouse_orders w on w.id = o.warehouse_order_id where o.account_id = $1 order by 1`,
        [accountId],
      )
    ).map(({ number, reference }) => [number, reference]),
  );

const address = (name: string) => ({ shipTo: { ...plainAddress, name } });

test('the same orders have the same references in a database that knows less, no other order has one of them, and no parcel is a stranger’s', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  const sold = [
    { orderNumber: '1001', items: [{ sku: 'MUG', quantity: 1 }], ...address('Anna Blum') },
    { orderNumber: '1002', items: [{ sku: 'CUP', quantity: 2 }], ...address('Bo Carlson') },
    { orderNumber: '1003', items: [{ sku: 'MUG', quantity: 3 }], ...address('Cy Davis') },
  ];
  shop.sell(...sold);
  await shop.flow();
  const before = await references(shop);
  expect(new Set(Object.values(before)).size).toBe(3);
  for (const reference of Object.values(before)) expect(reference).toMatch(/^CD-[0-9a-f]{24}$/);
  await forgetOrders(shop);
  shop.sell({ orderNumber: '1004', items: [{ sku: 'CUP', quantity: 5 }], ...address('Di Evans') });
  await shop.flow();
  const { 1004: fresh, ...again } = await references(shop);
  expect(again).toEqual(before);
  expect(Object.values(before)).not.toContain(fresh);
  expect(warehouseOrders(shop)).toHaveLength(4);
  await shipAll(shop);
  const shipped = await own.sql<{ number: string; sku: string; sent: number; name: string }>(
    `select o.source_order_number as number, l.sku, sl.quantity as sent from shipment_lines sl join order_lines l on l.id = sl.order_line_id
      join orders o on o.id = l.order_id where o.account_id = $1 order by 1`,
    [shop.accountId],
  );
  expect(shipped).toEqual([
    { number: '1001', sku: 'MUG', sent: 1 },
    { number: '1002', sku: 'CUP', sent: 2 },
    { number: '1003', sku: 'MUG', sent: 3 },
    { number: '1004', sku: 'CUP', sent: 5 },
  ]);
});

test('what the warehouse never had uses up no reference, and what it had does', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  const act = async (held: boolean) => {
    const { id } = await shop.order('1001');
    await shop.inTenant((tenant) => setHold(tenant, [id], { held }));
    await shop.flow();
  };
  shop.sandbox.control.faults.add({ target: 'amware', operation: 'submit_order', kind: '429', probability: 1 });
  shop.sell({ orderNumber: '1001' });
  await shop.read('orders');
  const first = (await references(shop))['1001'];
  await act(true);
  expect(await references(shop)).toEqual({});
  shop.sandbox.control.faults.clear();
  await act(false);
  expect(await references(shop)).toEqual({ 1001: first });
  expect(warehouseOrders(shop)).toMatchObject([{ reference: first, status: 'open' }]);
});

test('orders that travel together have a reference of their own, whatever order they came in; sent again without one of them, another', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  shop.sell({ orderNumber: '1001' }, { orderNumber: '1002' });
  await shop.flow();
  const together = (await references(shop))['1001'];
  expect(await references(shop)).toEqual({ 1001: together, 1002: together });
  const { id } = await shop.order('1002');
  await shop.inTenant((tenant) => requestCancel(tenant, [id], null));
  await shop.flow();
  expect((await references(shop))['1001']).not.toBe(together);
  expect(warehouseOrders(shop).map(({ status }) => status)).toEqual(['cancelled', 'open']);
});
