import { afterEach, expect, test } from 'vitest';
import { wordedWith } from '../../test/worded.ts';
import type { ShipmentConfirmation } from '../contract.ts';
import { had } from '../contract-suite/opened.ts';
import { memoryLimits } from '../http/limits.ts';
import { openSession } from '../session.ts';
import { refusedToken } from './client.ts';
import { amazon } from './connector.ts';
import { amazonOrder } from './edge.ts';
import { openMarket, settingsAt } from './opened.ts';
import { isOurs, packageNumber } from './packages.ts';

type Market = Awaited<ReturnType<typeof openMarket>>;
let open: Market | undefined;
afterEach(() => open?.edge.stop());
const start = async (...given: Parameters<typeof openMarket>) => {
  open = await openMarket(...given);
  return open;
};
const since = new Date('2026-11-01T00:00:00Z');
const searches = ({ edge }: Market) => edge.requests.filter(({ path }) => path === '/orders/2026-01-01/orders');

test('the next search begins at the moment that the first page named, not at the newest order', async () => {
  const seller = await start();
  const first = had(await seller.orders.stream.read(null, since));
  expect(first).toMatchObject({ more: true, records: [{ remoteId: '302-1' }, { remoteId: '302-2' }] });
  const last = had(await readOn(seller, first.next));
  expect(last).toMatchObject({ more: false, records: [{ remoteId: '302-3' }], next: { after: '2026-11-21T11:58:00.000Z', token: null } });
  await readOn(seller, last.next);
  expect(searches(seller).map(({ query }) => query.get('lastUpdatedAfter'))).toEqual([
    ...['2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', '2026-11-21T11:58:00.000Z'],
  ]);
});

test('a token that has ended begins the same search anew, and not two years of orders', async () => {
  const seller = await start();
  const at = { after: '2026-11-20T00:00:00.000Z', token: 'gone', before: '2026-11-21T11:00:00.000Z', of: '' };
  expect(await readOn(seller, at)).toMatchObject({
    ok: false,
    failure: { kind: 'retry', next: { after: '2026-11-20T00:00:00.000Z', token: null, before: null } },
  });
});

test('a start before the last two years is one that Amazon takes', async () => {
  const seller = await start();
  await seller.orders.stream.read(null, new Date('2020-01-01T00:00:00Z'));
  expect(searches(seller)[0]?.query.get('lastUpdatedAfter')).toBe('2024-11-21T12:00:00.000Z');
});

test('twenty searches go at once, and the next waits for three minutes, or as a reply says', async () => {
  const seller = await start();
  for (let n = 0; n < 20; n += 1) had(await seller.orders.stream.read(null, since));
  const refused = await seller.orders.stream.read(null, since);
  expect(refused).toMatchObject({ ok: false, failure: { kind: 'retry', limited: true, maybeDone: false } });
  // The replies named the rate that this seller has: one in sixty seconds.
  const at = !refused.ok && refused.failure.kind === 'retry' ? refused.failure.at.getTime() - seller.clock.now.getTime() : 0;
  expect(at).toBeGreaterThan(50_000);
  expect(at).toBeLessThan(70_000);
});

test('marketplaces that were chosen are the only ones that are read', async () => {
  const seller = await start({}, { marketplace_ids: '["A1PA6795UKMFR9"]' });
  had(await seller.orders.stream.read(null, since));
  expect(searches(seller)[0]?.query.get('marketplaceIds')).toBe('A1PA6795UKMFR9');
  expect(had(await seller.identify()).keys).toEqual(['amazon:seller/A2QL5Z1EXAMPLE/marketplace/A1PA6795UKMFR9']);
});

test('an order of a marketplace that was not chosen is refused, and is not taken as gone', async () => {
  const foreign = { channelName: 'AMAZON', marketplaceId: 'A1F83G8C2ARO7P', marketplaceName: 'Amazon.co.uk' };
  const orders = [amazonOrder('302-1'), amazonOrder('302-2', { salesChannel: foreign })];
  const seller = await start({ orders }, { marketplace_ids: '["A1PA6795UKMFR9"]' });
  expect(had(await seller.orders.get('302-1')).remoteId).toBe('302-1');
  expect(await seller.orders.get('302-2')).toMatchObject({
    ok: false,
    failure: { kind: 'rejected', reason: { code: 'amazon.not_chosen', marketplace: 'Amazon.co.uk' } },
  });
});

test('of one seller’s connections for different marketplaces, one alone reads an order that Amazon tells both of', async () => {
  const read = [];
  for (const id of ['A1PA6795UKMFR9', 'A1F83G8C2ARO7P']) {
    const seller = await start({}, { marketplace_ids: JSON.stringify([id]) });
    read.push((await seller.orders.get('302-1')).ok);
    await seller.edge.stop();
  }
  expect(read).toEqual([true, false]);
});

test('a marketplace that is chosen later is read from the start, not from where the others are', async () => {
  const seller = await start({}, { marketplace_ids: '["A1PA6795UKMFR9","ATVPDKIKX0DER"]' });
  await readOn(seller, { after: '2026-11-21T11:58:00.000Z', token: null, before: null, of: 'A1PA6795UKMFR9' });
  expect(searches(seller)[0]?.query.get('lastUpdatedAfter')).toBe('2026-11-01T00:00:00.000Z');
});

test('a token belongs to the secrets that it was granted for: another refresh token does not use it', async () => {
  const seller = await start();
  had(await seller.identify());
  const other = openSession(amazon, settingsAt(seller.edge.origin, { refresh_token: 'Atzr|another' }), {
    ...{ limitStore: memoryLimits(), tokens: seller.tokens, sink: () => undefined, sandboxOrigin: seller.edge.origin },
  });
  await amazon.identify(other);
  expect(seller.edge.requests.filter(({ path }) => path === '/auth/o2/token')).toHaveLength(2);
});

test('an access token that has ended is no missing role, though both are refused with 403', () => {
  const said = (details: string) => ({
    status: 403,
    headers: {},
    body: { errors: [{ code: 'Unauthorized', message: 'Access to requested resource is denied.', details }] },
  });
  const asked = { method: 'GET', url: 'https://x.example', operation: 'get_order', effect: 'read', now: new Date() } as const;
  expect(refusedToken(said('The access token you provided has expired.'), asked)).toMatchObject({ kind: 'reconnect' });
  expect(refusedToken(said(''), asked)).toBeUndefined();
});

test('credentials of one seller are not taken for another one’s', async () => {
  const seller = await start({}, { seller_id: 'A9OTHERSELLER1' });
  expect(await seller.identify()).toMatchObject({
    ok: false,
    failure: { reason: { code: 'amazon.other_seller', seller: 'A9OTHERSELLER1' } },
  });
});

test('a parcel has a number of our making, with the carrier as Amazon calls it', async () => {
  const seller = await start();
  const shipped = shippedOf();
  expect(had(await seller.confirmations.isConfirmed(shipped))).toBe(false);
  had(await seller.confirmations.confirm([shipped]));
  had(await seller.confirmations.confirm([{ ...shipped, key: 'shipment-2', carrier: 'Bike Couriers' }]));
  const [first, second] = seller.market.confirmed.map(({ body }) => body.packageDetail as Record<string, unknown>);
  expect(first).toMatchObject({ packageReferenceId: packageNumber('shipment-1'), carrierCode: 'UPS', shippingMethod: 'Ground' });
  expect(second).toMatchObject({ carrierCode: 'Other', carrierName: 'Bike Couriers' });
  seller.market.orders[0] = { ...seller.market.orders[0], packages: [{ packageReferenceId: first?.packageReferenceId }] };
  expect(had(await seller.confirmations.isConfirmed(shipped))).toBe(true);
});

const shippedOf = (changes: Partial<ShipmentConfirmation> = {}): ShipmentConfirmation => ({
  ...{ key: 'shipment-1', remoteOrderId: '302-1', handle: 'A1PA6795UKMFR9', carrier: 'ups', method: 'Ground', trackingUrl: null },
  ...{ trackingNumber: '1Z9', shippedAt: new Date('2026-11-20T03:00:00Z'), completes: false },
  lines: [{ remoteLineId: '11', handle: null, quantity: 1 }],
  ...changes,
});
const withPackages = (...packages: unknown[]) => ({ orders: [amazonOrder('302-1', { packages })] });

test('a parcel that somebody told Amazon of by hand is known by its tracking number, and is not told again', async () => {
  const byHand = { packageReferenceId: '1', trackingNumber: '1z 9' };
  const seller = await start(withPackages({ ...byHand, packageStatus: { status: 'SHIPPED' } }));
  expect(had(await seller.confirmations.confirm([shippedOf()]))).toMatchObject([{ kind: 'confirmed', reference: '1' }]);
  expect(had(await seller.confirmations.isConfirmed(shippedOf()))).toBe(true);
  expect(seller.market.confirmed).toEqual([]);
  // Nothing is left of the order: Amazon refuses the last parcel, and then it is looked for.
  seller.market.refusesParcels = true;
  expect(had(await seller.confirmations.confirm([shippedOf({ completes: true })]))).toMatchObject([{ reference: '1' }]);
  const other = shippedOf({ completes: true, trackingNumber: '1Z8' });
  expect(await seller.confirmations.confirm([other])).toMatchObject({ failure: { kind: 'rejected', reason: wordedWith('left') } });
});

test('a parcel of more than was sold alone is told to nobody', async () => {
  const seller = await start();
  expect(had(await seller.confirmations.confirm([shippedOf({ lines: [], completes: true })]))).toMatchObject([{ kind: 'confirmed' }]);
  expect(seller.market.confirmed).toEqual([]);
});

test('a parcel by hand with the same number and other goods is not this one: these are told', async () => {
  const other = { packageReferenceId: '1', trackingNumber: '1Z9', packageItems: [{ orderItemId: '12', quantity: 1 }] };
  const seller = await start(withPackages(other));
  expect(had(await seller.confirmations.isConfirmed(shippedOf()))).toBe(false);
  expect(had(await seller.confirmations.confirm([shippedOf()]))).toMatchObject([{ reference: packageNumber('shipment-1') }]);
  expect(seller.market.confirmed).toHaveLength(1);
});

test('of two parcels with one number and the same goods, one by hand is the first of them', async () => {
  const seller = await start(
    withPackages({ packageReferenceId: '1', trackingNumber: '1Z9', packageItems: [{ orderItemId: '11', quantity: 1 }] }),
  );
  const { key, lines } = shippedOf();
  const second = shippedOf({ key: 'shipment-2', sameNumber: [{ key, lines }] });
  expect(had(await seller.confirmations.isConfirmed(second))).toBe(false);
  expect(had(await seller.confirmations.isConfirmed(shippedOf()))).toBe(true);
});

test('neither a parcel that was cancelled there nor another one of ours is this one', async () => {
  const cancelled = { packageReferenceId: '1', trackingNumber: '1Z9', packageStatus: { status: 'CANCELLED' } };
  const seller = await start(withPackages(cancelled, { packageReferenceId: packageNumber('shipment-2'), trackingNumber: '1Z9' }));
  expect(had(await seller.confirmations.isConfirmed(shippedOf()))).toBe(false);
});

test('a parcel among others that are odd is found; where it is not, a person has to look', async () => {
  const odd = { packageReferenceId: null };
  const seller = await start(withPackages(odd, { packageReferenceId: packageNumber('shipment-1'), packageItems: 'none' }));
  expect(had(await seller.confirmations.isConfirmed(shippedOf()))).toBe(true);
  expect(await seller.confirmations.isConfirmed(shippedOf({ key: 'shipment-2' }))).toMatchObject({
    ok: false,
    failure: { kind: 'rejected', reason: wordedWith('packages.0.packageReferenceId') },
  });
});

test('numbers of parcels are positive, differ, and tell ours from others', () => {
  const numbers = Array.from({ length: 1_000 }, (_, n) => packageNumber(`shipment-${n}`));
  expect(new Set(numbers).size).toBe(1_000);
  for (const number of numbers) expect(number).toMatch(/^7\d{16}$/);
  expect(numbers.every(isOurs)).toBe(true);
  for (const other of ['1', '12345678901234567', '70000000000000001', String(BigInt(numbers[0] ?? '0') + 1n)])
    expect(isOurs(other)).toBe(false);
});

const readOn = ({ orders: { stream } }: Market, next: Parameters<Market['orders']['stream']['read']>[0]) =>
  stream.mode === 'cursor' ? stream.read(next, since) : expect.unreachable('it is read by a cursor');
