import { expect, test } from 'vitest';
import { buildShop, ofOrders } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
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
  let deliveries = 0;
  const deliver = (...remoteIds: string[]) => {
    deliveries += 1;
    return own.sql(
      'insert into webhook_deliveries (account_id, connection_id, delivery_id, stream, remote_ids) values ($1, $2, $3, $4, $5)',
      [...[shop.accountId, vendor.id, String(deliveries), 'open_orders', remoteIds]],
    );
  };
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
  return { shop, cancelled, deliver, read, due };
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

test('one that names none that is open here reads nothing, and more than fit are read with all the others', async () => {
  const { deliver, read } = await shopWithOpen();
  await read();
  await deliver('7');
  expect(await read()).toEqual([]);
  await deliver('2', '3');
  await deliver('5');
  expect(await read()).toEqual([['1', '2'], ['3', '4'], ['5']]);
});

test('a round that was interrupted goes on from where it stood, also while deliveries come one after the other', async () => {
  const { shop, deliver, read, due } = await shopWithOpen();
  const { rows } = { rows: await shop.orders() };
  const second = rows.find(({ source_order_number }) => source_order_number === 'N-2');
  await own.sql(
    `update streams set cursor = jsonb_build_object('after', $1::bigint, 'began', '2020-01-01T00:00:00Z')
    where stream = 'open_orders'`,
    [second?.id],
  );
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
