import { expect, onTestFinished, test } from 'vitest';
import type { NewOrder } from '../../sandbox/channel-advisor/order.ts';
import { manualClock } from '../../sandbox/clock.ts';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { worded, wordedWith } from '../../test/worded.ts';
import type { ChannelOrder, Cursor, Page, Result } from '../contract.ts';
import { memoryLimits } from '../http/limits.ts';
import { memoryTokens } from '../http/tokens.ts';
import { openSession } from '../session.ts';
import { channelAdvisor } from './connector.ts';

const order = (number: number, changes: Partial<NewOrder> = {}): NewOrder => ({
  SiteOrderID: `N${number}`,
  items: [{ sku: 'MUG', quantity: 1 }],
  ...changes,
});

async function shop(orders: NewOrder[] = []) {
  const clock = manualClock('2026-11-21T12:00:00Z');
  const sandbox = await startSandbox({ clock, catalogue: 'empty' });
  onTestFinished(() => sandbox.stop());
  const advisor = sandbox.control.advisor();
  advisor.orders.add(orders);
  const open = (changes: Record<string, string> = {}) => {
    const settings = {
      ...{ application_id: 'demo-application', shared_secret: 'demo-shared-secret', refresh_token: 'demo-refresh-token' },
      ...{ profile_id: '12000001', api_origin: `${sandbox.origin}/channel-advisor`, ...changes },
    };
    const context = { limitStore: memoryLimits(), tokens: memoryTokens(), sandboxOrigin: sandbox.origin, sink: () => undefined };
    return openSession(channelAdvisor, settings, { ...context, now: () => new Date(clock.now()) });
  };
  const { stream, reread } = channelAdvisor.orders?.(open()) ?? expect.unreachable('it is a channel');
  if (stream.mode !== 'queue' || !reread) return expect.unreachable('its orders are a queue, and are read again');
  const ids = (numbers: string[]) =>
    [...advisor.orders.rows.values()].filter(({ SiteOrderID }) => numbers.includes(SiteOrderID)).map(({ ID }) => String(ID));
  /** One pass through the queue; each page is acknowledged before the next, unless `keep`. */
  const pass = async (keep = false) => {
    const pages: Page<ChannelOrder>[] = [];
    for (let [cursor, more]: [Cursor | null, boolean] = [null, true]; more; ) {
      const page: Page<ChannelOrder> = succeeded(await stream.read(cursor));
      pages.push(page);
      const read = [...page.records.map(({ remoteId }) => remoteId), ...page.unreadable.flatMap(({ remoteId }) => remoteId ?? [])];
      if (!keep && read.length > 0) succeeded(await stream.acknowledge(read));
      [cursor, more] = [page.next, page.more];
    }
    return pages;
  };
  const numbers = (pages: Page<ChannelOrder>[]) => pages.flatMap(({ records }) => records.map(({ number }) => number));
  return { ...sandbox, clock, advisor, open, stream, reread: reread.read, pass, numbers, ids };
}

function succeeded<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
}
const range = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

test('a pass reads every order once, whether its pages are acknowledged on the way or not', async () => {
  const { pass, numbers } = await shop(range(50).map((n) => order(n)));
  const all = range(50).map((n) => `N${n}`);
  expect(numbers(await pass(true))).toEqual(all);
  expect(numbers(await pass())).toEqual(all);
  expect(numbers(await pass())).toEqual([]);
});

test('unpaid orders neither come too early nor block the head, and come when they are paid', async () => {
  const unpaid = range(30).map((n) => order(n, { PaymentStatus: 'NotYetSubmitted' }));
  const { pass, numbers, advisor } = await shop([...unpaid, order(31), order(32, { CheckoutStatus: 'Visited' })]);
  expect(numbers(await pass())).toEqual(['N31']);
  const [first] = advisor.orders.rows.values();
  if (first) advisor.orders.change(first, { PaymentStatus: 'Cleared' });
  expect(numbers(await pass())).toEqual(['N1']);
});

test('orders of other profiles and those that others fulfil are left alone', async () => {
  const { pass, numbers, advisor } = await shop([
    order(1, { ProfileID: 12_000_002 }),
    order(2, { items: [{ sku: 'MUG', quantity: 1, distributionCenterId: 2 }] }),
    order(3),
  ]);
  expect(numbers(await pass())).toEqual(['N3']);
  expect([...advisor.orders.rows.values()].map(({ exported }) => exported)).toEqual([false, false, true]);
});

test('an order with more lines than a list shows is whole, and an unreadable one goes out of the way', async () => {
  const items = range(45).map((n) => ({ sku: `SKU-${n}`, quantity: 1 }));
  const { pass } = await shop([order(1, { items }), order(2, { broken: true }), order(3)]);
  const [page] = await pass();
  expect(page?.records.map(({ lines }) => lines.length)).toEqual([45, 1]);
  expect(page?.unreadable).toMatchObject([{ remoteId: '20000002', reason: worded('CreatedDateUtc: is not a time') }]);
  expect(await pass()).toMatchObject([{ records: [], unreadable: [] }]);
});

test('a line has the picture of its product, asked for once an hour, and goes on without it for a minute when that fails', async () => {
  const items = [
    { sku: 'MUG', quantity: 1 },
    { sku: 'CUP', quantity: 1 },
  ];
  const { pass, advisor, control, clock } = await shop([order(1, { items })]);
  const [mug] = advisor.products.rows.values();
  const picture = { ProductID: mug?.ID ?? 0, PlacementName: 'ITEMIMAGEURL1', Url: 'https://img.example/mug.jpg' };
  if (mug) advisor.products.change(mug, { Images: [{ ...picture, Url: `${picture.Url}?${'x'.repeat(2_048)}` }, picture] });
  const pictures = async () => (await pass(true)).flatMap(({ records }) => records[0]?.lines.map(({ imageUrl }) => imageUrl));
  control.faults.add({ target: 'channel_advisor', operation: 'list_products', kind: '500', times: 1 });
  for (const _ of ['once', 'twice']) expect(await pictures()).toEqual([null, null]);
  expect(advisor.counters.operations.list_products).toBe(1);
  clock.advance(60_000);
  expect(await pictures()).toEqual(['https://img.example/mug.jpg', null]);
  const before = advisor.counters.operations.list_products;
  await pass(true);
  expect(advisor.counters.operations.list_products).toBe(before);
  clock.advance(3_600_000);
  await pass(true);
  expect(advisor.counters.operations.list_products).toBe((before ?? 0) + 1);
});

test('of a mixed order only our units are read', async () => {
  const items = [
    { sku: 'MUG', quantity: 2 },
    { sku: 'CUP', quantity: 3, distributionCenterId: 2 },
  ];
  const { pass } = await shop([order(1, { items })]);
  expect(await pass()).toMatchObject([
    { records: [{ state: 'ready', lines: [{ sku: 'MUG', quantity: 2 }], details: { warehouse: 'Amware' } }] },
  ]);
});

test('an outage while acknowledging leaves the rest in the queue, with an outcome for what was done', async () => {
  const { stream, control, advisor } = await shop(range(10).map((n) => order(n)));
  const ids = [...advisor.orders.rows.keys()];
  control.faults.add({ target: 'channel_advisor', operation: 'export_order', kind: '500', probability: 1 });
  expect(await stream.acknowledge(ids)).toMatchObject({ ok: false, failure: { kind: 'retry' } });
  control.faults.clear();
  const [gone] = advisor.orders.rows.values();
  if (gone) advisor.orders.remove(gone);
  const outcomes = succeeded(await stream.acknowledge(ids));
  expect(outcomes.map(({ remoteId, failure }) => [remoteId, failure?.kind])).toEqual(
    ids.map((id, n) => [id, n === 0 ? 'not_found' : undefined]),
  );
});

test('what was acknowledged and then edited, cancelled or deleted is found by reading it again', async () => {
  const { pass, reread, advisor, ids } = await shop(range(4).map((n) => order(n)));
  await pass();
  const [edited, cancelled, deleted, same] = [...advisor.orders.rows.values()];
  if (!edited || !cancelled || !deleted || !same) throw new Error('no orders');
  advisor.orders.change(edited, { ShippingCity: 'Dallas' });
  advisor.orders.cancel(cancelled);
  advisor.orders.remove(deleted);
  expect(await pass()).toMatchObject([{ records: [] }]);
  const all = [...ids(['N1', 'N2', 'N4']), String(deleted.ID)];
  const page = succeeded(await reread(all));
  expect(page).toMatchObject({ gone: [String(deleted.ID)], unreadable: [] });
  expect(page.records.map(({ number, state, shipTo }) => [number, state, shipTo.city])).toEqual([
    ['N1', 'ready', 'Dallas'],
    ['N2', 'cancelled', 'Austin'],
    ['N4', 'ready', 'Austin'],
  ]);
});

test('the profile is named, and one that the grant does not open is refused', async () => {
  const { open } = await shop();
  expect(await channelAdvisor.identify(open())).toEqual({
    ok: true,
    value: { name: 'Demo Gifts US', detail: 'Profile 12000001', keys: ['channel_advisor:profile/12000001'] },
  });
  expect(await channelAdvisor.identify(open({ profile_id: '5' }))).toMatchObject({
    ok: false,
    failure: { kind: 'rejected', reason: worded('The grant does not open the profile 5. It opens: 12000001, 12000002.') },
  });
  expect(await channelAdvisor.choices?.profiles?.list(open({ profile_id: '5' }))).toMatchObject({
    value: [{ id: '12000001', name: 'Demo Gifts US' }, { id: '12000002' }],
  });
});

test('a refresh token that is refused needs a person, and its end is known from each sign-in', async () => {
  const { open, advisor, clock } = await shop();
  const ends: (Date | undefined)[] = [];
  const { auth } = channelAdvisor;
  if (auth.kind !== 'token') return expect.unreachable('it signs in by token');
  const { settings } = open();
  const http = openSession({ ...channelAdvisor, auth: { kind: 'fixed', headers: () => ({}) } }, settings, {
    ...{ limitStore: memoryLimits(), tokens: memoryTokens(), sandboxOrigin: new URL(settings.api_origin ?? '').origin },
    sink: () => undefined,
  }).http;
  const granted = await auth.grant({ settings, kept: null, application: null, http, now: () => new Date(clock.now()) });
  if (granted.ok) ends.push(granted.value.expiresAt, granted.value.keepEndsAt);
  expect(ends).toEqual([new Date('2026-11-21T13:00:00Z'), new Date('2027-02-18T12:00:00Z')]);
  advisor.grant.revoke();
  expect(await channelAdvisor.identify(open())).toMatchObject({ ok: false, failure: { kind: 'reconnect' } });
});

test('quantities are set by location as they lie there; unknown SKUs and foreign places are refused', async () => {
  const { open, advisor } = await shop([order(1, { items: [{ sku: "O'MUG", quantity: 2 }] })]);
  const inventory = channelAdvisor.inventory?.(open()) ?? expect.unreachable('it keeps stock');
  expect(succeeded(await inventory.listLocations())).toEqual([{ id: '1', name: 'Amware' }]);
  const level = (key: string, sku: string, locationId = '1') => ({ key, sku, locationId, quantity: 10 });
  expect(succeeded(await inventory.set([level('a', "O'MUG"), level('b', 'NONE'), level('c', "O'MUG", '1')]))).toMatchObject([
    { key: 'a' },
    { key: 'c' },
    { key: 'b', failure: { kind: 'rejected', code: 'unknown_sku' } },
  ]);
  expect(succeeded(await inventory.set([level('d', "O'MUG", '2')]))).toMatchObject([{ key: 'd', failure: { kind: 'rejected' } }]);
  const [product] = advisor.products.rows.values();
  expect([product?.updates[0], product?.TotalAvailableQuantity]).toEqual([
    { type: 'UnShipped', center: 1, quantity: 10 },
    expect.any(Number),
  ]);
});

test('listings are walked by id; the next walk reads what changed since', async () => {
  const { open, advisor, clock } = await shop();
  for (const n of range(25)) advisor.products.add({ sku: `SKU-${n}`, title: `Thing ${n}`, upc: '5012345678900' });
  advisor.products.add({ sku: 'ELSEWHERE', profileId: 12_000_002 });
  const { stream } = channelAdvisor.listings?.(open()) ?? expect.unreachable('it has products');
  if (stream.mode !== 'cursor') return expect.unreachable('they are read by cursor');
  const since = new Date('2020-01-01T00:00:00Z');
  const first = succeeded(await stream.read(null, since));
  const second = succeeded(await stream.read(first.next, since));
  expect([first.records.length, second.records.length, second.more]).toEqual([20, 5, false]);
  expect(first.records[0]).toMatchObject({ sku: 'SKU-1', name: 'Thing 1', upc: '5012345678900', imageUrl: null });
  clock.advance(3_600_000);
  advisor.products.add({ sku: 'NEW' });
  const later = succeeded(await stream.read(succeeded(await stream.read(second.next, since)).next, since));
  expect(later.records.map(({ sku }) => sku)).toContain('NEW');
});

test('a product is put into profiles, and its details are changed where it is already', async () => {
  const { open, advisor } = await shop();
  advisor.products.add({ sku: 'MUG', title: 'Old name' });
  const { upload } = channelAdvisor.listings?.(open()) ?? expect.unreachable('it has products');
  expect(succeeded((await upload?.listProfiles()) ?? expect.unreachable('it takes products')).map(({ id }) => id)).toHaveLength(2);
  const mug = { sku: 'MUG', name: 'A mug', description: null, upc: '5012345678900', imageUrl: null, price: '4.50', currency: 'USD' };
  const outcomes = succeeded((await upload?.upload(mug, ['12000001', '12000002', '7'])) ?? expect.unreachable('it takes products'));
  expect(outcomes.map(({ profileId, failure }) => [profileId, failure?.kind])).toEqual([
    ['12000001', undefined],
    ['12000002', undefined],
    ['7', 'rejected'],
  ]);
  expect([...advisor.products.rows.values()].map(({ ProfileID, Title, RetailPrice }) => [ProfileID, Title, RetailPrice])).toEqual([
    [12_000_001, 'A mug', 4.5],
    [12_000_002, 'A mug', 4.5],
  ]);
});

test('a product of another article that has the same SKU is not changed into ours', async () => {
  const { open, advisor } = await shop();
  advisor.products.add({ sku: 'MUG', title: 'A hat', upc: '5099999999999' });
  advisor.products.add({ sku: 'CUP', title: 'Old cup', upc: '05012345678900' });
  const { upload } = channelAdvisor.listings?.(open()) ?? expect.unreachable('it has products');
  const ours = { name: 'Ours', description: null, upc: '5012345678900', imageUrl: null, price: null, currency: null };
  const put = async (sku: string) => succeeded((await upload?.upload({ sku, ...ours }, ['12000001'])) ?? expect.unreachable('it takes'));
  expect(await put('MUG')).toMatchObject([
    { failure: { kind: 'rejected', reason: wordedWith('sells MUG with the UPC 5099999999999, which is another article') } },
  ]);
  expect((await put('CUP'))[0]).not.toHaveProperty('failure');
  expect([...advisor.products.rows.values()].map(({ Title }) => Title)).toEqual(['A hat', 'Ours']);
});

test('only ChannelAdvisor itself may be called, or the sandbox', () => {
  expect(channelAdvisor.hosts({ api_origin: 'https://api.channeladvisor.com/' }).api).toEqual(['https://api.channeladvisor.com']);
  expect(channelAdvisor.hosts({ api_origin: 'https://evil.example' }).api).toEqual([]);
});
