import { createHmac } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import type { ShipmentConfirmation } from '../../connectors/contract.ts';
import { had } from '../../connectors/contract-suite/opened.ts';
import { memoryLimits } from '../../connectors/http/limits.ts';
import { memoryTokens } from '../../connectors/http/tokens.ts';
import { openSession } from '../../connectors/session.ts';
import { shopify as connector } from '../../connectors/shopify/connector.ts';
import { wordedWith } from '../../test/worded.ts';
import { manualClock } from '../clock.ts';
import { startSandbox } from '../sandbox.ts';
import { seller } from './acts.ts';
import { shopify } from './stand-in.ts';

const secret = 'shpss_demo_0123456789';

/** The connector at work in a shop of the sandbox, which sold two mugs and a cup. */
async function opened(location = '1') {
  const clock = manualClock('2026-11-20T10:00:00Z');
  const sandbox = await startSandbox({ clock, catalogue: 'empty', limits: { shopify: null } });
  onTestFinished(sandbox.stop);
  const shop = sandbox.control.of(shopify);
  for (const sku of ['MUG', 'CUP']) shop.items.add({ sku, name: sku, tracked: true, available: { 1: 50 } });
  const settings = {
    ...{
      shop: 'demo-gifts',
      client_id: '0123456789abcdef0123456789abcdef',
      client_secret: secret,
      location_ids: JSON.stringify([location]),
    },
    api_address: `${sandbox.origin}/shopify/demo-gifts`,
  };
  const session = openSession(connector, settings, {
    ...{ limitStore: memoryLimits(), tokens: memoryTokens(), sink: () => undefined, sandboxOrigin: sandbox.origin },
    now: () => new Date(clock.now()),
  });
  const { orders, confirmations, inventory, hints } = connector;
  if (!orders || !confirmations || !inventory || !hints) return expect.unreachable('it is a channel');
  const { stream, get, listOpen, decideShip } = orders(session);
  if (stream.mode !== 'cursor') return expect.unreachable('it is read by a cursor');
  const confirm = async (changes: Partial<ShipmentConfirmation>) => confirmations(session).confirm([{ ...parcel, ...changes }]);
  const ours = {
    stream,
    get,
    listOpen,
    decideShip,
    confirm,
    isConfirmed: confirmations(session).isConfirmed,
    inventory: inventory(session),
    hints: hints(session),
  };
  return { ...{ clock, sandbox, shop }, ...ours };
}

const parcel: ShipmentConfirmation = {
  ...{ key: 'shipment-1', remoteOrderId: '5001', handle: null, carrier: 'UPS', method: null, trackingNumber: '1Z1', trackingUrl: null },
  ...{ shippedAt: new Date('2026-11-20T10:00:00Z'), lines: [], completes: false },
};
const since = new Date('2026-11-01T00:00:00Z');

test('an order that leaves in two parcels keeps its units; what a person fulfils there is taken off', async () => {
  const { shop, get, confirm } = await opened();
  const order = shop.enter({ items: [{ sku: 'MUG', quantity: 4 }] });
  const [line] = had(await get('5001')).lines;
  const units = (quantity: number) => ({ lines: [{ remoteLineId: line?.remoteLineId ?? '', handle: null, quantity }] });
  had(await confirm(units(1)));
  expect(had(await get('5001')).lines).toMatchObject([{ quantity: 4 }]);
  seller.change(shop, order.id, { fulfil: { sku: 'MUG', quantity: 1 } });
  seller.change(shop, order.id, { refund: { sku: 'MUG', quantity: 1 } });
  expect(had(await get('5001'))).toMatchObject({ state: 'ready', lines: [{ quantity: 2 }] });
  expect(await confirm({ key: 'shipment-2', trackingNumber: '1Z2', ...units(2) })).toMatchObject({
    failure: { reason: wordedWith('has 1 of MUG left') },
  });
  had(await confirm({ key: 'shipment-2', trackingNumber: '1Z2', ...units(1) }));
  expect(had(await get('5001'))).toMatchObject({ state: 'shipped', lines: [{ quantity: 2 }] });
});

test('an order whose goods were all refunded is cancelled, though nobody cancelled it there', async () => {
  const { shop, get } = await opened();
  const { id } = shop.enter({ items: [{ sku: 'MUG', quantity: 2 }] });
  seller.change(shop, id, { refund: { sku: 'MUG', quantity: 2 } });
  expect(had(await get('5001'))).toMatchObject({ state: 'cancelled', sourceStatus: 'UNFULFILLED' });
});

test('a parcel whose reply was lost is found by its number, noted, and made once', async () => {
  const { sandbox, shop, get, confirm, isConfirmed } = await opened();
  shop.enter({ items: [{ sku: 'MUG', quantity: 2 }] });
  const [line] = had(await get('5001')).lines;
  const lines = [{ remoteLineId: line?.remoteLineId ?? '', handle: null, quantity: 1 }];
  sandbox.control.faults.add({ target: 'shopify', operation: 'create_fulfillment', kind: 'drop_after_accept' });
  expect(await confirm({ lines })).toMatchObject({ ok: false, failure: { kind: 'retry', maybeDone: true } });
  // What may have been done is looked for before it is said again, and said again unless it is all done.
  if (!had(await isConfirmed({ ...parcel, lines }))) expect(had(await confirm({ lines }))).toMatchObject([{ kind: 'confirmed' }]);
  expect(shop.parcels.all()).toHaveLength(1);
  expect(shop.orders.get(5001)?.parcels).toBe('{"shipment-1":"9001"}');
  expect(had(await isConfirmed({ ...parcel, lines }))).toBe(true);
  expect(had(await get('5001')).lines).toMatchObject([{ quantity: 2 }]);
});

test('what a person fulfilled without a number before a parcel left is not that parcel', async () => {
  const { clock, shop, get, confirm } = await opened();
  shop.enter({ items: [{ sku: 'MUG', quantity: 2 }] });
  const [line] = had(await get('5001')).lines;
  const [part] = shop.partsOf(5001);
  const [item] = part?.lines ?? [];
  shop.ship([{ part: part ?? expect.unreachable(), lines: [{ id: item?.id ?? 0, quantity: 1 }] }], []);
  clock.advance(60_000);
  const lines = [{ remoteLineId: line?.remoteLineId ?? '', handle: null, quantity: 1 }];
  had(await confirm({ lines, trackingNumber: '', shippedAt: new Date(clock.now()) }));
  expect(shop.parcels.all()).toHaveLength(2);
  expect(shop.orders.get(5001)?.parcels).toBe('{"shipment-1":"9002"}');
});

test('a hold or a move changes no time of the order, and is read all the same', async () => {
  const { clock, shop, stream } = await opened();
  for (const sku of ['MUG', 'CUP']) {
    shop.enter({ items: [{ sku, quantity: 1 }] });
    clock.advance(600_000);
  }
  const first = had(await stream.read(null, since));
  seller.change(shop, 5001, { move: 3 });
  clock.advance(600_000);
  expect(had(await stream.read(first.next, since)).records).toMatchObject([{ remoteId: '5002' }, { remoteId: '5001', state: 'external' }]);
});

test('what moved to another location is not fulfilled from ours', async () => {
  const { shop, get, confirm } = await opened();
  shop.enter({ items: [{ sku: 'MUG', quantity: 1 }] });
  const [line] = had(await get('5001')).lines;
  seller.change(shop, 5001, { move: 3 });
  const lines = [{ remoteLineId: line?.remoteLineId ?? '', handle: null, quantity: 1 }];
  expect(await confirm({ lines })).toMatchObject({ failure: { kind: 'rejected', reason: wordedWith('moved MUG to York') } });
  expect(shop.parcels.all()).toEqual([]);
});

test('a service accepts a request before it fulfils it', async () => {
  const { shop, get, confirm } = await opened('2');
  shop.enter({ items: [{ sku: 'MUG', quantity: 1, location: 2 }] });
  const [line] = had(await get('5001')).lines;
  had(await confirm({ lines: [{ remoteLineId: line?.remoteLineId ?? '', handle: null, quantity: 1 }] }));
  expect(shop.parts.all()).toMatchObject([{ status: 'CLOSED', requestStatus: 'ACCEPTED' }]);
});

test('a service declines what it is asked for, also after it was accepted, and the seller reads why', async () => {
  const { shop, get, decideShip } = await opened('2');
  for (const _ of ['declined', 'accepted']) shop.enter({ items: [{ sku: 'MUG', quantity: 1, location: 2 }] });
  const decide = async (
    remoteOrderId: string,
    reply: { decision: 'accepted' } | { decision: 'declined'; why: 'other'; message: string },
  ) => {
    const { shipRequest } = had(await get(remoteOrderId));
    const handle = shipRequest?.handle ?? `gid://shopify/FulfillmentOrder/${shop.partsOf(Number(remoteOrderId))[0]?.id}`;
    return had((await decideShip?.({ remoteOrderId, requestId: shipRequest?.id ?? '', handle, ...reply })) ?? expect.unreachable());
  };
  const declined = { decision: 'declined', why: 'other', message: 'Cancelled in Crossdock.' } as const;
  await decide('5001', declined);
  await decide('5002', { decision: 'accepted' });
  expect(had(await get('5002'))).toMatchObject({ state: 'ready' });
  await decide('5002', declined);
  expect(shop.parts.all()).toMatchObject([
    { status: 'OPEN', requestStatus: 'REJECTED', declined: 'Cancelled in Crossdock.' },
    { status: 'INCOMPLETE', requestStatus: 'CLOSED', declined: 'Cancelled in Crossdock.' },
  ]);
  expect([had(await get('5001')).state, had(await get('5002')).state]).toEqual(['waiting', 'external']);
});

test('stock is set from what was there, and a sale in between is not undone', async () => {
  const { shop, inventory } = await opened();
  const { items } = shop;
  const all = items.all.bind(items);
  const mug = items.find(({ sku }) => sku === 'MUG') ?? expect.unreachable();
  const { once } = shop;
  const keys = new Set<string>();
  // Somebody buys between our look and our write.
  shop.once = (key, ...call) => {
    if (keys.size === 0) shop.enter({ items: [{ sku: 'MUG', quantity: 1 }] });
    keys.add(key);
    return once(key, ...call);
  };
  expect(had(await inventory.set([{ key: 'a', sku: 'MUG', locationId: '1', quantity: 7 }]))).toEqual([{ key: 'a' }]);
  expect(all().find(({ id }) => id === mug.id)?.available).toEqual({ 1: 7 });
  expect(keys.size).toBe(2);
});

test('a query that costs more than is left is throttled in a 200, and waits for its points', async () => {
  const { listOpen, sandbox } = await opened();
  sandbox.control.set({ limits: { shopify: 100 } });
  const at = new Date('2026-11-20T10:00:01.530Z');
  expect(await listOpen?.read(null)).toMatchObject({ ok: false, failure: { kind: 'retry', limited: true, maybeDone: false, at } });
});

/** Asks a shop in GraphQL, signed in by its client credentials. */
async function asker() {
  const { sandbox } = await opened();
  const base = `${sandbox.origin}/shopify/demo-gifts/admin`;
  const form = { grant_type: 'client_credentials', client_id: '0123456789abcdef0123456789abcdef', client_secret: secret };
  const granted = await fetch(`${base}/oauth/access_token`, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token: token } = (await granted.json()) as { access_token: string };
  return async (query: string) => {
    const headers = { 'content-type': 'application/json', 'x-shopify-access-token': token };
    const reply = await fetch(`${base}/api/2026-10/graphql.json`, { method: 'POST', headers, body: JSON.stringify({ query }) });
    return (await reply.json()) as { data?: unknown; errors?: { message: string }[] };
  };
}

test('a bulk operation whose query is wrong is refused by its userErrors', async () => {
  const ask = await asker();
  const { data, errors } = await ask(
    'mutation { bulkOperationRunQuery(query: "{ orders { edges { node { colour } } } }") { bulkOperation { id } userErrors { field message } } }',
  );
  const userErrors = [{ field: ['query'], message: expect.stringContaining('colour') }];
  expect({ data, errors }).toEqual({ data: { bulkOperationRunQuery: { bulkOperation: null, userErrors } } });
});

test('a query that the schema does not have, or a search that is not understood, is refused', async () => {
  const ask = await asker();
  expect((await ask('{ shop { name colour } }')).errors?.[0]?.message).toContain('colour');
  expect((await ask('{ orders(first: 5, query: "colour:red") { nodes { id } } }')).errors?.[0]?.message).toContain('Not understood');
  expect(
    (await ask('{ orders(first: 200) { nodes { id fulfillmentOrders(first: 10) { nodes { id } } } } }')).errors?.[0]?.message,
  ).toContain('max cost limit');
  expect(
    (
      await ask(
        'mutation { inventorySetQuantities(input: { name: "available", reason: "correction", quantities: [] }) { userErrors { message } } }',
      )
    ).errors?.[0]?.message,
  ).toContain('@idempotent');
});

test('its deliveries prove themselves to the connector', async () => {
  const { hints } = await opened();
  const { delivery } = await import('./delivery.ts');
  const hook = {
    ...{ id: 1, topic: 'FULFILLMENT_ORDERS_MOVED', url: 'https://a.example', secret: '', isActive: true, failures: 0 },
    createdAt: 0,
    changedAt: 0,
  };
  const { body, headers } = delivery('demo-gifts.myshopify.com', secret).message(hook, { id: 1 }, 1);
  expect(headers['x-shopify-hmac-sha256']).toBe(createHmac('sha256', secret).update(body).digest('base64'));
  expect(hints.receive?.({ headers, rawBody: Buffer.from(body), query: {} }, '', { secret: null, key: null })).toMatchObject({
    ok: true,
    hints: [{ id: 'event-1:fulfillment_orders/moved', stream: 'orders' }],
  });
});
