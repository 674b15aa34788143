import { expect, test } from 'vitest';
import type { ChannelOrder, Hint } from '../../../connectors/contract.ts';
import { theirWords } from '../../../connectors/http/reasons.ts';
import { buildShop, ofOrders } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { connectVendor, page, vendorOrder } from '../../../test/shop/vendor.ts';

const own = testDatabase();

/** A shop with a vendor whose hints come out of a queue, and that has these orders. */
async function shopWithQueue(orders: Record<string, ChannelOrder>) {
  const shop = await buildShop(own, { reads: ofOrders });
  const queue: Hint[] = [];
  const got: string[] = [];
  await connectVendor(shop, {
    hints: () => ({
      poll: {
        everySeconds: 30,
        read: async () => ({ ok: true, value: { records: queue.splice(0), unreadable: [], gone: [], next: {}, more: false } }),
      },
    }),
    orders: () => ({
      stream: {
        mode: 'cursor',
        async read() {
          got.push('search');
          return page([]);
        },
      },
      async get(remoteId) {
        got.push(remoteId);
        const order = orders[remoteId];
        if (order) return { ok: true, value: order };
        return { ok: false, failure: { kind: 'retry', at: new Date(Date.now() + 60_000), reason: theirWords('Busy.'), maybeDone: false } };
      },
    }),
  });
  await shop.sync();
  got.length = 0;
  /** Reads the queue, and what it woke, whenever that is due. */
  const readHints = async () => {
    await shop.read('hints');
    await shop.engine.passTime();
    await shop.engine.runJobs();
  };
  return { shop, queue, got, readHints };
}

const hint = (...remoteIds: string[]): Hint => ({ id: remoteIds.join('+') || 'all', stream: 'orders', remoteIds });

test('an order that a hint names is read by itself, once, however many hints name it', async () => {
  const { shop, queue, got, readHints } = await shopWithQueue({ 7: vendorOrder('7') });
  queue.push(hint('7'), { ...hint('7'), id: 'again' });
  await readHints();
  expect(got).toEqual(['7']);
  expect((await shop.orders()).map(({ source_order_number }) => source_order_number)).toEqual(['N-7']);
});

test('what cannot be read by itself, or is not named, is left to the search', async () => {
  const { queue, got, readHints } = await shopWithQueue({});
  queue.push(hint('8'));
  await readHints();
  expect(got).toEqual(['8', 'search']);
  got.length = 0;
  queue.push(hint());
  await readHints();
  expect(got).toEqual(['search']);
});
