import { expect, test } from 'vitest';
import { buildShop, ofOrders } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { warehouseOrders } from '../../../../test/shop/warehouse.ts';
import { wakeOutbox } from '../../../shared/outbox/queue.ts';
import { keepAsSent } from '../../orders/acting/keep-as-sent.ts';
import { actOnOrder } from '../../orders/actions.ts';
import { deleteOrders, undoDelete } from '../../orders/bulk/archive-and-delete.ts';

const own = testDatabase();

/** Two orders that went to the warehouse together, of which the channel changes the address of the second after that. */
async function changedThere() {
  const shop = await buildShop(own, { reads: ofOrders, limits: { shipStation: 400 } });
  const [first, second] = shop.sell({ orderNumber: '1001' }, { orderNumber: '1002' });
  if (!first || !second) throw new Error('nothing was sold');
  await shop.sync();
  const seller = shop.sandbox.control.seller();
  seller.change(second, { shipTo: { ...second.shipTo, street1: '9 New Road' } });
  await shop.sync();
  expect(warehouseOrders(shop).map(({ orderNumbers }) => orderNumbers.length)).toEqual([2]);
  expect((await shop.order('1002')).issues).toEqual(['changed_after_release:order']);
  /** The warehouse cancels both, because the first was cancelled at the channel. */
  const cancelFirst = async () => {
    seller.change(first, { orderStatus: 'cancelled' });
    await shop.flow();
    await shop.flow();
    expect(await shop.order('1001')).toMatchObject({ order_status: 'cancelled' });
  };
  /** The channel cancels the second, and takes that back. */
  const cancelAndBack = async () => {
    for (const orderStatus of ['cancelled', 'awaiting_shipment'] as const) {
      seller.change(second, { orderStatus });
      await shop.flow();
    }
  };
  const open = () => warehouseOrders(shop).filter(({ status }) => status === 'open');
  return { ...shop, cancelFirst, cancelAndBack, open };
}

test('an order that comes back because another was cancelled goes again as its channel has it by then', async () => {
  const shop = await changedThere();
  await shop.cancelFirst();
  expect(shop.open().map(({ shipTo }) => shipTo.line1)).toEqual(['9 New Road']);
  expect(await shop.order('1002')).toMatchObject({ order_status: 'packing', issues: [] });
});

test('what a person kept as it was sent goes again as it was', async () => {
  const shop = await changedThere();
  const { id } = await shop.order('1002');
  await shop.inTenant((tenant) => keepAsSent(tenant, id));
  await shop.cancelFirst();
  expect(shop.open().map(({ shipTo }) => shipTo.line1)).toEqual(['1 Main Street']);
});

/** The warehouse cancels what it has by itself. Returns the order's id. */
async function cancelledThere({ sandbox, flow, order }: Awaited<ReturnType<typeof changedThere>>): Promise<number> {
  const { orders } = sandbox.control.client();
  for (const row of orders.rows.values()) orders.change(row.id, row, { status: 'cancelled' });
  await flow();
  return (await order('1002')).id;
}

test('an order that the warehouse cancelled by itself goes again as its channel has it by then', async () => {
  const shop = await changedThere();
  const id = await cancelledThere(shop);
  await shop.inTenant((tenant) => actOnOrder(tenant, id, 'retry'));
  await shop.engine.runJobs();
  await shop.flow();
  expect(shop.open().map(({ shipTo }) => shipTo.line1)).toContain('9 New Road');
  expect((await shop.order('1002')).issues).toEqual([]);
});

test.each(['deleted here and restored', 'cancelled by its channel, which takes that back'])(
  'so does one that is %s, not before',
  async (how) => {
    const shop = await changedThere();
    const id = await cancelledThere(shop);
    if (how === 'deleted here and restored') {
      await shop.inTenant((tenant) => deleteOrders(tenant, [id], 1));
      await shop.inTenant((tenant) => undoDelete(tenant, [id], 1));
    } else await shop.cancelAndBack();
    await shop.flow();
    expect(shop.open()).toEqual([]);
    expect(await shop.order('1002')).toMatchObject({ order_status: 'error', issues: ['rejected_by_warehouse:cancelled'] });
    await shop.inTenant((tenant) => actOnOrder(tenant, id, 'retry'));
    await shop.engine.runJobs();
    await shop.flow();
    expect(shop.open().map(({ shipTo }) => shipTo.line1)).toEqual(['9 New Road']);
    expect((await shop.order('1002')).issues).toEqual([]);
  },
);

test.each(['its address changes', 'it is held', 'it is cancelled'])(
  'a submit that was put off is not sent as it was once %s',
  async (what) => {
    const shop = await buildShop(own, { reads: ofOrders, limits: { shipStation: 400 } });
    const setWarehouse = (state: string) => own.sql('update connections set state = $2 where id = $1', [shop.warehouseId, state]);
    await setWarehouse('needs_reconnect');
    const [sold] = shop.sell({ orderNumber: '1001' });
    await shop.sync();
    const { id } = await shop.order('1001');
    // A worker has it, and is told to wait: by then the order is another one.
    const setEffect = (state: string) =>
      own.sql(
        `update outbox set state = $2, lease_token = case when $2 = 'sending' then gen_random_uuid() end,
         lease_until = case when $2 = 'sending' then now() + interval '5 minutes' end where account_id = $1 and kind = 'submit'`,
        [shop.accountId, state],
      );
    await setEffect('sending');
    if (what === 'it is held') await shop.inTenant((tenant) => actOnOrder(tenant, id, 'hold'));
    else if (what === 'it is cancelled') await shop.inTenant((tenant) => actOnOrder(tenant, id, 'cancel'));
    else if (sold) shop.sandbox.control.seller().change(sold, { shipTo: { ...sold.shipTo, street1: '9 New Road' } });
    await shop.read('orders');
    await setEffect('waiting');
    await setWarehouse('active');
    await shop.inTenant((tenant) => wakeOutbox(tenant, [shop.warehouseId]));
    await shop.engine.runJobs();
    await shop.flow();
    const gone = warehouseOrders(shop).map(({ shipTo }) => shipTo.line1);
    expect(gone).toEqual(what === 'its address changes' ? ['9 New Road'] : []);
  },
);
