import { expect, onTestFinished, test } from 'vitest';
import type { ChannelOrder, Cursor, Page } from '../../contract.ts';
import { had } from '../../contract-suite/opened.ts';
import { gid, listOf, place, rawLine, rawOrder, rawPart, type Shop } from '../edge.ts';
import { openShop } from '../opened.ts';

const since = new Date('2026-11-01T00:00:00Z');
const minute = (count: number) => new Date(Date.parse('2026-11-20T10:00:00Z') + count * 60_000).toISOString().replace('.000', '');
const range = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

async function walking(changes: Partial<Shop>, from: Cursor | null = null) {
  const opened = await openShop(changes);
  onTestFinished(opened.edge.stop);
  const { stream } = opened.orders;
  if (stream.mode !== 'cursor') return expect.unreachable('it is read by a cursor');
  const seen: string[] = [];
  let cursor = from;
  const step = async (): Promise<Page<ChannelOrder>> => {
    const page: Page<ChannelOrder> = had(await stream.read(cursor, since));
    seen.push(...page.records.map(({ remoteId }) => remoteId));
    cursor = page.next;
    return page;
  };
  const walk = async () => {
    seen.length = 0;
    for (let more = true; more; ) more = (await step()).more;
  };
  return { ...opened, step, walk, seen };
}

test('orders are read by the time of their change, each once, and the next walk begins two minutes before the last one', async () => {
  const shortly = (id: number) => rawOrder(id, { updatedAt: `2026-11-21T11:${46 + id}:00Z` });
  const { walk, seen, edge, shop } = await walking({ orders: range(12).map(shortly) });
  await walk();
  expect(seen).toEqual(range(12).map(String));
  shop.orders.push(shortly(13));
  await walk();
  expect(seen).toEqual(['10', '11', '12', '13']);
  const asked = edge.asked().findLast(({ operation }) => operation === 'Orders');
  expect(asked?.variables.query).toBe("updated_at:>='2026-11-21T11:56:00Z'");
});

test('an order that is seen late comes in, though the list ended and went on by another one meanwhile', async () => {
  const ended = { from: since.toISOString(), since: since.toISOString(), latest: since.toISOString() };
  const times = [...Array.from({ length: 4 }, () => '2026-11-21T11:58:00Z'), '2026-11-21T11:59:30Z', '2026-11-21T11:59:40Z'];
  const { walk, seen, shop } = await walking(
    { orders: times.map((updatedAt, at) => rawOrder(at + 1, { updatedAt })) },
    { step: 'orders', after: null, read: 19_996, orders: ended, parts: ended },
  );
  await walk();
  expect(new Set(seen)).toEqual(new Set(range(6).map(String)));
  shop.orders.splice(4, 0, rawOrder(7, { updatedAt: '2026-11-21T11:59:00Z' }));
  await walk();
  expect(seen).toContain('7');
});

test('what nothing was seen after for long is not read at each look', async () => {
  const { walk, seen } = await walking({ orders: [rawOrder(1, { updatedAt: minute(58) }), rawOrder(2, { updatedAt: minute(59) })] });
  for (const _ of ['once', 'twice']) await walk();
  expect(seen).toEqual(['2']);
});

test('a hold, move or request that does not count as a change of the order is found by its fulfilment orders', async () => {
  const orders = range(3).map((id) => rawOrder(id, { updatedAt: minute(id * 10) }));
  const { walk, seen, shop } = await walking({ orders });
  await walk();
  shop.changed.push({ updatedAt: '2026-11-21T11:30:00Z', order: { id: gid('Order', 1), updatedAt: minute(10) } });
  await walk();
  expect(seen.toSorted()).toEqual(['1', '3']);
});

test('a fulfilment order or a parcel that cannot be read stops no other order', async () => {
  const noted = { parcels: { value: '{"shipment-1":"900"}', compareDigest: 'd' } };
  const { walk, seen, shop } = await walking({
    orders: [
      rawOrder(1, { updatedAt: minute(10) }),
      rawOrder(2, { updatedAt: minute(20), ...noted }),
      rawOrder(3, { updatedAt: minute(30) }),
    ],
    replies: { Fulfillment: () => ({ fulfillment: { id: gid('Fulfillment', 900), status: null, fulfillmentLineItems: { nodes: [] } } }) },
  });
  await walk();
  expect(seen).toEqual(['1', '3']);
  shop.changed.push(
    { updatedAt: '2026-11-21T11:30:00Z', order: null },
    { updatedAt: '2026-11-21T11:31:00Z', order: { id: gid('Order', 1), updatedAt: minute(10) } },
  );
  await walk();
  expect(seen).toContain('1');
});

test('of a parcel of ours that has more lines than a page all of them count', async () => {
  const units = (quantity: number) => [{ quantity, lineItem: { id: gid('LineItem', 41) } }];
  const first = { nodes: units(3), pageInfo: { hasNextPage: true, endCursor: 'line-250' } };
  const { orders } = await walking({
    orders: [rawOrder(1, { parcels: { value: '{"shipment-1":"900"}', compareDigest: 'd' } })],
    replies: {
      Fulfillment: ({ id }) => ({ fulfillment: { id, status: 'SUCCESS', location: null, fulfillmentLineItems: first } }),
      FulfillmentLinesOf: ({ after }) => ({ fulfillment: { fulfillmentLineItems: listOf(after === 'line-250' ? units(4) : []) } }),
    },
  });
  // Two of it are left to be sent.
  expect(had(await orders.get('1')).lines).toMatchObject([{ remoteLineId: '41', quantity: 9 }]);
});

test('a fulfilment order whose order changed with it is not read twice', async () => {
  const { walk, seen, edge, shop } = await walking({ orders: [rawOrder(1, { updatedAt: '2026-11-21T11:40:00Z' })] });
  shop.changed.push({ updatedAt: '2026-11-21T11:40:00Z', order: { id: gid('Order', 1), updatedAt: '2026-11-21T11:40:00Z' } });
  await walk();
  expect(seen).toEqual(['1']);
  expect(edge.asked().map(({ operation }) => operation)).toEqual(['OrdersCount', 'Orders', 'ChangedFulfillmentOrders']);
});

test('open orders beyond the end of a list are read by a list of their own', async () => {
  const { orders, edge } = await walking({ orders: range(600).map((id) => rawOrder(id)) });
  const seen = new Set<string>();
  let cursor: Cursor | null = { after: '99', beyond: '0', read: 19_900 };
  for (let more = true; more; ) {
    const page: Page<string> = had((await orders.listOpen?.read(cursor)) ?? expect.unreachable());
    for (const id of page.records) seen.add(id);
    ({ next: cursor, more } = page);
  }
  expect(seen).toEqual(new Set(range(600).slice(100).map(String)));
  expect(edge.asked().map(({ variables }) => [variables.after, variables.query])).toEqual([
    ['99', 'status:open'],
    [null, 'status:open AND id:>=350'],
    ['249', 'status:open AND id:>=350'],
  ]);
});

test('an order with more parts and lines than a list gives is read to its end', async () => {
  const part = rawPart(1, { lineItems: { nodes: [rawLine(10)], pageInfo: { hasNextPage: true, endCursor: 'l1' } } });
  const order = rawOrder(1, { fulfillmentOrders: { nodes: [part], pageInfo: { hasNextPage: true, endCursor: 'p1' } } });
  const { orders, edge } = await openShop({
    orders: [order],
    replies: {
      FulfillmentOrdersOf: () => ({ order: { fulfillmentOrders: listOf([rawPart(2, { lineItems: listOf([rawLine(20)]) })]) } }),
      LinesOf: () => ({ fulfillmentOrder: { lineItems: listOf([rawLine(11, { sku: 'CUP' }, { id: gid('LineItem', 42) })]) } }),
    },
  });
  onTestFinished(edge.stop);
  expect(had(await orders.get('1')).lines).toMatchObject([
    { remoteLineId: '41', quantity: 4 },
    { remoteLineId: '42', quantity: 2 },
  ]);
  expect(edge.asked().find(({ operation }) => operation === 'LinesOf')?.variables).toMatchObject({
    id: gid('FulfillmentOrder', 1),
    after: 'l1',
  });
});

test('a hold is put on what is ours and not held yet, and only our own is taken off', async () => {
  const parts = [
    rawPart(1),
    rawPart(2, { status: 'ON_HOLD', fulfillmentHolds: [{ id: gid('FulfillmentHold', 8), heldByRequestingApp: false }] }),
    rawPart(3, { status: 'ON_HOLD', fulfillmentHolds: [{ id: gid('FulfillmentHold', 9), heldByRequestingApp: true }] }),
    rawPart(4, { status: 'CLOSED' }),
  ];
  const { orders, edge } = await openShop({ orders: [rawOrder(1, { fulfillmentOrders: listOf(parts) })] });
  onTestFinished(edge.stop);
  had((await orders.hold?.('1', new Date('2026-12-01T00:00:00Z'), true)) ?? expect.unreachable());
  had((await orders.hold?.('1', null, true)) ?? expect.unreachable());
  const written = edge.asked().flatMap(({ operation, variables }) => (operation === 'Order' ? [] : [{ operation, ...variables }]));
  expect(written).toMatchObject([
    { operation: 'Hold', id: gid('FulfillmentOrder', 1), hold: { reason: 'OTHER', reasonNotes: 'Held in Crossdock until 2026-12-01.' } },
    { operation: 'Hold', id: gid('FulfillmentOrder', 2) },
    { operation: 'Release', id: gid('FulfillmentOrder', 3), holds: [gid('FulfillmentHold', 9)] },
  ]);
});

const asked = { assignedLocation: place(1, 'Hull', true), status: 'IN_PROGRESS', requestStatus: 'CANCELLATION_REQUESTED' };
const request = (id: number, message: string) => ({
  merchantRequests: { nodes: [{ id: gid('FulfillmentOrderMerchantRequest', id), message }] },
});

test('an order that is asked back says so, is held, and Shopify is told what became of it', async () => {
  const parts = [rawPart(1, { ...asked, ...request(7, 'Wrong address') }), rawPart(2, { ...asked, ...request(8, '') })];
  const { orders, edge, shop } = await openShop({ orders: [rawOrder(1, { fulfillmentOrders: listOf(parts) })] });
  onTestFinished(edge.stop);
  const { state, cancelRequest } = had(await orders.get('1'));
  expect([state, cancelRequest]).toMatchObject(['held', { id: '7,8', reason: 'Wrong address' }]);
  const decide = (decision: 'accepted' | 'too_late') =>
    orders.decideCancel?.({ remoteOrderId: '1', requestId: '7,8', handle: cancelRequest?.handle ?? null, decision }) ??
    expect.unreachable();
  for (const decision of ['accepted', 'too_late'] as const) had(await decide(decision));
  const decided = edge
    .asked()
    .flatMap(({ operation, variables }) => (operation === 'Order' ? [] : [`${operation} ${variables.id.split('/').at(-1)}`]));
  expect(decided).toEqual(['AcceptCancel 1', 'AcceptCancel 2', 'RejectCancel 1', 'RejectCancel 2']);
  shop.orders = [rawOrder(1, { fulfillmentOrders: listOf([rawPart(1, { ...asked, ...request(9, '') })]) })];
  expect(await decide('accepted')).toMatchObject({ ok: false, failure: { kind: 'not_found' } });
  shop.orders = [rawOrder(1)];
  expect(await decide('accepted')).toMatchObject({ ok: false, failure: { kind: 'not_found' } });
});

test('where only a part is asked back, a person decides', async () => {
  const { orders, edge } = await openShop({ orders: [rawOrder(1, { fulfillmentOrders: listOf([rawPart(1, asked), rawPart(2)]) })] });
  onTestFinished(edge.stop);
  const order = had(await orders.get('1'));
  expect(order.state).toBe('held');
  expect(order.cancelRequest).toBeUndefined();
});
