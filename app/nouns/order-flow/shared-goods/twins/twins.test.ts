import { expect, test } from 'vitest';
import { testDatabase } from '../../../../../test/database.ts';
import { twice } from '../../../../../test/shop/twice.ts';
import { warehouseOrders } from '../../../../../test/shop/warehouse.ts';
import { disconnect } from '../../../../shared/connections/connecting/commands.ts';
import { changeImportChoice } from '../../../../shared/connections/import-choices/commands.ts';
import { listImportChoices } from '../../../../shared/connections/import-choices/queries.ts';
import { actOnOrder } from '../../../orders/actions.ts';
import { tryLockSteady } from '../../checking/steady.ts';
import { ordersNumbered } from '../../values/numbered.ts';
import { endTwins } from './twins.ts';

const own = testDatabase();

test('an order that two kinds of connections have waits in both, and one that a single one has does not', async () => {
  const { atMarket, atShipStation, arrive, tidy, flow, all, accountId } = await twice(own);
  atShipStation('N1');
  atMarket('N1');
  atMarket('N2');
  await arrive();
  // What waited for the warehouse is released by housekeeping.
  await own.sql(`update orders set checked_at = now() - interval '1 minute' where account_id = $1`, [accountId]);
  await tidy();
  await flow();
  expect(await all()).toEqual([
    ['Marketplace N1', 'error', false, 'imported_twice'],
    ['Marketplace N2', 'packing', true, ''],
    ['ShipStation N1', 'error', false, 'imported_twice'],
  ]);
});

test('the same number to another recipient or postal code keeps nothing back', async () => {
  const { atMarket, atShipStation, flow, all } = await twice(own);
  atShipStation('1001', 'Bob Ray', '10001');
  atMarket('1001');
  atShipStation('1002', 'Alex Doe', '90210');
  atMarket('1002');
  await flow();
  expect((await all()).map(([which, status]) => [which, status])).toEqual([
    ['Marketplace 1001', 'packing'],
    ['Marketplace 1002', 'packing'],
    ['ShipStation 1001', 'packing'],
    ['ShipStation 1002', 'packing'],
  ]);
});

test('an order that its channel numbers anew is known by that number', async () => {
  const shop = await twice(own);
  shop.atMarket('N1');
  const [sold = expect.unreachable()] = shop.atShipStation('DRAFT-1');
  const seller = shop.sandbox.control.seller();
  seller.change(sold, { orderStatus: 'on_hold' });
  await shop.flow();
  seller.change(sold, { orderNumber: 'N1', orderStatus: 'awaiting_shipment' });
  await shop.flow();
  expect(await shop.all()).toEqual([
    ['Marketplace N1', 'packing', true, ''],
    ['ShipStation N1', 'error', false, 'imported_twice'],
  ]);
});

/** The warehouse has what ShipStation sold as DRAFT-1; `renumber` has it be N1 there. */
async function sentAsDraft() {
  const shop = await twice(own);
  const [sold = expect.unreachable()] = shop.atShipStation('DRAFT-1');
  await shop.flow();
  const renumber = () => shop.sandbox.control.seller().change(sold, { orderNumber: 'N1' });
  return { ...shop, renumber };
}

const sentOnce = [
  ['Marketplace N1', 'error', false, 'imported_twice'],
  ['ShipStation DRAFT-1', 'packing', true, 'changed_after_release'],
];

test('one that is numbered anew while the warehouse has it is known by both numbers', async () => {
  const shop = await sentAsDraft();
  shop.renumber();
  await shop.flow();
  shop.atMarket('N1');
  shop.atMarket('DRAFT-1');
  await shop.flow();
  expect(await shop.all()).toEqual([['Marketplace DRAFT-1', 'error', false, 'imported_twice'], ...sentOnce]);
  expect(warehouseOrders(shop)).toHaveLength(1);
  expect(await shop.inTenant((tenant) => ordersNumbered(tenant, 'N1'))).toHaveLength(2);
});

test('so is its twin that came before that, and has not left', async () => {
  const shop = await sentAsDraft();
  const setState = (state: string) => own.sql('update connections set state = $1 where id = $2', [state, shop.warehouseId]);
  await setState('paused');
  shop.atMarket('N1');
  await shop.sync();
  shop.renumber();
  await shop.sync();
  await setState('active');
  await shop.flow();
  expect(await shop.all()).toEqual(sentOnce);
  expect(warehouseOrders(shop)).toHaveLength(1);
});

test('an order that was numbered anew before it left is known by the former number', async () => {
  const shop = await twice(own);
  const [sold = expect.unreachable()] = shop.atShipStation('DRAFT-1');
  await shop.arrive();
  shop.sandbox.control.seller().change(sold, { orderNumber: 'N1', orderStatus: 'on_hold' });
  shop.atMarket('DRAFT-1');
  await shop.flow();
  expect(await shop.all()).toEqual([
    ['Marketplace DRAFT-1', 'error', false, 'imported_twice'],
    ['ShipStation N1', 'error', false, 'imported_twice'],
  ]);
});

test.each([
  ['keep-this-source', 'ShipStation'],
  ['keep-other-source', 'Marketplace'],
] as const)('with %s one of the two is sent, and later ones decide themselves', async (action, kept) => {
  const shop = await twice(own);
  shop.atShipStation('N1');
  shop.atMarket('N1');
  await shop.arrive();
  const left = kept === 'ShipStation' ? 'Marketplace' : 'ShipStation';
  expect((await shop.act(shop.channelId, 'N1', action)).message).toBe(
    `From now on the orders of ${kept} are sent. What ${left} has of the same orders is kept as history.`,
  );
  shop.atShipStation('N2');
  shop.atMarket('N2');
  await shop.flow();
  const rows = await shop.all();
  expect(rows.filter(([, , sent]) => sent).map(([which]) => which)).toHaveLength(2);
  expect(rows).toContainEqual([`${kept} N1`, 'packing', true, '']);
  expect(rows).toContainEqual([`${left} N1`, 'cancelled', false, 'imported_twice']);
  expect(
    rows
      .filter(([which]) => String(which).endsWith('N2'))
      .map(([, status]) => status)
      .toSorted(),
  ).toEqual(['cancelled', 'packing']);
  expect(warehouseOrders(shop)).toHaveLength(2);
});

test('where one is with the warehouse already, the second waits alone, and is never sent', async () => {
  const shop = await twice(own);
  shop.atShipStation('N1');
  await shop.flow();
  shop.atMarket('N1');
  await shop.flow();
  expect(await shop.all()).toEqual([
    ['Marketplace N1', 'error', false, 'imported_twice'],
    ['ShipStation N1', 'packing', true, ''],
  ]);
  await shop.act(shop.marketId, 'N1', 'keep-this-source');
  expect(await shop.all()).toEqual([
    ['Marketplace N1', 'cancelled', false, 'imported_twice'],
    ['ShipStation N1', 'packing', true, ''],
  ]);
  expect(warehouseOrders(shop)).toHaveLength(1);
});

test('a person says that they are different orders, also after one was kept back', async () => {
  const shop = await twice(own);
  shop.atShipStation('N1');
  shop.atMarket('N1');
  await shop.arrive();
  await shop.act(shop.channelId, 'N1', 'keep-this-source');
  await shop.act(shop.marketId, 'N1', 'send-beside');
  expect(await shop.all()).toEqual([
    ['Marketplace N1', 'packing', true, ''],
    ['ShipStation N1', 'packing', true, ''],
  ]);
  await expect(shop.act(shop.marketId, 'N1', 'send-beside')).rejects.toMatchObject({ status: 409 });
});

test('one that its channel has cancelled is not sent beside the other, and goes once that is taken back', async () => {
  const shop = await twice(own);
  const [sold] = shop.atShipStation('N1');
  shop.atMarket('N1');
  await shop.arrive();
  await shop.act(shop.marketId, 'N1', 'keep-this-source');
  const change = async (orderStatus: 'cancelled' | 'awaiting_shipment') => {
    shop.sandbox.control.seller().change(sold as never, { orderStatus });
    await shop.read('orders');
  };
  await change('cancelled');
  await shop.act(shop.channelId, 'N1', 'send-beside');
  expect((await shop.all())[1]).toEqual(['ShipStation N1', 'cancelled', false, '']);
  await change('awaiting_shipment');
  await shop.flow();
  expect((await shop.all())[1]).toEqual(['ShipStation N1', 'packing', true, '']);
});

test('the choice can be changed: it holds for orders that come from then on, and each is still sent once', async () => {
  const shop = await twice(own);
  shop.atShipStation('N1');
  shop.atMarket('N1');
  await shop.arrive();
  await shop.act(shop.channelId, 'N1', 'keep-this-source');
  const change = (slug: string, other: number, keeps: 'own' | 'other') =>
    shop.inTenant((tenant) => changeImportChoice(tenant, { name: slug, other, keeps }));
  expect(await change('ship_station', shop.marketId, 'other')).toBe(
    'From now on the orders of Marketplace are sent, of those that both have.',
  );
  shop.atShipStation('N2');
  shop.atMarket('N2');
  await shop.arrive();
  // What waited for the warehouse is released by housekeeping.
  await own.sql(`update orders set checked_at = now() - interval '1 minute' where account_id = $1`, [shop.accountId]);
  await shop.tidy();
  await shop.flow();
  expect(await shop.all()).toEqual([
    ['Marketplace N1', 'cancelled', false, 'imported_twice'],
    ['Marketplace N2', 'packing', true, ''],
    ['ShipStation N1', 'packing', true, ''],
    ['ShipStation N2', 'cancelled', false, 'imported_twice'],
  ]);
  expect(warehouseOrders(shop)).toHaveLength(2);
  expect(await shop.inTenant((tenant) => listImportChoices(tenant, shop.marketId))).toMatchObject([
    { other_name: 'ShipStation', keeps_own: true, decided_by: 'Ann', other_connected: true },
  ]);
  const audit = await own.sql(`select record_name, changes from audit_entries where account_id = $1 and noun = 'choice of import'`, [
    shop.accountId,
  ]);
  expect(audit).toEqual([{ record_name: 'ShipStation, Marketplace', changes: { sent_from: { from: 'ShipStation', to: 'Marketplace' } } }]);
});

test('only a choice that was made can be changed, and not to a connection that is gone', async () => {
  const shop = await twice(own);
  const change = (keeps: 'own' | 'other') =>
    shop.inTenant((tenant) => changeImportChoice(tenant, { name: 'ship_station', other: shop.marketId, keeps }));
  await expect(change('other')).rejects.toMatchObject({ status: 404 });
  shop.atShipStation('N1');
  shop.atMarket('N1');
  await shop.arrive();
  await shop.act(shop.channelId, 'N1', 'keep-this-source');
  await shop.inTenant((tenant) => disconnect(tenant, shop.marketId));
  await expect(change('other')).rejects.toMatchObject({ status: 409 });
});

test('a choice waits for a check that found nothing decided, which else would neither end its order nor stop it', async () => {
  const shop = await twice(own);
  shop.atShipStation('N1');
  shop.atMarket('N1');
  await shop.arrive();
  const [row] = await own.sql<{ id: string }>('select id from orders where connection_id = $1', [shop.channelId]);
  const id = Number(row?.id);
  const isWaiting = async () =>
    (
      await own.sql(
        `select from pg_locks l join pg_database d on d.oid = l.database where d.datname = current_database() and locktype = 'advisory' and not granted`,
      )
    ).length > 0;
  let choice: Promise<string> | undefined;
  let isChosen = false;
  await shop.inTenant(async (tenant) => {
    await tryLockSteady(tenant, [id]);
    expect(await endTwins(tenant, [id])).toEqual([id]);
    choice = shop
      .inTenant((other) => actOnOrder(other, id, 'keep-other-source'))
      .then(({ message }) => {
        isChosen = true;
        return message;
      });
    await expect.poll(async () => isChosen || (await isWaiting())).toBe(true);
    expect(isChosen).toBe(false);
  });
  expect(await choice).toBe('From now on the orders of Marketplace are sent. What ShipStation has of the same orders is kept as history.');
  await shop.flow();
  expect((await shop.all()).map(([, status, sent]) => [status, sent])).toEqual([
    ['packing', true],
    ['cancelled', false],
  ]);
});
