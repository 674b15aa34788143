import { expect, onTestFinished, test } from 'vitest';
import type { ChannelOrder, Cursor, Page, Result } from '../../../../connectors/contract.ts';
import { buildShop, ofOrders } from '../../../../test/build.ts';
import { connected, testDatabase } from '../../../../test/database.ts';
import { connectVendor, page, vendorOrder } from '../../../../test/shop/vendor.ts';
import { apartFrom } from '../../../nouns/order-flow/intake/rules.ts';
import { pullStream } from '../pull.ts';

const own = testDatabase();

/** A shop whose channel has two pages: an order that is here, of another buyer, with one that is new; and what is given. */
async function shopWithTwoPages(second: ChannelOrder[]) {
  const shop = await buildShop(own, { reads: ofOrders, connected: false });
  const first = [
    vendorOrder('1', { modifiedAt: new Date('2026-11-21T12:00:00Z'), shipTo: { ...vendorOrder('1').shipTo, name: 'Another' } }),
    vendorOrder('2'),
  ];
  let pages: ChannelOrder[][] = [[vendorOrder('1')]];
  const read = async (cursor: Cursor | null): Promise<Result<Page<ChannelOrder>>> => {
    const at = Number(cursor?.page ?? 0);
    return page(pages[at] ?? [], { next: { page: at + 1 }, more: at + 1 < pages.length });
  };
  const get = async () => ({ ok: true as const, value: vendorOrder('1') });
  const { id } = await connectVendor(shop, { orders: () => ({ stream: { mode: 'cursor', read }, get }) });
  const pull = () =>
    pullStream(shop.engine, { accountId: shop.accountId, connectionId: id, stream: 'orders' }, new AbortController().signal);
  await pull();
  await own.sql(`update streams set cursor = null where connection_id = $1 and stream = 'orders'`, [id]);
  pages = [first, second];
  return { shop, id, pull, ...lookAt(id) };
}

const lookAt = (id: number) => ({
  /** How often each order arrived. */
  orders: async () =>
    Object.fromEntries(
      (
        await own.sql<{ number: string; arrived: number }>(
          `select o.source_order_number || ' of ' || o.customer_name as number, count(*)::int as arrived from orders o
             join order_events e on e.account_id = o.account_id and e.order_id = o.id and e.kind = 'arrived'
             where o.connection_id = $1 group by 1 order by 1`,
          [id],
        )
      ).map(({ number, arrived }) => [number, arrived]),
    ),
  cursor: async () =>
    (await own.sql<{ cursor: Cursor | null }>(`select cursor from streams where connection_id = $1 and stream = 'orders'`, [id]))[0]
      ?.cursor,
});

/** Whoever stores the first page waits for its first order until this is ended. Resolves once somebody does, to their process. */
async function lockFirst(id: number) {
  const held = await connected(own.url);
  const end = async () => void (await held.query('rollback'));
  onTestFinished(() => held.end());
  await held.query('begin');
  await held.query(`select from orders where connection_id = $1 and remote_id = '1' for update`, [id]);
  const pids = async () => {
    const rows = await own.sql<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' limit 1`,
    );
    return rows.map(({ pid }) => pid);
  };
  const waiting = async () => {
    await expect.poll(pids).toHaveLength(1);
    return (await pids())[0];
  };
  return { end, waiting };
}

const ahead = { 'N-3 of Buyer 3': 1, 'N-4 of Buyer 4': 1 };
const all = { 'N-1 of Another': 1, 'N-2 of Buyer 2': 1, ...ahead };

test('the next page is stored while one is, and the cursor moves over both in turn; what is lost between them is read again', async () => {
  const { id, pull, orders, cursor } = await shopWithTwoPages([vendorOrder('3'), vendorOrder('4')]);
  const first = await lockFirst(id);
  const reading = pull();
  const pid = await first.waiting();
  await expect.poll(orders).toEqual({ 'N-1 of Buyer 1': 1, ...ahead });
  expect(await cursor()).toBeNull();
  // It may fail before the reply to this is here.
  const failing = expect(reading).rejects.toThrow();
  await own.sql('select pg_terminate_backend($1)', [pid]);
  await failing;
  expect([await cursor(), await orders()]).toEqual([null, { 'N-1 of Buyer 1': 1, ...ahead }]);
  await first.end();
  await pull();
  expect([await cursor(), await orders()]).toEqual([{ page: 2 }, all]);
});

test.each([
  ['another', [vendorOrder('2')], ['2']],
  ['one of the first, and another', [vendorOrder('1'), vendorOrder('2')], ['2']],
  ['one of the first that was changed since', [vendorOrder('1', { note: 'Ring twice.' }), vendorOrder('2')], undefined],
  ['one that was split off', [vendorOrder('2', { splitFrom: '9' })], undefined],
  ['one that another was merged into', [vendorOrder('2', { mergedIds: ['9'] })], undefined],
])('what of a page with %s may be stored beside the first', (_, second, ids) => {
  expect(apartFrom([vendorOrder('1')], second)?.map(({ remoteId }) => remoteId)).toEqual(ids);
});
