import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { connectorNamed } from '../../../connectors/index.ts';
import { paces } from '../../../sandbox/amware/pace.ts';
import type { NewOrder } from '../../../sandbox/channel-advisor/order.ts';
import { dropShipCenter, retailCenter } from '../../../sandbox/channel-advisor/reference.ts';
import type { FaultKind } from '../../../sandbox/faults.ts';
import { buildShop, ofOrders } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { issuesInWords } from '../../../test/in-words.ts';
import { connect, setPaused } from '../../shared/connections/connecting/commands.ts';
import { watchSignIns } from '../../shared/connections/health/sign-in-ends.ts';
import { wordIssue } from '../../shared/issues/issue.ts';
import { claimEffects } from '../../shared/outbox/claim.ts';
import { wakeOutbox } from '../../shared/outbox/queue.ts';

const own = testDatabase();
const items = [
  { sku: 'MUG', quantity: 1 },
  { sku: 'CUP', quantity: 1 },
];
const since = new Date('2020-01-01T00:00:00Z');

/** A shop that sells through ChannelAdvisor beside ShipStation, from a warehouse that ships at once, in two parcels where it can. */
async function marketplace() {
  const pace = { open: 0, picking: 0, packed: 0, partially_shipped: 0, receiving: 0, twoParcelsPercent: 100 };
  const shop = await buildShop(own, { reads: ofOrders, pace });
  const settings = {
    ...{ application_id: 'demo-application', shared_secret: 'demo-shared-secret', refresh_token: 'demo-refresh-token' },
    ...{ profile_id: '12000001', api_origin: `${shop.sandbox.origin}/channel-advisor` },
  };
  const identity = { name: 'Demo Gifts US', keys: ['channel_advisor:profile/12000001'] };
  const connectIt = () =>
    shop.inTenant((tenant) =>
      connect(tenant, shop.engine.seal, { connector: connectorNamed('channel_advisor'), name: 'Marketplace', since, settings, identity }),
    );
  const { id } = await connectIt();
  await own.sql(
    `insert into shipping_options (account_id, connection_id, connector_code, amware_code) values ($1, $2, 'UPS GROUND', 'UPSGR')`,
    [shop.accountId, id],
  );
  const { orders: market, grant } = shop.sandbox.control.advisor();
  const now = () => shop.sandbox.control.state().channelAdvisor[0]?.orders ?? [];
  const fault = (operation: string, kind: FaultKind, times = 1) =>
    shop.sandbox.control.faults.add({ target: 'channel_advisor', operation, kind, times });
  const list = (...sold: Partial<NewOrder>[]) =>
    market.add(sold.map((order, n) => ({ SiteOrderID: `M${n + 1}`, items, ShippingAddressLine1: `${n + 1} Main Street`, ...order })));
  return { ...shop, id, connectIt, market, grant, now, fault, list };
}

test('orders go from the queue to the warehouse and are confirmed parcel by parcel; each is taken off the queue once it is stored', async () => {
  const shop = await marketplace();
  shop.list({}, {}, { PaymentStatus: 'NotYetSubmitted' });
  await shop.flow();
  expect((await shop.orders()).map((order) => [order.source_order_number, order.order_status])).toEqual([
    ['M1', 'fulfilled'],
    ['M2', 'fulfilled'],
  ]);
  // Which parcel is confirmed first is nobody's promise.
  const sorted = shop
    .now()
    .map((order) => ({ ...order, parcels: order.parcels.toSorted((a, b) => ('CUP' in a.units ? 0 : 1) - ('CUP' in b.units ? 0 : 1)) }));
  expect(sorted).toMatchObject([
    { status: 'Shipped', exported: true, parcels: [{ units: { CUP: 1 } }, { units: { MUG: 1 } }] },
    { status: 'Shipped', exported: true, parcels: [{ units: { CUP: 1 } }, { units: { MUG: 1 } }] },
    { status: 'Unshipped', exported: false, parcels: [] },
  ]);
});

test('parcels of one order are confirmed one after another, whoever claims them', async () => {
  const shop = await marketplace();
  shop.list({}, {});
  await shop.sync();
  // Both parcels leave while the channel is not called.
  const setState = (state: string) => own.sql('update connections set state = $1 where id = $2', [state, shop.id]);
  await setState('needs_reconnect');
  await shop.flow();
  await setState('active');
  const claim = (token: string) => shop.inTenant((tenant) => claimEffects(tenant, shop.id, token, 10, sql`true`));
  const parcelsOf = async () => {
    const { effects } = await claim(randomUUID());
    return effects.filter(({ kind }) => kind === 'confirm').map(({ order_id, shipment_id }) => [order_id, shipment_id]);
  };
  const first = await parcelsOf();
  expect(new Set(first.map(([order]) => order)).size).toBe(2);
  expect(first).toHaveLength(2);
  expect(await parcelsOf()).toEqual([]);
  await shop.engine.passTime();
  await shop.inTenant((tenant) => wakeOutbox(tenant, [shop.id]));
  await shop.flow();
  expect(shop.now()).toMatchObject([
    { status: 'Shipped', parcels: [{}, {}] },
    { status: 'Shipped', parcels: [{}, {}] },
  ]);
});

test.each(['drop_after_accept', '500', '429'] as const)(
  'an acknowledgement that ends as %s is made again; no order is lost or doubled',
  async (kind) => {
    const shop = await marketplace();
    shop.list({}, {});
    shop.fault('export_order', kind, 5);
    await shop.read('orders');
    expect((await shop.orders()).map((order) => order.source_order_number)).toEqual(['M1', 'M2']);
    for (let tries = 0; tries < 5; tries++) {
      await shop.engine.passTime();
      await shop.engine.runJobs();
    }
    await shop.flow();
    expect(shop.now()).toMatchObject([
      { status: 'Shipped', exported: true, parcels: [{}, {}] },
      { status: 'Shipped', exported: true, parcels: [{}, {}] },
    ]);
    expect(await shop.orders()).toHaveLength(2);
  },
);

test('a record that cannot be read is kept and leaves the queue', async () => {
  const shop = await marketplace();
  shop.list({ broken: true }, {});
  await shop.flow();
  expect(shop.now()).toMatchObject([{ exported: true }, { exported: true, status: 'Shipped' }]);
  const issues = await own.sql(`select subject from issues where account_id = $1 and type = 'unreadable' and closed_at is null`, [
    shop.accountId,
  ]);
  expect(issues).toHaveLength(1);
});

test('what is cancelled, edited or deleted there after it left the queue is seen all the same', async () => {
  const shop = await marketplace();
  const [cancelled, edited, deleted] = shop.list({}, {}, {}).map((order) => order);
  if (!cancelled || !edited || !deleted) throw new Error('no orders');
  shop.sandbox.control.set({ pace: paces.manual });
  await shop.sync();
  shop.market.cancel(cancelled);
  shop.market.change(edited, { ShippingCity: 'Dallas' });
  shop.market.remove(deleted);
  await shop.read('orders');
  await shop.read('open_orders');
  const rows = await own.sql(
    `select source_order_number as number, source_state, gone_at is not null as gone from orders where account_id = $1 order by id`,
    [shop.accountId],
  );
  expect(rows).toEqual([
    { number: 'M1', source_state: 'cancelled', gone: false },
    { number: 'M2', source_state: 'ready', gone: false },
    { number: 'M3', source_state: 'ready', gone: true },
  ]);
  const open = `select o.source_order_number as number, i.type from issues i join orders o on o.id = i.order_id where i.account_id = $1
    and i.closed_at is null order by 1`;
  expect(await own.sql(open, [shop.accountId])).toContainEqual({ number: 'M2', type: 'changed_after_release' });
});

test('the echo of one confirmed parcel of several is no change of the order', async () => {
  const shop = await marketplace();
  shop.list({});
  shop.sandbox.control.set({ pace: { ...paces.manual, twoParcelsPercent: 100 } });
  await shop.sync();
  const { floor, orders } = shop.sandbox.control.client();
  for (const order of orders.rows.values()) for (const _ of [1, 2, 3]) floor.advance(order);
  await shop.sync();
  expect(shop.now()).toMatchObject([{ status: 'PartiallyShipped', parcels: [{}] }]);
  await shop.read('open_orders');
  expect(await shop.orders()).toMatchObject([{ order_status: 'partially_shipped', source_status: 'PartiallyShipped', issues: [] }]);
});

/** What the warehouse and the order's page know of the orders, by number. */
async function standing({ own, accountId }: Awaited<ReturnType<typeof marketplace>>) {
  const rows = await own.sql<{ number: string; state: string; status: string; sent: boolean; units: number; sentences: unknown[] }>(
    `select o.source_order_number as number, o.source_state as state, o.order_status as status, o.warehouse_order_id is not null as sent,
      o.units_ordered as units, (select coalesce(json_agg(i.sentence), '[]') from issues i where i.order_id = o.id
        and i.closed_at is null) as sentences
    from orders o where o.account_id = $1 order by o.id`,
    [accountId],
  );
  return Object.fromEntries(
    rows.map(({ number, ...row }) => [number, { ...row, sentences: row.sentences.map((sentence) => wordIssue(sentence)) }]),
  );
}

test('what is held there, or packed by somebody else, is not released, and goes on when that ends', async () => {
  const shop = await marketplace();
  const [held, begun] = shop.list({}, {}, {});
  if (!held || !begun) throw new Error('no orders');
  shop.market.change(held, { fulfillments: { DeliveryStatus: 'Held' } });
  shop.market.change(begun, { fulfillments: { DeliveryStatus: 'PickAndPack' } });
  await shop.flow();
  expect(await standing(shop)).toMatchObject({
    M1: { state: 'held', status: 'pending', sent: false, sentences: [] },
    M2: { state: 'unknown', status: 'error', sent: false, sentences: [expect.stringContaining('"PickAndPack"')] },
    M3: { status: 'fulfilled' },
  });
  for (const order of [held, begun]) shop.market.change(order, { fulfillments: { DeliveryStatus: 'NoChange' } });
  await shop.read('open_orders');
  await shop.flow();
  expect(shop.now().map(({ status, parcels }) => [status, parcels.length])).toEqual([
    ['Shipped', 2],
    ['Shipped', 2],
    ['Shipped', 2],
  ]);
});

test('a rejected cancellation ships whole, one that is decided ships the rest, and one that is open waits', async () => {
  const shop = await marketplace();
  const [rejected, failed, done, pending] = shop.list({}, {}, {}, {});
  if (!rejected || !failed || !done || !pending) throw new Error('no orders');
  const ask = (order: typeof pending, RequestStatus: 'RejectionCompleted' | 'Error' | 'PendingApproval') =>
    shop.market.change(order, { adjustments: [{ sku: 'MUG', Quantity: 1, RequestStatus }] });
  ask(rejected, 'RejectionCompleted');
  ask(failed, 'Error');
  shop.market.change(done, { cancelled: [{ sku: 'MUG', quantity: 1 }] });
  ask(pending, 'PendingApproval');
  await shop.flow();
  expect(await standing(shop)).toMatchObject({
    ...{ M1: { status: 'fulfilled', units: 2 }, M2: { status: 'fulfilled', units: 2 }, M3: { status: 'fulfilled', units: 1 } },
    M4: { state: 'waiting', status: 'pending', sent: false, sentences: [] },
  });
  ask(pending, 'RejectionCompleted');
  await shop.read('open_orders');
  await shop.flow();
  expect(await standing(shop)).toMatchObject({ M4: { status: 'fulfilled', units: 2 } });
});

test('what a shop, a supplier or a courier hands over does not go to our warehouse', async () => {
  const shop = await marketplace();
  const [counter, store, courier] = shop.list(
    {},
    {},
    {},
    { items: [{ sku: 'MUG', quantity: 1, distributionCenterId: dropShipCenter }] },
    {
      items: [...items.slice(0, 1), { sku: 'CUP', quantity: 1, distributionCenterId: retailCenter }],
    },
  );
  if (!counter || !store || !courier) throw new Error('no orders');
  shop.market.change(counter, { fulfillments: { Type: 'Pickup' } });
  shop.market.change(store, { fulfillments: { Type: 'ShipToStore' } });
  shop.market.change(courier, { fulfillments: { Type: 'Courier' } });
  await shop.sync();
  expect(await standing(shop)).toMatchObject({
    ...{ M1: { state: 'external', sent: false }, M2: { state: 'unknown', sent: false }, M3: { state: 'unknown', sent: false } },
    ...{ M4: { state: 'external', sent: false }, M5: { state: 'ready', sent: true, units: 1 } },
  });
});

test('tokens that end in mid-stream are renewed; a grant that was taken back needs a person', async () => {
  const shop = await marketplace();
  shop.list({});
  await shop.sync();
  shop.grant.expire();
  shop.list({ SiteOrderID: 'M9' });
  await shop.flow();
  expect(shop.now().map(({ status }) => status)).toEqual(['Shipped', 'Shipped']);
  shop.grant.revoke();
  await shop.sync();
  const states = await own.sql('select name, state from connections where account_id = $1 order by id', [shop.accountId]);
  expect(states).toContainEqual({ name: 'Marketplace', state: 'needs_reconnect' });
  expect(states).toContainEqual({ name: 'ShipStation', state: 'active' });
});

test('a second connection to the same profile is refused: each would take the other’s orders', async () => {
  const shop = await marketplace();
  await expect(shop.connectIt()).rejects.toMatchObject({ status: 409 });
});

test('from two weeks before its end a sign-in that is not used is warned of, until it is used again', async () => {
  const shop = await marketplace();
  await shop.sync();
  await shop.inTenant((tenant) => setPaused(tenant, shop.id, true));
  const rest = (days: number) =>
    own.sql(`update connection_tokens set kept_ends_at = now() + make_interval(days => $2), token = null where account_id = $1`, [
      shop.accountId,
      days,
    ]);
  const warnings = async () => {
    await shop.inTenant(watchSignIns);
    return issuesInWords(
      await own.sql(`select type, sentence from issues where account_id = $1 and type = 'sign_in_ends' and closed_at is null`, [
        shop.accountId,
      ]),
    );
  };
  await rest(15);
  expect(await warnings()).toEqual([]);
  await rest(13);
  expect(await warnings()).toMatchObject([
    { sentence: expect.stringMatching(/^The credentials of Marketplace expire on .+, because they are not used\./) },
  ]);
  await shop.inTenant((tenant) => setPaused(tenant, shop.id, false));
  shop.grant.expire();
  await shop.sync();
  expect(await warnings()).toEqual([]);
});
