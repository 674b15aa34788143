import { expect, test } from 'vitest';
import type { ConfirmOutcome, Failure } from '../../../connectors/contract.ts';
import { theirWords } from '../../../connectors/http/reasons.ts';
import { buildShop, ofOrders, type Shop } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { issuesInWords } from '../../../test/in-words.ts';
import { connectVendor, page, type Vendor, vendorOrder } from '../../../test/shop/vendor.ts';
import { shipAll } from '../../../test/shop/warehouse.ts';
import { retryOrders } from '../../nouns/order-flow/release/retry.ts';
import { listConnections } from '../../shared/connections/queries.ts';

const own = testDatabase();

/** A shop with a third connection, of a vendor that the product has never heard of. Its shipping code is mapped. */
async function shopWithVendor() {
  const shop = await buildShop(own, { reads: ofOrders });
  const vendor = await connectVendor(shop);
  await own.sql(
    `insert into shipping_options (account_id, connection_id, connector_code, amware_code) values ($1, $2, 'ground', 'UPSGR')`,
    [shop.accountId, vendor.id],
  );
  return { shop, vendor };
}

const asked = (vendor: Vendor, name: string) => vendor.asked.filter((call) => call.name === name).map(({ what }) => what);
const outbox = ({ accountId }: Shop, kind: string) =>
  own.sql(`select key, state, attempts, ticket, maybe_done from outbox where account_id = $1 and kind = $2 order by id`, [accountId, kind]);
const connection = async (id: number) =>
  (await own.sql<{ state: string; failures_in_a_row: number; forbidden: object }>('select * from connections where id = $1', [id]))[0];
const issues = async ({ accountId }: Shop) =>
  issuesInWords(
    await own.sql<{ type: string; subject: string }>(
      'select type, subject, sentence from issues where account_id = $1 and closed_at is null order by id',
      [accountId],
    ),
  );
/** An order waits to be told of to its channel; nothing is told yet. */
async function shipped(shop: Shop, vendor: Vendor, ids: string[]) {
  vendor.queue = () => page(ids.map((id) => vendorOrder(id)));
  await shop.sync();
  vendor.queue = () => page([]);
  await shipAll(shop);
}

test('a queue is acknowledged after it was stored, what could not be read too, and each outcome counts', async () => {
  const { shop, vendor } = await shopWithVendor();
  vendor.queue = () =>
    page([vendorOrder('1'), vendorOrder('2'), vendorOrder('3')], { unreadable: [{ remoteId: '4', reason: theirWords('odd'), raw: {} }] });
  const busy: Failure = { kind: 'retry', at: new Date(Date.now() + 60_000), reason: theirWords('Busy.'), maybeDone: false };
  vendor.acknowledge = (ids) => ({
    ok: true,
    // 1 is done, 2 is no longer there, 3 fails in passing, and nothing is said of 4.
    value: ids.flatMap((remoteId): { remoteId: string; failure?: Failure }[] =>
      remoteId === '1'
        ? [{ remoteId }]
        : remoteId === '2'
          ? [{ remoteId, failure: { kind: 'not_found', reason: theirWords('x') } }]
          : remoteId === '3'
            ? [{ remoteId, failure: busy }]
            : [],
    ),
  });
  await shop.sync();
  expect((await shop.orders()).map(({ source_order_number }) => source_order_number).toSorted()).toEqual(['N-1', 'N-2', 'N-3']);
  expect(asked(vendor, 'acknowledge')).toEqual([['1', '2', '3', '4']]);
  expect(await outbox(shop, 'acknowledge')).toMatchObject([
    { key: 'orders:1', state: 'done' },
    { key: 'orders:2', state: 'done' },
    { key: 'orders:3', state: 'waiting' },
    { key: 'orders:4', state: 'waiting' },
  ]);
  vendor.acknowledge = (ids) => ({ ok: true, value: ids.map((remoteId) => ({ remoteId })) });
  vendor.queue = () => page([]);
  await shop.engine.passTime();
  await shop.sync();
  expect((await outbox(shop, 'acknowledge')).every(({ state }) => state === 'done')).toBe(true);
});

test('a pass through a queue follows its pages, and the next begins at the head; what comes again is acknowledged again', async () => {
  const { shop, vendor } = await shopWithVendor();
  vendor.queue = (cursor) => (cursor ? page([vendorOrder('2')]) : page([vendorOrder('1')], { next: { at: 2 }, more: true }));
  await shop.sync();
  await shop.sync();
  expect(asked(vendor, 'queue')).toEqual([null, { at: 2 }, null, { at: 2 }]);
  expect(asked(vendor, 'acknowledge').flat().toSorted()).toEqual(['1', '1', '2', '2']);
  expect(await shop.orders()).toHaveLength(2);
});

test('an acknowledgement that the channel refuses for good needs a person, until one is taken', async () => {
  const { shop, vendor } = await shopWithVendor();
  vendor.queue = () => page([vendorOrder('1')]);
  vendor.acknowledge = () => ({
    ok: true,
    value: [{ remoteId: '1', failure: { kind: 'rejected', code: 'other', reason: theirWords('Not yours.') } }],
  });
  await shop.sync();
  expect((await issues(shop)).filter(({ type }) => type === 'retries_exhausted')).toMatchObject([{ subject: 'orders:1' }]);
  vendor.acknowledge = () => ({ ok: true, value: [{ remoteId: '1' }] });
  await shop.sync();
  expect((await issues(shop)).filter(({ type }) => type === 'retries_exhausted')).toEqual([]);
});

test('several confirmations go in one call, with the handles that came with the order, and each has its own outcome', async () => {
  const { shop, vendor } = await shopWithVendor();
  vendor.confirm = (all) => ({
    ok: true,
    value: all.map(
      ({ key, remoteOrderId }): ConfirmOutcome =>
        remoteOrderId === '2'
          ? { key, kind: 'failed', failure: { kind: 'rejected', code: 'invalid', reason: theirWords('No such carrier.') } }
          : { key, kind: 'confirmed', reference: null },
    ),
  });
  await shipped(shop, vendor, ['1', '2', '3']);
  const calls = asked(vendor, 'confirm') as { remoteOrderId: string }[][];
  expect(
    calls
      .flat()
      .map(({ remoteOrderId }) => remoteOrderId)
      .toSorted(),
  ).toEqual(['1', '2', '3']);
  expect(calls.length).toBeLessThan(3);
  expect(calls.flat().find(({ remoteOrderId }) => remoteOrderId === '1')).toMatchObject({
    ...{ handle: 'fulfilment 1', completes: true, method: expect.any(String) },
    lines: [{ remoteLineId: '1-1', handle: 'line 1', quantity: 1 }],
  });
  expect((await shop.orders()).map(({ source_order_number, order_status }) => [source_order_number, order_status]).toSorted()).toEqual([
    ['N-1', 'fulfilled'],
    ['N-2', 'error'],
    ['N-3', 'fulfilled'],
  ]);
});

test('a pending confirmation is asked for by its ticket, as often as it takes, and is not sent again', async () => {
  const { shop, vendor } = await shopWithVendor();
  const soon = () => new Date(Date.now() + 60_000);
  const pending = (key: string): ConfirmOutcome => ({ key, kind: 'pending', ticket: 'feed-7', at: soon() });
  vendor.confirm = (all) => ({ ok: true, value: all.map(({ key }) => pending(key)) });
  vendor.ask = (_, keys) => ({ ok: true, value: keys.map(pending) });
  await shipped(shop, vendor, ['1', '2']);
  expect(await outbox(shop, 'confirm')).toMatchObject([
    { state: 'waiting', ticket: 'feed-7', attempts: 0 },
    { state: 'waiting', ticket: 'feed-7', attempts: 0 },
  ]);
  await shop.engine.passTime();
  await shop.sync();
  vendor.ask = (_, keys) => ({ ok: true, value: keys.map((key) => ({ key, kind: 'confirmed', reference: null })) });
  await shop.engine.passTime();
  await shop.sync();
  expect(asked(vendor, 'ask')).toEqual(['feed-7', 'feed-7']);
  expect((asked(vendor, 'confirm') as unknown[][]).flat()).toHaveLength(2);
  expect((await shop.orders()).map(({ order_status }) => order_status)).toEqual(['fulfilled', 'fulfilled']);
});

test('a confirmation that stays pending for a day needs a person; sent again, it is looked up first', async () => {
  const { shop, vendor } = await shopWithVendor();
  const pending = (key: string): ConfirmOutcome => ({ key, kind: 'pending', ticket: 'feed-7', at: new Date(Date.now() + 60_000) });
  vendor.confirm = (all) => ({ ok: true, value: all.map(({ key }) => pending(key)) });
  vendor.ask = (_, keys) => ({ ok: true, value: keys.map(pending) });
  await shipped(shop, vendor, ['1']);
  const askAgain = async () => {
    await shop.engine.passTime();
    await shop.sync();
  };
  await askAgain();
  expect(await issues(shop)).toEqual([]);
  await own.sql(`update outbox set ticket_since = date_subtract(ticket_since, interval '25 hours', 'UTC') where account_id = $1`, [
    shop.accountId,
  ]);
  await askAgain();
  expect(await issues(shop)).toMatchObject([
    {
      type: 'rejected_by_channel',
      sentence: expect.stringMatching(/did not take the shipment: It has had it for a day, and does not say what became of it\.$/),
    },
  ]);
  vendor.isConfirmed = true;
  const { id } = await shop.order('N-1');
  await shop.inTenant((tenant) => retryOrders(tenant, [id]));
  await shop.sync();
  expect((asked(vendor, 'confirm') as unknown[][]).flat()).toHaveLength(1);
  expect(await shop.order('N-1')).toMatchObject({ order_status: 'fulfilled', issues: [] });
});

test('a ticket that the channel has forgotten means a look, and nothing is sent twice', async () => {
  const { shop, vendor } = await shopWithVendor();
  vendor.confirm = (all) => ({
    ok: true,
    value: all.map(({ key }) => ({ key, kind: 'pending', ticket: 'feed-7', at: new Date(Date.now() + 60_000) })),
  });
  vendor.ask = () => ({ ok: false, failure: { kind: 'not_found', reason: theirWords('What feed?') } });
  await shipped(shop, vendor, ['1']);
  vendor.isConfirmed = true;
  await shop.engine.passTime();
  await shop.sync();
  expect((asked(vendor, 'confirm') as unknown[][]).flat()).toHaveLength(1);
  expect(await shop.order('N-1')).toMatchObject({ order_status: 'fulfilled' });
});

test('what is forbidden stops one capability and opens one issue; the others go on, and it goes on itself when it may', async () => {
  const { shop, vendor } = await shopWithVendor();
  const forbidden = { ok: false as const, failure: { kind: 'forbidden' as const, reason: theirWords('No shipment scope.') } };
  vendor.confirm = () => forbidden;
  await shipped(shop, vendor, ['1']);
  expect(await connection(vendor.id)).toMatchObject({
    state: 'active',
    failures_in_a_row: 0,
    forbidden: { confirm: theirWords('No shipment scope.') },
  });
  expect(await outbox(shop, 'confirm')).toMatchObject([{ state: 'waiting', attempts: 0 }]);
  expect((await issues(shop)).filter(({ type }) => type === 'forbidden')).toMatchObject([
    { subject: 'confirm', sentence: expect.stringContaining('does not let us confirm shipments: No shipment scope.') },
  ]);
  const shown = (await shop.inTenant(listConnections)).find(({ id }) => id === vendor.id);
  expect(shown).toMatchObject({ health: 'healthy', forbidden: { confirm: 'No shipment scope.' } });
  vendor.queue = () => page([vendorOrder('2')]);
  await shop.sync();
  expect(await shop.order('N-2')).toMatchObject({ order_status: 'packing' });

  vendor.confirm = (all) => ({ ok: true, value: all.map(({ key }) => ({ key, kind: 'confirmed', reference: null })) });
  await shop.engine.passTime();
  await shop.sync();
  expect(await shop.order('N-1')).toMatchObject({ order_status: 'fulfilled' });
  expect(await connection(vendor.id)).toMatchObject({ forbidden: {} });
  expect(await issues(shop)).toEqual([]);
});

test('a stream that is forbidden waits, with its own issue, and the connection is well', async () => {
  const { shop, vendor } = await shopWithVendor();
  vendor.queue = () => ({ ok: false, failure: { kind: 'forbidden', reason: theirWords('No order scope.') } });
  await shop.sync();
  expect(await connection(vendor.id)).toMatchObject({
    state: 'active',
    failures_in_a_row: 0,
    forbidden: { orders: theirWords('No order scope.') },
  });
  vendor.queue = () => page([]);
  await shop.sync();
  expect(await connection(vendor.id)).toMatchObject({ forbidden: {} });
});

test('an expired cursor begins the stream anew, and costs no order', async () => {
  const { shop, vendor } = await shopWithVendor();
  vendor.queue = (cursor) =>
    cursor
      ? { ok: false, failure: { kind: 'cursor_expired', reason: theirWords('Too old.') } }
      : page([vendorOrder('1')], { next: { at: 2 }, more: true });
  const cursors = async () => own.sql(`select cursor from streams where connection_id = $1 and stream = 'orders'`, [vendor.id]);
  await shop.sync();
  expect(await cursors()).toEqual([{ cursor: null }]);
  vendor.queue = () => page([vendorOrder('1'), vendorOrder('2')]);
  await shop.sync();
  expect(await shop.orders()).toHaveLength(2);
});

test('a report that is still being made is read when it is ready, from where it was submitted', async () => {
  const { shop, vendor } = await shopWithVendor();
  const ready = new Date(Date.now() + 300_000);
  vendor.queue = (cursor) => (cursor ? page([vendorOrder('1')]) : page([], { next: { report: 'R1' }, again: ready }));
  await shop.sync();
  expect(await own.sql(`select cursor, due_at from streams where connection_id = $1 and stream = 'orders'`, [vendor.id])).toEqual([
    { cursor: { report: 'R1' }, due_at: ready },
  ]);
  await shop.sync();
  expect(asked(vendor, 'queue')).toEqual([null, { report: 'R1' }]);
  expect(await shop.orders()).toHaveLength(1);
});

test('an order that a page says is gone ends', async () => {
  const { shop, vendor } = await shopWithVendor();
  vendor.queue = () => page([vendorOrder('1', { state: 'waiting' })]);
  await shop.sync();
  vendor.queue = () => page([], { gone: ['1', 'never heard of'] });
  await shop.sync();
  expect(await shop.order('N-1')).toMatchObject({ order_status: 'cancelled' });
});

test('what is open is read again, some at a time, where the stream would not bring its changes', async () => {
  const { shop, vendor } = await shopWithVendor();
  vendor.queue = () => page(['1', '2', '3'].map((id) => vendorOrder(id, { state: 'waiting' })));
  await shop.sync();
  vendor.queue = () => page([]);
  vendor.reread = (ids) =>
    page(
      ids.flatMap((id) => (id === '2' ? [] : [vendorOrder(id, { state: id === '1' ? 'cancelled' : 'waiting', sourceStatus: 'void' })])),
      { gone: ids.filter((id) => id === '2') },
    );
  vendor.asked.length = 0;
  await shop.read('open_orders');
  expect(asked(vendor, 'reread')).toEqual([['1', '2'], ['3']]);
  const statuses = async () =>
    (await shop.orders()).map(({ source_order_number, order_status }) => [source_order_number, order_status]).toSorted();
  expect(await statuses()).toEqual([
    ['N-1', 'cancelled'],
    ['N-2', 'cancelled'],
    ['N-3', 'pending'],
  ]);
  await shop.read('open_orders');
  expect(asked(vendor, 'reread').at(-1)).toEqual(['3']);
});
