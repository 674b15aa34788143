import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ShipmentConfirmation } from '../contract.ts';
import { memoryLimits } from '../http/limits.ts';
import { memoryTokens } from '../http/tokens.ts';
import type { Edge } from '../scripted-edge.ts';
import { openSession } from '../session.ts';
import { shipStation } from './connector.ts';
import { startShipStation } from './edge.ts';

let edge: Edge;
beforeEach(async () => {
  edge = await startShipStation();
});
afterEach(() => edge.stop());

const confirmation: ShipmentConfirmation = {
  key: 'shipment-1',
  remoteOrderId: '9007199254740993',
  handle: null,
  carrier: 'UPS',
  method: null,
  trackingNumber: '1Z999AA10123456784',
  trackingUrl: null,
  shippedAt: new Date('2026-11-20T03:00:00Z'),
  lines: [],
  completes: true,
};

function channel(settings: Record<string, string> = {}) {
  const complete = { api_key: 'key-one', api_secret: 'secret-two', api_origin: edge.origin, ...settings };
  const quiet = { limitStore: memoryLimits(), tokens: memoryTokens(), sink: () => undefined, sandboxOrigin: edge.origin };
  const session = openSession(shipStation, complete, quiet);
  const orders = shipStation.orders?.(session) ?? expect.unreachable('ShipStation has orders');
  const confirmations = shipStation.confirmations?.(session) ?? expect.unreachable('ShipStation takes confirmations');
  return { ...orders, ...confirmations, identify: () => shipStation.identify(session) };
}

test('identifies by the names of its stores', async () => {
  const [web, wholesale] = ['ship_station:store/26815', 'ship_station:store/26816'];
  expect(await channel().identify()).toEqual({
    ok: true,
    value: { name: 'Web shop, Wholesale', detail: '2 stores', keys: [web, wholesale] },
  });
  expect(await channel({ store_id: '26816' }).identify()).toEqual({
    ok: true,
    value: { name: 'Wholesale', detail: '1 store', keys: [wholesale] },
  });
  expect(await channel({ store_id: '7' }).identify()).toMatchObject({ ok: false, failure: { kind: 'rejected' } });
});

test('a store alone is read when one is chosen', async () => {
  const { stream } = channel({ store_id: '26816' });
  if (stream.mode === 'cursor') await stream.read(null, new Date('2026-11-01'));
  expect(edge.requests[0]?.query.get('storeId')).toBe('26816');
});

test('a confirmation marks the order shipped on the Pacific day, its id a number with all digits', async () => {
  expect(await channel().confirm([confirmation])).toEqual({
    ok: true,
    value: [{ key: 'shipment-1', kind: 'confirmed', reference: null }],
  });
  expect(edge.requests.at(-1)).toMatchObject({ method: 'POST', path: '/orders/markasshipped' });
  expect(edge.requests.at(-1)?.body).toBe(
    '{"orderId":9007199254740993,"carrierCode":"ups","trackingNumber":"1Z999AA10123456784","shipDate":"2026-11-19","notifyCustomer":false,"notifySalesChannel":true}',
  );
});

test('a shipped order is confirmed, any other is not', async () => {
  expect(await channel().isConfirmed({ ...confirmation, remoteOrderId: '987654326' })).toEqual({ ok: true, value: true });
  expect(await channel().isConfirmed({ ...confirmation, remoteOrderId: '987654321' })).toEqual({ ok: true, value: false });
});

test('holds until a Pacific day, and releases', async () => {
  await channel().hold?.('987654321', new Date('2026-12-01T03:00:00Z'), true);
  await channel().hold?.('987654321', null, true);
  expect(edge.requests.map(({ path, body }) => [path, body])).toEqual([
    ['/orders/holduntil', '{"orderId":987654321,"holdUntilDate":"2026-11-30"}'],
    ['/orders/restorefromhold', '{"orderId":987654321}'],
  ]);
});

test('shipping codes come with their carrier', async () => {
  expect(await channel().listShippingCodes?.()).toEqual({
    ok: true,
    value: [
      { code: 'usps_priority_mail', description: 'USPS Priority Mail', carrier: 'Stamps.com' },
      { code: 'usps_first_class_mail', description: 'USPS First Class Mail', carrier: 'Stamps.com' },
      { code: 'ups_ground', description: 'UPS® Ground', carrier: 'UPS' },
    ],
  });
});

test('only ShipStation itself may be asked, or the sandbox', async () => {
  const elsewhere = channel({ api_origin: 'https://shipstation.example.org' });
  expect(await elsewhere.identify()).toMatchObject({ ok: false, failure: { kind: 'rejected', code: 'invalid' } });
  expect(shipStation.hosts({ api_origin: 'https://ssapi6.shipstation.com/' })).toEqual({ api: ['https://ssapi6.shipstation.com'] });
});

test('its own /carriers say what code a carrier has, and its services whose they are', async () => {
  const carrierOf = async (carrier: string) => {
    await channel().confirm([{ ...confirmation, carrier }]);
    return JSON.parse(edge.requests.at(-1)?.body ?? '{}').carrierCode as string;
  };
  expect(await carrierOf('UPS')).toBe('ups');
  expect(await carrierOf('UPS Ground')).toBe('ups');
  expect(await carrierOf('United Parcel Service')).toBe('ups');
  expect(await carrierOf('USPS')).toBe('stamps_com');
  expect(await carrierOf('DPD')).toBe('other');
  expect(await carrierOf('')).toBe('other');
  // Read once, however often they are needed.
  expect(edge.requests.filter(({ path }) => path === '/carriers')).toHaveLength(1);
});

test('a carrier that cannot be told keeps the confirmation back, rather than name a wrong one', async () => {
  edge.fault('server_error');
  expect(await channel().confirm([confirmation])).toMatchObject({ ok: false, failure: { kind: 'retry', maybeDone: false } });
  expect(edge.requests.map(({ path }) => path)).toEqual(['/carriers']);
});
