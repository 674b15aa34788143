import { expect, test } from 'vitest';
import type { ChannelOrder } from '../../../../../connectors/contract.ts';
import { theirWords } from '../../../../../connectors/http/reasons.ts';
import { testDatabase } from '../../../../../test/database.ts';
import { count, shopToldOfMugs, taken } from '../../../../../test/shop/told-of-stock.ts';
import { page, vendorOrder } from '../../../../../test/shop/vendor.ts';

const own = testDatabase();

/** A shop with twenty mugs and a channel that was told so, and that takes no quantity while it is busy. */
async function shopOfMugs() {
  const channel = { isBusy: false };
  const busy = () => ({ kind: 'retry', at: new Date(Date.now() + 60_000), reason: theirWords('Busy.'), maybeDone: false }) as const;
  const all = await shopToldOfMugs(own, (levels) =>
    channel.isBusy ? { ok: true, value: levels.map(({ key }) => ({ key, failure: busy() })) } : taken(levels),
  );
  const { shop, vendor, quantities } = all;
  const read = async (...orders: ChannelOrder[]) => {
    vendor.queue = () => page(orders);
    await shop.read('orders');
  };
  /** It has these orders no longer. */
  const lose = async (...gone: string[]) => {
    vendor.queue = () => page([], { gone });
    await shop.read('orders');
  };
  /** What the channel is told when it is busy no longer. */
  const toldThen = async () => {
    const before = quantities().length;
    channel.isBusy = false;
    await shop.engine.passTime();
    await shop.engine.runJobs();
    return quantities().slice(before);
  };
  return { ...all, channel, read, lose, toldThen };
}

const at = (day: string) => ({ modifiedAt: new Date(`2026-11-${day}T12:00:00Z`) });
const [line] = vendorOrder('1').lines as [ChannelOrder['lines'][number]];

test('a channel that sold some is told anew, though as many came as it sold', async () => {
  const { shop, channel, read, toldThen } = await shopOfMugs();
  channel.isBusy = true;
  count(shop, 21);
  await shop.sync();
  await read(vendorOrder('1'));
  expect(await toldThen()).toEqual([['MUG', '1', 20]]);
});

test('a channel that puts back what the warehouse has already is told that there is no more of it', async () => {
  const { shop, quantities, read } = await shopOfMugs();
  await read(vendorOrder('1'));
  expect(quantities().at(-1)).toEqual(['MUG', '1', 19]);
  const { floor, orders } = shop.sandbox.control.client();
  for (const order of [...orders.rows.values()]) floor.advance(order);
  const before = quantities().length;
  await read(vendorOrder('1', { ...at('21'), lines: [{ ...line, name: 'Our mug' }] }));
  expect(quantities().slice(before)).toEqual([]);
  await read(vendorOrder('1', { ...at('22'), state: 'cancelled' }));
  await shop.engine.runJobs();
  expect(await shop.order('N-1')).toMatchObject({ order_status: 'packing' });
  expect(quantities().slice(before)).toEqual([['MUG', '1', 19]]);
});

test('a channel that puts back a part of what it sold is told anew, though another sold as many', async () => {
  const { shop, channel, quantities, read, toldThen } = await shopOfMugs();
  const waits = { shipping: { code: 'pigeon', description: null } };
  await read(vendorOrder('1', { ...waits, lines: [{ ...line, quantity: 3 }] }));
  expect(quantities().at(-1)).toEqual(['MUG', '1', 17]);
  channel.isBusy = true;
  shop.sell({ orderNumber: '1001', items: [{ sku: 'MUG', quantity: 2 }] });
  await shop.sync();
  await read(vendorOrder('1', { ...waits, ...at('22'), lines: [{ ...line, quantity: 1 }] }));
  expect(await toldThen()).toEqual([['MUG', '1', 17]]);
});

test('a channel that lost an order which the warehouse has is told that there is no more of it', async () => {
  const { shop, quantities, read, lose } = await shopOfMugs();
  await read(vendorOrder('1'));
  await shop.engine.runJobs();
  const before = quantities().length;
  await lose('1');
  await shop.engine.runJobs();
  expect(await shop.order('N-1')).toMatchObject({ order_status: 'packing', issues: ['changed_after_release:gone'] });
  expect(quantities().slice(before)).toEqual([['MUG', '1', 19]]);
  await lose('1');
  expect(quantities().slice(before)).toHaveLength(1);
});

test('a channel that lost an order of three, and may have put them back, is told anew, though another sold as many', async () => {
  const { shop, channel, quantities, read, lose, toldThen } = await shopOfMugs();
  await read(vendorOrder('1', { shipping: { code: 'pigeon', description: null }, lines: [{ ...line, quantity: 3 }] }));
  expect(quantities().at(-1)).toEqual(['MUG', '1', 17]);
  channel.isBusy = true;
  shop.sell({ orderNumber: '1001', items: [{ sku: 'MUG', quantity: 3 }] });
  await shop.sync();
  await lose('1');
  expect(await shop.order('N-1')).toMatchObject({ order_status: 'cancelled', ended_by: 'gone' });
  expect(await toldThen()).toEqual([['MUG', '1', 17]]);
});
