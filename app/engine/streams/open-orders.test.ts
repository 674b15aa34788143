import { expect, test } from 'vitest';
import { buildShop, ofOrders } from '../../../test/build.ts';
import { connected, testDatabase } from '../../../test/database.ts';
import { connectVendor, page, vendorOrder } from '../../../test/shop/vendor.ts';

const own = testDatabase();

/** A shop with five open orders of a queue, which are read again two at a time, every ten minutes. */
async function shopWithOpen() {
  const shop = await buildShop(own, { reads: ofOrders });
  const vendor = await connectVendor(shop);
  const all = ['1', '2', '3', '4', '5'];
  vendor.queue = () => page(all.map((id) => vendorOrder(id, { state: 'waiting' })));
  await shop.sync();
  vendor.queue = () => page([]);
  const cancelled = new Set<string>();
  vendor.reread = (ids) => page(ids.map((id) => vendorOrder(id, { state: cancelled.has(id) ? 'cancelled' : 'waiting' })));
  const insertion = (remoteIds: string[]): [string, unknown[]] => [
    `insert into webhook_deliveries (account_id, connection_id, delivery_id, stream, remote_ids)
      values ($1, $2, gen_random_uuid()::text, 'open_orders', $3)`,
    [shop.accountId, vendor.id, remoteIds],
  ];
  const deliver = (...remoteIds: string[]) => own.sql(...insertion(remoteIds));
  /** Has a round that began long ago or now go on after an order. */
  const standAfter = (number: string, began = new Date(0)) =>
    own.sql(
      `update streams set cursor = jsonb_build_object('after', (select id from orders where source_order_number = $1 and connection_id = $2),
        'began', $3::text) where stream = 'open_orders' and connection_id = $2`,
      [number, vendor.id, began.toISOString()],
    );
  const read = async () => {
    vendor.asked.length = 0;
    await shop.read('open_orders');
    return vendor.asked.filter(({ name }) => name === 'reread').map(({ what }) => what);
  };
  const due = async () =>
    (
      await own.sql(
        `select due_at <= now() as now, due_at < now() + interval '601 s' as soon, cursor from streams where stream = 'open_orders'
        and connection_id = $1`,
        [vendor.id],
      )
    )[0];
  return { shop, vendor, insertion, cancelled, deliver, standAfter, read, due };
}

test('those that deliveries name are read by themselves, and their changes are here at once', async () => {
  const { shop, cancelled, deliver, read, due } = await shopWithOpen();
  expect(await read()).toEqual([['1', '2'], ['3', '4'], ['5']]);
  const round = (await due())?.cursor;
  cancelled.add('4');
  await deliver('4');
  expect(await read()).toEqual([['4']]);
  expect(await shop.order('N-4')).toMatchObject({ order_status: 'cancelled' });
  // The next round comes when it was due before.
  expect(await due()).toMatchObject({ now: false, soon: true, cursor: round });
  expect(await read()).toEqual([
    ['1', '2'],
    ['3', '5'],
  ]);
});

test('one that names none that is open here reads nothing, and more than fit are read one after the other', async () => {
  const { deliver, read, due } = await shopWithOpen();
  await read();
  const round = (await due())?.cursor;
  await deliver('7');
  expect(await read()).toEqual([]);
  await deliver('2', '3');
  await deliver('3', '5');
  expect(await read()).toEqual([['2', '3']]);
  expect(await due()).toMatchObject({ now: true, cursor: round });
  expect(await read()).toEqual([['3', '5']]);
  expect(await due()).toMatchObject({ now: false, soon: true, cursor: round });
});

test('what deliveries name behind a round waits until it is read, and the round goes on meanwhile', async () => {
  const { shop, cancelled, deliver, read, standAfter } = await shopWithOpen();
  await standAfter('N-3');
  cancelled.add('1').add('2');
  await deliver('1');
  await deliver('2');
  await deliver('3');
  expect(await read()).toEqual([['1', '4']]);
  expect(await read()).toEqual([['2', '5']]);
  expect([await shop.order('N-1'), await shop.order('N-2')]).toMatchObject([{ order_status: 'cancelled' }, { order_status: 'cancelled' }]);
  expect(await read()).toEqual([['3']]);
});

test('a delivery that is stored while others are read is not handled unread', async () => {
  const { vendor, insertion, standAfter, read } = await shopWithOpen();
  await standAfter('N-4', new Date());
  const late = await connected(own.url);
  await late.query('begin');
  await late.query(...insertion(['1']));
  const { reread } = vendor;
  vendor.reread = async (ids) => {
    await late.query('commit');
    return reread(ids);
  };
  expect(await read()).toEqual([['5']]);
  expect(await read()).toEqual([['1']]);
});

test('a round that was interrupted goes on from where it stood, also while deliveries come one after the other', async () => {
  const { deliver, standAfter, read, due } = await shopWithOpen();
  await standAfter('N-2');
  await deliver('5');
  expect(await read()).toEqual([['5', '3']]);
  // It was due long ago.
  expect(await due()).toMatchObject({ now: true });
  await deliver('1');
  expect(await read()).toEqual([['1', '4']]);
  await deliver('2', '1');
  expect((await read()).map((ids) => [...(ids as string[])].toSorted())).toEqual([['1', '2']]);
  expect(await read()).toEqual([['5']]);
});
