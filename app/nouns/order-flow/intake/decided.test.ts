import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChannelLine, ChannelOrder } from '../../../../connectors/contract.ts';
import { buildShop, ofGoods, type Shop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { unlinkProduct } from '../../links/saving/commands.ts';
import { checkOrders } from '../checking/check.ts';
import { recheckUnreleased } from '../release/take-back.ts';
import { storeOrders } from './intake.ts';

const own = testDatabase();

const usually = <T>(value: T, ...others: T[]) => fc.oneof({ weight: 25, arbitrary: fc.constant(value) }, fc.constantFrom(...others));
const line: fc.Arbitrary<ChannelLine> = fc
  .record({
    sku: usually('MUG', 'CUP', 'TEAPOT', ''),
    quantity: usually(1, 2, 0, -1),
    isCharge: usually(false, true),
    location: usually<string | null>(null, 'L7', 'L8'),
  })
  .map((some) => ({ remoteLineId: '', name: 'Thing', unitPrice: '2.50', imageUrl: null, upc: null, ...some }));
const address = fc.record({
  name: usually('Ada', ''),
  company: fc.constant(null),
  line1: fc.oneof({ weight: 25, arbitrary: fc.integer({ min: 1, max: 500 }).map((n) => `${n} Harbour Road`) }, fc.constant('')),
  line2: fc.constant(null),
  city: usually('Austin', ''),
  state: usually<string | null>('TX', null, ''),
  postalCode: usually('78701', ''),
  country: usually('US', 'GB', 'AE', ''),
});
const order = fc
  .record({
    state: usually<ChannelOrder['state']>('ready', 'waiting', 'held', 'external', 'shipped', 'cancelled', 'unknown'),
    name: usually('Ada', ''),
    shipTo: address,
    code: usually<string | null>('ups_ground', 'fedex_2day', null),
    lines: fc.array(line, { minLength: 0, maxLength: 3 }),
  })
  .map((some) => ({
    ...plain,
    ...some,
    customer: { ...plain.customer, name: some.name },
    shipping: { code: some.code, description: null },
  }));
const page = fc.array(order, { minLength: 1, maxLength: 12 }).map((orders) => orders.map(numbered));

const plain: ChannelOrder = {
  remoteId: '1',
  number: '1',
  sourceStatus: 'any',
  state: 'ready',
  splitFrom: null,
  mergedIds: [],
  orderedAt: new Date('2026-11-20T10:00:00Z'),
  modifiedAt: new Date('2026-11-20T10:00:00Z'),
  currency: 'USD',
  poNumber: null,
  store: null,
  customer: { id: null, name: 'Ada', email: null, phone: null },
  shipTo: {
    name: 'Ada',
    company: null,
    line1: '1 Harbour Road',
    line2: null,
    city: 'Austin',
    state: 'TX',
    postalCode: '78701',
    country: 'US',
  },
  shipping: { code: 'ups_ground', description: null },
  note: null,
  details: {},
  totals: { shipping: '0.00', tax: '0.00', total: '2.50' },
  weightGrams: null,
  lines: [
    {
      remoteLineId: '1',
      sku: 'MUG',
      name: 'A mug',
      quantity: 1,
      unitPrice: '2.50',
      isCharge: false,
      imageUrl: null,
      upc: null,
      location: null,
    },
  ],
  raw: {},
};
let count = 0;
/** Unique numbers within this file, for orders and lines. */
const numbered = (some: ChannelOrder): ChannelOrder => {
  count += 1;
  return { ...some, remoteId: `${count}`, number: `${count}`, lines: some.lines.map((one, at) => ({ ...one, remoteLineId: `${at}` })) };
};

/** A shop with products MUG and CUP, one mapped location and one that is not mapped. */
async function stocked() {
  const shop = await buildShop(own, { reads: ofGoods });
  shop.sell({ orderNumber: 'first', items: ['MUG', 'CUP'].map((sku) => ({ sku, quantity: 1 })), orderStatus: 'awaiting_payment' });
  await shop.sync();
  await own.sql(
    `insert into location_mappings (account_id, connection_id, internal_id, connector_location, amware_location)
      values ($1, $2, 'L7', 'The back room', null), ($1, $2, 'L8', 'The front room', 'ATL')`,
    [shop.accountId, shop.channelId],
  );
  return { ...shop, store: (...orders: ChannelOrder[]) => shop.inTenant((tenant) => storeOrders(tenant, sourceOf(shop), orders)) };
}
const sourceOf = ({ channelId }: Pick<Shop, 'channelId'>) => ({ connectionId: channelId, label: 'ShipStation', timezone: 'UTC' });

/** Everything that a check could change. */
const all = (accountId: number) =>
  own.sql(
    `select to_jsonb(o) - 'updated_at' - 'checked_at' as facts, array(select to_jsonb(l) from order_lines l where l.order_id = o.id order by id) as lines,
      array(select kind || ' ' || (sentence ->> 'code') from order_events e where e.order_id = o.id order by id) as events,
      array(select type || ':' || subject from issues i where i.order_id = o.id order by id) as issues
    from orders o where account_id = $1 and checked_at is not null order by id`,
    [accountId],
  );
const decided = async (accountId: number) =>
  (await own.sql<{ id: string }>('select id from orders where account_id = $1 and checked_at is not null', [accountId])).map(({ id }) =>
    Number(id),
  );

test.each(['', 'gift_wrap'])('what is stored decided is as its check would leave it; preset: “%s”', async (preset) => {
  const shop = await stocked();
  // Nothing is released, so that the check runs on every order.
  await own.sql(`update connections set state = 'paused' where account_id = $1 and 'warehouse' = any(capabilities)`, [shop.accountId]);
  if (preset)
    await own.sql(`insert into presets (account_id, connection_id, field_name, field_value) values ($1, $2, $3, 'yes')`, [
      shop.accountId,
      shop.channelId,
      preset,
    ]);
  const before = await decided(shop.accountId);
  await shop.inTenant((tenant) => checkOrders(tenant, before));
  let atOnce = 0;
  await fc.assert(
    fc.asyncProperty(page, async (orders) => {
      await shop.store(...orders.map(numbered));
      const [before, ids] = [await all(shop.accountId), await decided(shop.accountId)];
      atOnce = ids.length;
      await shop.inTenant((tenant) => checkOrders(tenant, ids));
      expect(await all(shop.accountId)).toEqual(before);
    }),
    { numRuns: 25 },
  );
  expect(atOnce).toBeGreaterThan(15);
  await shop.engine.runJobs();
  expect(await own.sql('select id from orders where account_id = $1 and checked_at is null', [shop.accountId])).toEqual([]);
});

test('an order that lacks nothing is released in the transaction that stores it, without a job', async () => {
  const { store, order, accountId } = await stocked();
  const [one, other, ended] = [numbered(plain), numbered(plain), numbered({ ...plain, state: 'cancelled' })];
  await store(one, other, ended);
  const [first, second] = [await order(one.number), await order(other.number)];
  expect(first).toMatchObject({ order_status: 'pending', shipping_code: 'UPSGR', events: ['arrived', 'released'], issues: [] });
  // To one address, in one page: they are combined.
  expect(second.warehouse_order_id).toBe(first.warehouse_order_id);
  expect(await order(ended.number)).toMatchObject({ order_status: 'cancelled', events: ['arrived'], warehouse_order_id: null });
  const jobs = await own.sql(`select 1 from graphile_worker.jobs where task_identifier = 'orders:check'`);
  expect(jobs).toEqual([]);
  expect(await own.sql('select id from orders where account_id = $1 and checked_at is null', [accountId])).toEqual([]);
});

test('an order that lacks nothing waits for an unchecked one to the same address, and is combined with it', async () => {
  const { store, order, engine, sandbox, sync } = await stocked();
  // The check links BOWL when it first sees it.
  sandbox.control.client().catalogue.take([{ sku: 'BOWL', name: 'A bowl', units: 10 }]);
  await sync();
  const [mug] = plain.lines as [ChannelLine];
  const [one, other] = [numbered(plain), numbered({ ...plain, lines: [{ ...mug, sku: 'BOWL' }] })];
  await store(one, other);
  expect(await order(one.number)).toMatchObject({ warehouse_order_id: null, checked_at: null });
  await engine.runJobs();
  const sent = await order(one.number);
  expect(sent.warehouse_order_id).not.toBeNull();
  expect((await order(other.number)).warehouse_order_id).toBe(sent.warehouse_order_id);
});

test('if deciding fails, orders are stored unchecked, and go on once it works again', async () => {
  const { store, order, engine } = await stocked();
  await own.sql(`create function fail() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$`);
  await own.sql('create trigger fail before insert on warehouse_orders for each row execute function fail()');
  const one = numbered(plain);
  expect(await store(one)).toEqual({ created: 1, changed: 0, skipped: 0, unchanged: 0 });
  expect(await order(one.number)).toMatchObject({ checked_at: null, warehouse_order_id: null, events: ['arrived'] });
  await own.sql('drop trigger fail on warehouse_orders');
  await engine.runJobs();
  expect(await order(one.number)).toMatchObject({ order_status: 'packing', events: ['arrived', 'released', 'accepted'] });
});

test('unlinking a SKU or changing a preset while an order is being stored affects that order too', async () => {
  const { inTenant, order, accountId, channelId, engine } = await stocked();
  await own.sql(`update connections set state = 'paused' where account_id = $1 and 'warehouse' = any(capabilities)`, [accountId]);
  const one = numbered(plain);
  const stored = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const storing = inTenant(async (tenant) => {
    await storeOrders(tenant, sourceOf({ channelId }), [one]);
    stored.resolve();
    await goOn.promise;
  });
  await stored.promise;
  const unlinking = inTenant((tenant) => unlinkProduct(tenant, { connectionId: channelId, sku: 'MUG' }));
  const rechecking = inTenant((tenant) => recheckUnreleased(tenant, channelId));
  await waitingForLock(2);
  goOn.resolve();
  await storing;
  expect(await unlinking).toMatchObject({ stopped: 2 });
  expect(await rechecking).toBe(2);
  await engine.runJobs();
  expect(await order(one.number)).toMatchObject({ order_status: 'error', issues: ['unmapped_sku:MUG'] });
});

/** Waits until this many sessions wait for an advisory lock. */
async function waitingForLock(sessions: number): Promise<void> {
  for (;;) {
    const rows = await own.sql(
      `select 1 from pg_locks l join pg_database d on d.oid = l.database where d.datname = current_database() and locktype = 'advisory' and not granted`,
    );
    if (rows.length >= sessions) return;
  }
}
