import { expect, test } from 'vitest';
import type { Tenant } from '../../../../../platform/tenant.ts';
import type { SellerOrder } from '../../../../../sandbox/ship-station/order.ts';
import type { Shop } from '../../../../../test/build.ts';
import { testDatabase } from '../../../../../test/database.ts';
import { doneOrLockWait } from '../../../../../test/lock-waits.ts';
import { storeAlone } from '../../../../../test/shop/merging.ts';
import { twice } from '../../../../../test/shop/twice.ts';
import { warehouseOrders } from '../../../../../test/shop/warehouse.ts';
import { disconnect } from '../../../../shared/connections/connecting/commands.ts';
import { wordIssue } from '../../../../shared/issues/issue.ts';
import { actOnOrder } from '../../../orders/actions.ts';
import { deleteOrders, undoDelete } from '../../../orders/bulk/archive-and-delete.ts';
import { checkOrders } from '../../checking/check.ts';

const own = testDatabase();

/** A second order that came twice, and of which ShipStation's is to be sent. `isSent`: the warehouse has that; otherwise it waits. */
async function keptAtShipStation({ isSent }: { isSent: boolean }) {
  const made = await twice(own);
  // A minute of its own for each: a channel allows so many requests a minute.
  const act: typeof made.act = async (...which) => {
    await made.engine.passTime();
    return made.act(...which);
  };
  const flow = async () => {
    await made.engine.passTime();
    await made.flow();
  };
  const shop = { ...made, act, flow };
  shop.atShipStation('N1');
  shop.atMarket('N1');
  await shop.arrive();
  await shop.act(shop.channelId, 'N1', 'keep-this-source');
  const [kept] = shop.atShipStation('N2');
  if (!kept) throw new Error('nothing was sold');
  const seller = shop.sandbox.control.seller();
  if (!isSent) seller.change(kept, { orderStatus: 'on_hold' });
  await shop.flow();
  shop.atMarket('N2');
  await shop.flow();
  const states = async () => (await shop.all()).filter(([which]) => String(which).endsWith('N2'));
  const there = () => warehouseOrders(shop).filter(({ status }) => status !== 'cancelled').length;
  expect(await states()).toEqual([
    ['Marketplace N2', 'cancelled', false, 'imported_twice'],
    ['ShipStation N2', isSent ? 'packing' : 'pending', isSent, ''],
  ]);
  const change = async (changes: Partial<SellerOrder>) => {
    seller.change(kept, changes);
    await shop.flow();
  };
  const twin = async () => (await states())[0];
  const idOf = async (connectionId: number) =>
    Number(
      (await own.sql<{ id: string }>(`select id from orders where connection_id = $1 and source_order_number = 'N2'`, [connectionId]))[0]
        ?.id,
    );
  return { ...shop, kept, seller, change, states, twin, there, idOf };
}

const asks = ['Marketplace N2', 'error', false, 'twin_not_sent'];
const ended = ['Marketplace N2', 'cancelled', false, 'imported_twice'];
const sent = ['Marketplace N2', 'packing', true, ''];

test.each([true, false])('when the one that was kept is cancelled a person is asked about the other (sent before: %s)', async (isSent) => {
  const { change, twin, idOf, accountId, marketId, channelId, act, there } = await keptAtShipStation({ isSent });
  await change({ orderStatus: 'cancelled' });
  expect(await twin()).toEqual(asks);
  const [issue] = await own.sql<{ sentence: never }>(`select sentence from issues where account_id = $1 and type = 'twin_not_sent'`, [
    accountId,
  ]);
  expect(wordIssue(issue?.sentence as never)).toBe(
    `SO-${await idOf(channelId)} of ShipStation is the same order and was to be sent in place of this one, but it is cancelled. Nobody sends the goods until this is decided.`,
  );
  await act(marketId, 'N2', 'same-goods');
  expect(await twin()).toEqual(['Marketplace N2', 'cancelled', false, 'same_goods']);
  await act(marketId, 'N2', 'undo-decision');
  expect(await twin()).toEqual(asks);
  expect(there()).toBe(1);
  await act(marketId, 'N2', 'ship-too');
  expect(await twin()).toEqual(sent);
  expect(there()).toBe(2);
});

test('so it is when its channel no longer has the one that was kept, and when a person deletes it', async () => {
  const gone = await keptAtShipStation({ isSent: false });
  gone.seller.vanish(gone.kept);
  await gone.read('still_there');
  await gone.flow();
  expect(await gone.twin()).toEqual(asks);
  const deleted = await keptAtShipStation({ isSent: false });
  const id = await deleted.idOf(deleted.channelId);
  await deleted.inTenant((tenant) => deleteOrders(tenant, [id], 1));
  await deleted.flow();
  expect(await deleted.twin()).toEqual(asks);
});

test('so it is when the connection of the one that was kept is disconnected before it left', async () => {
  const { inTenant, channelId, marketId, tidy, flow, twin, act, there } = await keptAtShipStation({ isSent: false });
  await inTenant((tenant) => disconnect(tenant, channelId));
  await tidy();
  await flow();
  expect(await twin()).toEqual(asks);
  await act(marketId, 'N2', 'same-goods');
  await tidy();
  expect(await twin()).toEqual(['Marketplace N2', 'cancelled', false, 'same_goods']);
  await act(marketId, 'N2', 'undo-decision');
  await act(marketId, 'N2', 'ship-too');
  expect(await twin()).toEqual(sent);
  expect(there()).toBe(2);
});

test('nobody is asked where the one that was kept had left before its connection was disconnected', async () => {
  const { inTenant, channelId, tidy, flow, twin } = await keptAtShipStation({ isSent: true });
  await inTenant((tenant) => disconnect(tenant, channelId));
  await tidy();
  await flow();
  expect(await twin()).toEqual(ended);
});

test('the question is over when the one that was kept is back', async () => {
  const { change, twin, tidy, flow, states, there } = await keptAtShipStation({ isSent: false });
  await change({ orderStatus: 'cancelled' });
  expect(await twin()).toEqual(asks);
  await change({ orderStatus: 'awaiting_shipment' });
  await tidy();
  await flow();
  expect(await states()).toEqual([ended, ['ShipStation N2', 'packing', true, '']]);
  expect(there()).toBe(2);
});

test('what is decided while the one that was kept is back sends nothing twice', async () => {
  const { change, act, marketId, states, there } = await keptAtShipStation({ isSent: false });
  await change({ orderStatus: 'cancelled' });
  await change({ orderStatus: 'awaiting_shipment' });
  await act(marketId, 'N2', 'ship-too');
  expect(await states()).toEqual([ended, ['ShipStation N2', 'packing', true, '']]);
  expect(there()).toBe(2);
});

/** Does `there` while the transaction of `here` is open: to its end, or until it waits for what that has locked. */
async function meanwhile({ inTenant }: Pick<Shop, 'inTenant'>, here: (tenant: Tenant) => Promise<void>, there: () => Promise<void>) {
  let meeting: Promise<void> | undefined;
  await inTenant(async (tenant) => {
    await here(tenant);
    meeting = there();
    await doneOrLockWait(own, meeting);
  });
  await meeting;
}

test('of two that may go at the same moment, because the one that was kept is back just then, one goes', async () => {
  const shop = await keptAtShipStation({ isSent: false });
  const { change, seller, kept, idOf, channelId, marketId, inTenant, states, flow, there } = shop;
  await change({ orderStatus: 'cancelled' });
  const [again, other] = [await idOf(channelId), await idOf(marketId)];
  await inTenant((tenant) => actOnOrder(tenant, other, 'ship-too'));
  seller.change(kept, { orderStatus: 'awaiting_shipment' });
  await meanwhile(
    shop,
    (tenant) => checkOrders(tenant, [other]),
    async () => {
      await storeAlone(shop, kept);
      await inTenant((tenant) => checkOrders(tenant, [again]));
    },
  );
  await flow();
  await flow();
  expect(await states()).toEqual([sent, ['ShipStation N2', 'cancelled', false, 'imported_twice']]);
  expect(there()).toBe(2);
});

test.each(['cancelled', 'deleted'])('so it is where the other one comes at that moment (before: %s)', async (before) => {
  const made = await twice(own);
  const shop = { ...made, seller: made.sandbox.control.seller() };
  const { seller, channelId, marketId, inTenant, flow, all, atShipStation, atMarket, accountId } = shop;
  // Its goods are known there, so that the next one is decided as it is stored.
  atMarket('N1');
  const [kept] = atShipStation('N2');
  if (!kept) throw new Error('nothing was sold');
  seller.change(kept, { orderStatus: before === 'deleted' ? 'on_hold' : 'cancelled' });
  await flow();
  await own.sql('insert into import_choices (account_id, low_id, high_id, keeps_id) values ($1, $2, $3, $2)', [
    accountId,
    channelId,
    marketId,
  ]);
  await own.sql(
    `insert into shipping_options (account_id, connection_id, connector_code, amware_code) values ($1, $2, 'ups_ground', 'UPSGR')`,
    [accountId, marketId],
  );
  const [back] = await own.sql<{ id: string }>('select id from orders where connection_id = $1', [channelId]);
  const again = Number(back?.id);
  if (before === 'deleted') {
    await inTenant((tenant) => deleteOrders(tenant, [again], 1));
    // It had waited for the warehouse, not at its channel, which has just shown it.
    await own.sql(`update orders set source_state = 'ready', seen_at = now() where id = $1`, [again]);
  }
  seller.change(kept, { orderStatus: 'awaiting_shipment' });
  await meanwhile(
    shop,
    (tenant) => storeAlone({ ...shop, channelId: marketId, inTenant: (work) => work(tenant) }, kept),
    async () => {
      if (before === 'deleted') await inTenant((tenant) => undoDelete(tenant, [again], 1));
      else await storeAlone(shop, kept);
      await inTenant((tenant) => checkOrders(tenant, [again]));
    },
  );
  await flow();
  await flow();
  expect((await all()).slice(1)).toEqual([
    ['Marketplace N2', 'cancelled', false, 'imported_twice'],
    // The channel shows only now that a deleted one no longer waits there.
    ['ShipStation N2', 'packing', true, before === 'deleted' ? 'changed_after_release' : ''],
  ]);
});

test('so it is where the one that was kept was deleted here, and somebody brings it back at that moment', async () => {
  const shop = await keptAtShipStation({ isSent: false });
  const { idOf, channelId, marketId, inTenant, states, flow, there } = shop;
  const [again, other] = [await idOf(channelId), await idOf(marketId)];
  await inTenant((tenant) => deleteOrders(tenant, [again], 1));
  await flow();
  await inTenant((tenant) => actOnOrder(tenant, other, 'ship-too'));
  // It had waited for the warehouse, not at its channel, which has just shown both.
  await own.sql(`update orders set source_state = 'ready', seen_at = now() where id = any($1)`, [[again, other]]);
  await meanwhile(
    shop,
    (tenant) => checkOrders(tenant, [other]),
    () => inTenant(async (tenant) => void (await undoDelete(tenant, [again], 1))),
  );
  await flow();
  await flow();
  expect(await states()).toEqual([sent, ['ShipStation N2', 'cancelled', false, 'imported_twice']]);
  expect(there()).toBe(2);
});
