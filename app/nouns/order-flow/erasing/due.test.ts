import { expect, test } from 'vitest';
import type { ChannelOrder } from '../../../../connectors/contract.ts';
import { buildShop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { connectVendor, vendorOrder } from '../../../../test/shop/vendor.ts';
import { updateKnown } from '../intake/changes.ts';
import { storeOrders } from '../intake/intake.ts';
import { watchErasures } from './due.ts';
import { erasingJobs } from './jobs.ts';

const own = testDatabase();
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

/** An account with a channel that demands it after thirty days, and one that does not. */
async function account() {
  const shop = await buildShop(own, { connected: false });
  const { id } = await connectVendor(shop, { erasesBuyersAfterDays: 30 });
  const { id: otherId } = await connectVendor(shop, { name: 'other_vendor', label: 'Other vendor' });
  const store = async (connectionId: number, ...orders: ChannelOrder[]) => {
    await shop.inTenant((tenant) => storeOrders(tenant, { connectionId, label: 'Some vendor', timezone: 'UTC' }, orders));
    await own.sql(`update orders set created_at = now() - interval '90 days' where account_id = $1`, [shop.accountId]);
  };
  const set = (remoteId: string, assignments: string) =>
    own.sql(`update orders set ${assignments} where account_id = $1 and remote_id = $2`, [shop.accountId, remoteId]);
  const look = async () => {
    await shop.inTenant(watchErasures);
    // As the queue would: what else the channels have to do is not looked at here.
    await erasingJobs['buyers:erase']({ accountId: shop.accountId }, shop.engine, new AbortController().signal);
  };
  const buyers = async () =>
    Object.fromEntries(
      (
        await own.sql<{ remote_id: string; customer_name: string }>(
          'select remote_id, customer_name from orders where account_id = $1 order by remote_id',
          [shop.accountId],
        )
      ).map(({ remote_id, customer_name }) => [remote_id, customer_name]),
    );
  return { ...shop, vendorId: id, otherId, store, set, look, buyers };
}

const sold = (remoteId: string, days: number, over: Partial<ChannelOrder> = {}) =>
  vendorOrder(remoteId, { orderedAt: daysAgo(days), modifiedAt: daysAgo(days), ...over });

test('an order is erased thirty days after its own end, whatever ended it, and never while something is still to leave', async () => {
  const { vendorId, otherId, store, set, look, buyers } = await account();
  const shipped = { state: 'shipped' } as const;
  await store(
    vendorId,
    sold('open', 80),
    sold('part', 80),
    sold('cancelled', 80),
    sold('cancelled late', 80),
    sold('deleted', 80),
    sold('restorable', 80),
  );
  await store(vendorId, sold('elsewhere', 31, shipped), sold('elsewhere late', 29, shipped));
  await store(otherId, sold('of another channel', 80, shipped));
  await set('part', `units_shipped = 1, units_ordered = 2, order_status = 'partially_shipped'`);
  await set('cancelled', `cancelled_at = now() - interval '31 days', order_status = 'cancelled'`);
  await set('cancelled late', `cancelled_at = now() - interval '29 days', order_status = 'cancelled'`);
  await set('deleted', `deleted_at = now() - interval '61 days'`);
  await set('restorable', `deleted_at = now() - interval '31 days'`);
  await look();
  expect(await buyers()).toEqual({
    ...{ open: 'Buyer open', part: 'Buyer part', cancelled: 'Erased', 'cancelled late': 'Buyer cancelled late', deleted: 'Erased' },
    restorable: 'Buyer restorable',
    ...{ elsewhere: 'Erased', 'elsewhere late': 'Buyer elsewhere late', 'of another channel': 'Buyer of another channel' },
  });
  // Looked at again on the day, and an open one within a day.
  const due = await own.sql<{ days: number }>(
    `select extract(day from look_at - now())::int as days from buyer_erasures where look_at is not null order by look_at`,
  );
  expect(due.map(({ days }) => days).filter((days) => days > 0)).toEqual([28]);
  expect(due).toHaveLength(5);
});

test('the account’s days are fewer than the channel’s or do not count, and what was planned is looked at anew', async () => {
  const { accountId, vendorId, store, look, buyers } = await account();
  const keep = (days: number | null) => own.sql('update accounts set buyers_kept_days = $2 where id = $1', [accountId, days]);
  await store(vendorId, sold('8 days', 8, { state: 'shipped' }), sold('31 days', 31, { state: 'shipped' }));
  await keep(60);
  await look();
  expect(await buyers()).toEqual({ '31 days': 'Erased', '8 days': 'Buyer 8 days' });
  await keep(7);
  await look();
  expect(await buyers()).toEqual({ '31 days': 'Erased', '8 days': 'Erased' });
});

test('what the channel sends later does not bring the buyer back, and the log of that exchange is searched', async () => {
  const { accountId, vendorId, store, look } = await account();
  await store(vendorId, sold('1234', 80, { state: 'shipped' }));
  await look();
  await own.sql(
    `insert into exchanges (account_id, connection_id, operation, method, url, took_ms, outcome) values ($1, $2, 'x', 'GET', $3, 1, 'ok')`,
    [...[accountId, vendorId, 'https://x.example/?name=Buyer%201234&street=1234+Main+Street']],
  );
  const again = sold('1234', 1, {
    state: 'shipped',
    sourceStatus: 'returned',
    note: 'From Buyer 1234',
    details: { giftMessage: 'To Buyer 1234' },
  });
  await store(vendorId, again);
  const [order] = await own.sql(
    `select customer_name, customer_id, address, note, source_details, source_status, (select count(*)::int from order_payloads p
      where p.account_id = $1 and p.order_id = o.id) as payloads from orders o where account_id = $1 and remote_id = '1234'`,
    [accountId],
  );
  expect(order).toEqual({
    ...{
      customer_name: 'Erased',
      customer_id: null,
      address: '',
      note: null,
      source_details: null,
      source_status: 'returned',
      payloads: 0,
    },
  });
  await look();
  expect(await own.sql('select url from exchanges where account_id = $1 and operation = $2', [accountId, 'x'])).toEqual([
    { url: 'https://x.example/?name=erased&street=erased' },
  ]);
});

test('an order that goes on after its buyer was erased is erased again when it has ended again', async () => {
  const { accountId, vendorId, store, set, look } = await account();
  const erased = () => own.sql('select erased_at is not null as erased from buyer_erasures where account_id = $1', [accountId]);
  await store(vendorId, sold('1', 80, { state: 'shipped' }));
  await look();
  expect(await erased()).toEqual([{ erased: true }]);
  await store(vendorId, sold('1', 1, { state: 'ready' }));
  await look();
  expect(await erased()).toEqual([{ erased: false }]);
  await store(vendorId, sold('1', 0, { state: 'ready', details: { giftMessage: 'From Berta Bleibtreu' } }));
  await set('1', `cancelled_at = now() - interval '31 days', order_status = 'cancelled'`);
  await own.sql('update buyer_erasures set look_at = now() where account_id = $1', [accountId]);
  await look();
  expect(await erased()).toEqual([{ erased: true }]);
  expect(await own.sql('select source_details from orders where account_id = $1', [accountId])).toEqual([{ source_details: null }]);
});

const berta = { id: null, name: 'Berta Bleibtreu', email: 'berta@bleibtreu.example', phone: null };
const named = (days: number, over: Partial<ChannelOrder> = {}) => sold('1', days, { state: 'shipped', customer: berta, ...over });

test('who was erased while a page waited to be stored stays erased', async () => {
  const { inTenant, accountId, vendorId, store, look } = await account();
  await store(vendorId, named(80));
  await look();
  // As intake goes on that has looked who was erased before they were.
  const page = [named(1, { sourceStatus: 'returned', note: 'From Berta', details: { giftMessage: 'To Berta' } })];
  await inTenant((tenant) => updateKnown(tenant, { connectionId: vendorId, label: 'Some vendor', timezone: 'UTC' }, page));
  expect(await own.sql('select source_status, customer_name, note, source_details from orders where account_id = $1', [accountId])).toEqual(
    [{ source_status: 'returned', customer_name: 'Erased', note: null, source_details: null }],
  );
});

test('words of a later read join those that are not searched for yet, and the same order read again is not searched for', async () => {
  const { accountId, vendorId, store, look } = await account();
  const words = async () =>
    (await own.sql<{ words: string[] | null }>('select words from buyer_erasures where account_id = $1', [accountId]))[0]?.words;
  await store(vendorId, named(80));
  await look();
  const renamed = named(1, { sourceStatus: 'refunded', customer: { ...berta, name: 'Berta Zabel', email: null } });
  await store(vendorId, named(2, { sourceStatus: 'returned' }));
  await store(vendorId, renamed);
  expect((await words())?.toSorted()).toEqual(['1 Main Street', 'Berta Bleibtreu', 'Berta Zabel', 'berta@bleibtreu.example']);
  await look();
  await store(vendorId, structuredClone(renamed));
  expect(await words()).toBeNull();
});
