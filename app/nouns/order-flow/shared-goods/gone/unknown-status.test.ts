import { expect, test } from 'vitest';
import type { ChannelOrder, Page, Result } from '../../../../../connectors/contract.ts';
import { theirWords } from '../../../../../connectors/http/reasons.ts';
import { buildShop } from '../../../../../test/build.ts';
import { testDatabase } from '../../../../../test/database.ts';
import { connectVendor, page, vendorOrder } from '../../../../../test/shop/vendor.ts';

const own = testDatabase();

const noneOpen: Result<Page<string>> = { ok: true, value: { records: [], unreadable: [], gone: [], next: {}, more: false } };
const notThere: Result<never> = { ok: false, failure: { kind: 'not_found', reason: theirWords('It is not there.') } };

/** A channel that sold these, and lists none of them as open. It is asked for two at a time, and replies with all that it has. */
async function selling(...sold: ChannelOrder[]) {
  const shop = await buildShop(own, { reads: ['orders'] });
  const there = new Map(sold.map((order) => [order.remoteId, order]));
  const together: string[][] = [];
  const singly: string[] = [];
  const { id } = await connectVendor(shop, {
    orders: () => ({
      stream: { mode: 'cursor', read: async () => page([...there.values()]) },
      get: async (remoteId) => {
        singly.push(remoteId);
        const order = there.get(remoteId);
        return order ? { ok: true, value: order } : notThere;
      },
      listOpen: {
        everySeconds: 1_800,
        read: async () => noneOpen,
        among: {
          most: 2,
          read: async (remoteIds) => {
            together.push(remoteIds);
            return { ok: true, value: [...there.keys()] };
          },
        },
      },
    }),
  });
  await shop.read('orders');
  await own.sql(`update orders set seen_at = now() - interval '10 minutes' where connection_id = $1`, [id]);
  for (const calls of [together, singly]) calls.length = 0;
  const rows = `select remote_id, order_status, seen_at > now() - interval '5 minutes' as is_seen from orders
    where connection_id = $1 order by remote_id`;
  const statuses = () => own.sql(rows, [id]);
  return { shop, there, together, singly, statuses };
}

test('orders with a status that says nothing to us are looked up together, and by itself what is gone, and what may leave', async () => {
  const inProduction = ['1', '2', '3'].map((id) => vendorOrder(id, { state: 'unknown', sourceStatus: 'in-production' }));
  const { shop, there, together, singly, statuses } = await selling(...inProduction, vendorOrder('4'));
  there.delete('2');
  await shop.read('still_there');
  expect(together.map(({ length }) => length)).toEqual([2, 1]);
  expect(together.flat().toSorted()).toEqual(['1', '2', '3']);
  expect(singly.toSorted()).toEqual(['2', '4']);
  expect(await statuses()).toEqual([
    { remote_id: '1', order_status: 'error', is_seen: true },
    { remote_id: '2', order_status: 'cancelled', is_seen: true },
    { remote_id: '3', order_status: 'error', is_seen: true },
    { remote_id: '4', order_status: 'error', is_seen: true },
  ]);
});
