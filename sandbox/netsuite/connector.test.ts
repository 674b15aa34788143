import { expect, onTestFinished, test } from 'vitest';
import type { Cursor, CursorStream, Page, Result } from '../../connectors/contract.ts';
import { memoryLimits } from '../../connectors/http/limits.ts';
import { memoryTokens } from '../../connectors/http/tokens.ts';
import { netsuite } from '../../connectors/netsuite/connector.ts';
import { openSession } from '../../connectors/session.ts';
import { worded, wordedWith } from '../../test/worded.ts';
import type { SandboxOptions } from '../config.ts';
import { company, enterGoods } from '../test/company.ts';
import { changeOrder, enterItem, enterOrder, type NewLine } from './enter.ts';
import { permissions } from './tables.ts';

/** The connector, opened on a company of its own. */
async function connected(settings: Record<string, string> = {}, options: SandboxOptions = {}) {
  const visited = await company(options);
  const { account, sandbox, clock } = visited;
  enterGoods(account);
  const { clientId, certificateId, privateKey } = account.integration;
  const operations = new Set<string>();
  const session = openSession(
    netsuite,
    {
      ...{ netsuite_account: 'TSTDRV1', client_id: clientId, certificate_id: certificateId, private_key: privateKey },
      ...{ time_zone: 'America/New_York', api_address: `${sandbox.origin}/netsuite/tstdrv1`, ...settings },
    },
    {
      ...{
        limitStore: memoryLimits(),
        tokens: memoryTokens(),
        sink: ({ operation }) => void operations.add(operation),
        sandboxOrigin: sandbox.origin,
      },
      now: () => new Date(clock.now()),
    },
  );
  const open = <T>(capability: ((of: typeof session) => T) | undefined) => capability?.(session) ?? expect.unreachable('it is offered');
  const sell = (number: string, ...lines: NewLine[]) => String(enterOrder(account, 'salesOrder', { number, lines }));
  const buy = (number: string, ...lines: NewLine[]) => String(enterOrder(account, 'purchaseOrder', { number, lines }));
  return {
    ...{ ...visited, session, sell, buy, operations },
    orders: open(netsuite.orders),
    confirmations: open(netsuite.confirmations),
    inventory: open(netsuite.inventory),
    listings: open(netsuite.listings),
    purchases: open(netsuite.purchaseOrders),
    state: () => visited.control.state().netsuite[0]?.transactions ?? [],
  };
}

function good<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
}

async function drain<T>(stream: unknown, from: Cursor | null = null) {
  const { read } = stream as CursorStream<T>;
  const records: T[] = [];
  let cursor = from;
  for (let more = true; more; ) {
    const page = good(await read(cursor, new Date('2026-11-01T00:00:00Z')));
    records.push(...page.records);
    cursor = page.next;
    more = page.more;
  }
  return { records, cursor };
}

const numbers = (records: { number: string }[]) => records.map(({ number }) => number);
type Numbered = { number: string; lines: unknown[] };
const mug = (quantity: number, more: Partial<NewLine> = {}): NewLine => ({ sku: 'MUG', quantity, ...more });
const shipped = (remoteOrderId: string, quantity: number, more: object = {}) => ({
  ...{ key: 'shipment-1', remoteOrderId, handle: null, carrier: 'UPS', method: 'Ground', trackingNumber: '1Z999', trackingUrl: null },
  ...{ shippedAt: new Date('2026-11-20T03:00:00Z'), lines: [{ remoteLineId: '1', handle: null, quantity }], completes: false, ...more },
});
const received = (
  remoteId: string,
  lines: { remoteLineId: string; quantity: number; sku?: string; lots?: { lot: string; quantity: number }[]; serials?: string[] }[],
) => ({
  ...{ key: 'receipt-1', remoteId, receivedAt: new Date('2026-11-20T03:00:00Z'), locationId: '12' },
  lines: lines.map((line) => ({ sku: 'MUG', booked: 0, lots: [], ...line })),
});

test.each([
  ['orders', 'sales_orders'],
  ['purchases', 'purchase_orders'],
  ['listings', 'items'],
] as const)('the log says of what the queries of %s are: %s', async (kind, records) => {
  const shop = await connected();
  await drain(shop[kind].stream);
  expect([...shop.operations].filter((operation) => !['token', 'server_time', `list_${records}`].includes(operation))).toEqual([
    `query_${records}`,
  ]);
});

test('orders that changed in the same second are read once each, over many pages', async () => {
  const { orders, sell } = await connected();
  const sold = Array.from({ length: 401 }, (_, at) => `SO${at}`);
  for (const number of sold) sell(number, mug(1));
  expect(numbers((await drain<Numbered>(orders.stream)).records)).toEqual(sold);
});

test('an order with more lines than a page has them all', async () => {
  const { orders, sell } = await connected();
  sell('SO1', ...Array.from({ length: 1001 }, (_, at) => mug(at + 1)));
  sell('SO2', mug(7));
  const { records } = await drain<Numbered>(orders.stream);
  expect(records.map(({ lines }) => lines.length)).toEqual([1001, 1]);
});

test('the next walk brings what has changed since the last began, by NetSuite’s clock', async () => {
  const { orders, sell, account, clock } = await connected();
  const [first] = [sell('SO1', mug(1)), sell('SO2', mug(1))];
  clock.advance(600_000);
  const { cursor } = await drain(orders.stream);
  clock.advance(3_600_000);
  changeOrder(account, Number(first), { memo: 'Ring twice' });
  expect(numbers((await drain<Numbered>(orders.stream, cursor)).records)).toEqual(['SO1']);
});

test('an order that was saved just before a walk began, and became visible after it, comes with the next', async () => {
  const { orders, sell, account, clock } = await connected();
  clock.advance(600_000);
  const { cursor } = await drain(orders.stream);
  const late = sell('SO1', mug(1));
  account.books.patch('transaction', { id: Number(late) }, { lastmodifieddate: account.wall() - 60_000 });
  expect(numbers((await drain<Numbered>(orders.stream, cursor)).records)).toEqual(['SO1']);
});

test('nothing is lost in the hour that comes twice', async () => {
  const { orders, sell, clock } = await connected();
  clock.advance(Date.parse('2027-11-07T05:58:00Z') - clock.now());
  const { cursor } = await drain(orders.stream);
  clock.advance(10 * 60_000);
  sell('SO1', mug(1));
  clock.advance(60_000);
  expect(numbers((await drain<Numbered>(orders.stream, cursor)).records)).toEqual(['SO1']);
});

test('a subsidiary alone is read when one is chosen', async () => {
  const { orders, account, sell } = await connected({ subsidiary_id: '2' });
  sell('SO1', mug(1));
  enterOrder(account, 'salesOrder', { number: 'SO2', subsidiary: 2, lines: [mug(1)] });
  expect(numbers((await drain<Numbered>(orders.stream)).records)).toEqual(['SO2']);
});

test.each([
  ['Sales Order', 'orders', 'Sales Order'],
  ['Purchase Order', 'purchases', 'Purchase Order'],
  ['Items', 'listings', 'Items'],
  ['Items', 'orders', 'Items'],
] as const)('no rows for want of the permission %s is not an empty stream of %s', async (lacking, stream, named) => {
  const visited = await connected();
  visited.sell('SO1', mug(1));
  visited.buy('PO1', mug(1));
  visited.account.books.grant(permissions.filter((right) => right !== lacking));
  const read = (visited[stream].stream as CursorStream<unknown>).read(null, new Date('2026-11-01'));
  expect(await read).toMatchObject({ ok: false, failure: { kind: 'forbidden', reason: wordedWith(named) } });
});

test('an order that cannot be seen is not one that is gone', async () => {
  const { orders, sell, account } = await connected();
  const id = sell('SO1', mug(1));
  expect(await orders.get('999')).toMatchObject({ failure: { kind: 'not_found' } });
  expect(await orders.get('no id')).toMatchObject({ failure: { kind: 'not_found' } });
  account.books.grant(permissions.filter((right) => right !== 'Sales Order'));
  expect(await orders.get(id)).toMatchObject({ failure: { kind: 'forbidden' } });
});

test('connecting says which permissions lack, and refuses a wrong time zone', async () => {
  const { session, sell, account } = await connected();
  sell('SO1', mug(1));
  expect(await netsuite.identify(session)).toEqual({ ok: true, value: { name: 'NetSuite TSTDRV1', keys: ['netsuite:account/tstdrv1'] } });
  account.books.grant(permissions.filter((right) => right !== 'Item Receipt'));
  expect(await netsuite.identify(session)).toMatchObject({ value: { detail: 'The role may not see item receipts.' } });
  account.books.grant(permissions.filter((right) => right !== 'Item Receipt' && right !== 'Units'));
  expect(await netsuite.identify(session)).toMatchObject({ value: { detail: 'The role may not see item receipts, units of measure.' } });
  account.preferences.units = false;
  expect(await netsuite.identify(session)).toMatchObject({ value: { detail: 'The role may not see item receipts.' } });
  account.books.grant(['Items']);
  expect(await netsuite.identify(session)).toMatchObject({ failure: { kind: 'forbidden' } });
  const abroad = await connected({ time_zone: 'Europe/Berlin' });
  abroad.sell('SO1', mug(1));
  expect(await netsuite.identify(abroad.session)).toMatchObject({
    failure: {
      kind: 'rejected',
      code: 'invalid',
      reason: wordedWith('The time zone is not Europe/Berlin: NetSuite shows 2026-11-20 10:00:00'),
    },
  });
});

test('a parcel is one fulfilment, and every line that is not in it stays open', async () => {
  const { confirmations, sell, state } = await connected();
  const id = sell('SO1', mug(3), { sku: 'CUP', quantity: 2 });
  expect(good(await confirmations.confirm([shipped(id, 2)]))).toEqual([
    { key: 'shipment-1', kind: 'confirmed', reference: String(state().at(-1)?.id) },
  ]);
  expect(state()).toMatchObject([
    { status: 'D', lines: [{ done: 2 }, { done: 0 }] },
    { type: 'ItemShip', status: 'C', externalid: `crossdock-${id}-shipment-1`, lines: [{ sku: 'MUG', quantity: 2 }] },
  ]);
});

test('a confirmation that may have arrived is looked up, and repeating it books nothing', async () => {
  const { confirmations, sell, state, control } = await connected();
  const id = sell('SO1', mug(3));
  expect(good(await confirmations.isConfirmed(shipped(id, 3)))).toBe(false);
  control.faults.add({ target: 'netsuite', operation: 'transform', kind: 'drop_after_accept' });
  expect(await confirmations.confirm([shipped(id, 3)])).toMatchObject({ ok: false, failure: { kind: 'retry', maybeDone: true } });
  expect(good(await confirmations.isConfirmed(shipped(id, 3)))).toBe(true);
  for (const quantity of [3, 1]) expect(good(await confirmations.confirm([shipped(id, quantity)]))).toMatchObject([{ kind: 'confirmed' }]);
  expect(state()).toHaveLength(2);
});

test('a key that books another order there is refused, and not taken for ours', async () => {
  const { confirmations, sell, account } = await connected();
  const [one, two] = [sell('SO1', mug(1)), sell('SO2', mug(1))];
  await confirmations.confirm([shipped(one, 1)]);
  account.books.patch('transaction', { externalid: `crossdock-${one}-shipment-1` }, { externalid: `crossdock-${two}-shipment-1` });
  expect(await confirmations.isConfirmed(shipped(two, 1))).toMatchObject({ failure: { kind: 'rejected', code: 'duplicate' } });
  expect(await confirmations.confirm([shipped(two, 1)])).toMatchObject({ ok: false, failure: { kind: 'rejected' } });
});

test('what somebody fulfils in NetSuite is not sent again, and what we fulfil stays ours', async () => {
  const { orders, confirmations, sell, steer } = await connected();
  const id = sell('SO1', mug(5));
  await steer(`/netsuite/sales_orders/${id}/done`, { body: { item: { items: [{ orderLine: 1, quantity: 2 }] } } });
  expect(good(await orders.get(id)).lines).toMatchObject([{ quantity: 3 }]);
  await confirmations.confirm([shipped(id, 1)]);
  expect(good(await orders.get(id)).lines).toMatchObject([{ quantity: 3 }]);
});

test('what others fulfilled of a page of orders is known of each, however many lines they have', async () => {
  const { orders, sell, steer, account } = await connected();
  enterItem(account, { sku: 'NAIL', onHand: 5_000 });
  const lines = Array.from({ length: 260 }, () => ({ sku: 'NAIL', quantity: 2 }));
  const ids = Array.from({ length: 4 }, (_, at) => sell(`SO${at}`, ...lines));
  const items = lines.map((_, at) => ({ orderLine: at * 3 + 1, quantity: 1 }));
  for (const id of ids) await steer(`/netsuite/sales_orders/${id}/done`, { body: { item: { items } } });
  const { records } = await drain<{ lines: { quantity: number }[] }>(orders.stream);
  expect(records.map((order) => new Set(order.lines.map(({ quantity }) => quantity)))).toEqual(ids.map(() => new Set([1])));
});

test('open orders are listed by their ids, and one that was deleted is not', async () => {
  const { orders, sell, account } = await connected();
  const open = Array.from({ length: 1_003 }, (_, at) => sell(`SO${at}`, mug(1)));
  const shipped = sell('SO-SHIPPED', mug(1));
  changeOrder(account, Number(shipped), { status: 'F' });
  const deleted = open.pop();
  account.books.rows('DELETE FROM main."transaction" WHERE id = ?', Number(deleted));
  const listed: string[] = [];
  for (let cursor: Cursor | null = null, more = true; more; ) {
    const page: Page<string> = good((await orders.listOpen?.read(cursor)) ?? expect.unreachable('it is offered'));
    listed.push(...page.records);
    ({ next: cursor, more } = page);
  }
  expect(listed).toEqual(open);
  expect(await orders.get(deleted ?? '')).toMatchObject({ failure: { kind: 'not_found' } });
  account.books.grant(permissions.filter((right) => right !== 'Sales Order'));
  expect(await orders.listOpen?.read(null)).toMatchObject({ failure: { kind: 'forbidden' } });
});

test('what a supplier sends to the buyer is not sent by us, and of an order of such goods alone nothing is', async () => {
  const { orders, sell, account } = await connected();
  const some = sell('SO1', mug(5, { dropShip: true }), { sku: 'CUP', quantity: 2 });
  const all = sell('SO2', mug(5, { dropShip: true }));
  expect(good(await orders.get(some))).toMatchObject({ state: 'ready', lines: [{ sku: 'CUP', quantity: 2 }] });
  expect(good(await orders.get(all))).toMatchObject({ state: 'external', lines: [] });
  expect((await drain<{ state: string }>(orders.stream)).records.map(({ state }) => state)).toEqual(['ready', 'external']);
  // Without the feature there is no such column.
  account.preferences.dropShipments = false;
  expect(good(await orders.get(all))).toMatchObject({ state: 'ready', lines: [{ sku: 'MUG', quantity: 5 }] });
});

test('a kit is one line: its members go with it, and are neither sent nor booked by themselves', async () => {
  const { orders, confirmations, account, sell, state } = await connected();
  enterItem(account, { sku: 'SET', type: 'Kit' });
  enterItem(account, { sku: 'SAUCER' });
  const members = [
    { sku: 'CUP', quantity: 2 },
    { sku: 'SAUCER', quantity: 1 },
  ];
  const id = sell('SO1', { sku: 'SET', quantity: 2, members }, mug(3));
  const { lines } = good(await orders.get(id));
  expect(lines.map(({ remoteLineId, sku, quantity }) => [remoteLineId, sku, quantity])).toEqual([
    ['1', 'SET', 2],
    ['6', 'MUG', 3],
  ]);
  for (const [remoteLineId, quantity] of [['6', 3] as const, ['1', 2] as const]) {
    const parcel = shipped(id, quantity, { key: remoteLineId, lines: [{ remoteLineId, handle: null, quantity }] });
    expect(good(await confirmations.confirm([parcel]))).toMatchObject([{ kind: 'confirmed' }]);
  }
  expect(state().map(({ tranid, status }) => [tranid.slice(0, 2), status])).toEqual([
    ['SO', 'F'],
    ['IF', 'C'],
    ['IF', 'C'],
  ]);
});

test('a service of the order is no line of its fulfilment, and is not named in it', async () => {
  const { orders, confirmations, account, sell, state } = await connected();
  enterItem(account, { sku: 'GIFT WRAP', type: 'Service' });
  const id = sell('SO1', mug(1), { sku: 'GIFT WRAP', quantity: 1 });
  expect(good(await orders.get(id)).lines.map(({ sku, isCharge }) => [sku, isCharge])).toEqual([
    ['MUG', false],
    ['GIFT WRAP', true],
  ]);
  expect(good(await confirmations.confirm([shipped(id, 1)]))).toMatchObject([{ kind: 'confirmed' }]);
  expect(state().map(({ status }) => status)).toEqual(['F', 'C']);
});

test('a receipt is booked in cases, at its location, once', async () => {
  const { purchases, buy, state, orders } = await connected();
  const id = buy('PO1', mug(5, { unit: 'case' }), { sku: 'CUP', quantity: 2 });
  expect(good(await purchases.get(id))).toMatchObject({ state: 'open', lines: [{ quantity: 60, unitsEach: 12 }, { quantity: 2 }] });
  const receipt = received(id, [{ remoteLineId: '1', quantity: 24 }]);
  for (const _ of ['once', 'twice']) expect(await purchases.receive(receipt)).toMatchObject({ ok: true });
  expect(good(await purchases.isReceived(receipt))).toBe(true);
  expect(state()).toMatchObject([
    { lines: [{ done: 24 }, { done: 0 }] },
    { type: 'ItemRcpt', externalid: `crossdock-${id}-receipt-1`, lines: [{ sku: 'MUG', quantity: 24, location: 12 }] },
  ]);
  expect(good(await purchases.get(id)).lines).toMatchObject([{ received: 24 }, { received: 0 }]);
  expect(await orders.get(id)).toMatchObject({ failure: { kind: 'not_found' } });
});

test('a receipt that was booked before is known of a line behind a page of received ones', async () => {
  const { purchases, buy } = await connected();
  const id = buy('PO1', ...Array.from({ length: 1_001 }, () => mug(5)));
  const lines = good(await purchases.get(id)).lines.map(({ remoteLineId }) => ({ remoteLineId, quantity: 1 }));
  good(await purchases.receive(received(id, lines)));
  expect(await purchases.receive({ ...received(id, lines.slice(-1)), key: 'receipt-2' })).toMatchObject({
    failure: { kind: 'rejected', code: 'duplicate', reason: { code: 'netsuite.booked_more', there: 1, booked: 0 } },
  });
});

test('a receipt with lots has its lots there', async () => {
  const { purchases, buy, state } = await connected();
  const id = buy('PO1', { sku: 'TEA', quantity: 2, unit: 'case' });
  const lots = [
    { lot: 'L1', quantity: 12 },
    { lot: 'L2', quantity: 12 },
  ];
  const line = { remoteLineId: '1', sku: 'TEA', quantity: 24 };
  expect(await purchases.receive(received(id, [line]))).toMatchObject({ failure: { reason: wordedWith('kept by lots') } });
  expect(await purchases.receive(received(id, [{ ...line, lots }]))).toMatchObject({ ok: true });
  expect(state()).toHaveLength(2);
});

test('pieces with serial numbers come in and leave by them, each once', async () => {
  const { purchases, confirmations, buy, sell, ask, account } = await connected();
  enterItem(account, { sku: 'PHONE', serials: true });
  const bought = buy('PO1', { sku: 'PHONE', quantity: 3 });
  const line = { remoteLineId: '1', sku: 'PHONE', quantity: 3 };
  const failed = (text: string) => ({ failure: { kind: 'rejected', reason: wordedWith(text) } });
  expect(await purchases.receive(received(bought, [{ ...line, serials: ['S1', 'S2', 'S2'] }]))).toMatchObject(failed('known of 2 of 3'));
  expect(await purchases.receive(received(bought, [{ ...line, serials: ['S1', 'S2', 'S3'] }]))).toMatchObject({ ok: true });
  const sold = sell('SO1', { sku: 'PHONE', quantity: 3 });
  const confirm = async (key: string, serials?: string[], lots = [{ lot: 'L1', quantity: serials?.length ?? 1 }]) =>
    confirmations.confirm([
      shipped(sold, 0, {
        key,
        lines: [{ remoteLineId: '1', handle: null, quantity: serials?.length ?? 1, lots, ...(serials && { serials }) }],
      }),
    ]);
  const confirmed = { value: [{ kind: 'confirmed' }] };
  expect(await confirm('a')).toMatchObject(failed('known of 0 of 1'));
  expect(await confirm('a', ['S9'])).toMatchObject(failed('no piece of PHONE with the serial number S9'));
  for (const _ of ['once', 'twice']) expect(await confirm('a', ['S2', 'S3'])).toMatchObject(confirmed);
  expect(await confirm('b', ['S3'])).toMatchObject(failed('is not available'));
  expect(await confirm('b', ['S1'])).toMatchObject(confirmed);
  const { items } = await ask(
    `SELECT n.inventorynumber AS number, a.quantity FROM inventoryassignment a JOIN inventorynumber n ON n.id = a.inventorynumber
     ORDER BY a.transaction, n.inventorynumber`,
  );
  expect(items.map(({ number, quantity }) => `${quantity} of ${number}`)).toEqual([
    '1 of S1',
    '1 of S2',
    '1 of S3',
    '1 of S2',
    '1 of S3',
    '1 of S1',
  ]);
});

test('a parcel of more pieces than a page has serial numbers is booked', async () => {
  const { purchases, confirmations, buy, sell, account } = await connected();
  enterItem(account, { sku: 'PHONE', serials: true });
  const serials = Array.from({ length: 1_001 }, (_, n) => `S${n}`);
  const bought = buy('PO1', { sku: 'PHONE', quantity: serials.length });
  const line = { remoteLineId: '1', sku: 'PHONE', quantity: serials.length, serials };
  expect(await purchases.receive(received(bought, [line]))).toMatchObject({ ok: true });
  const sold = sell('SO1', { sku: 'PHONE', quantity: serials.length });
  const leaving = { remoteLineId: '1', handle: null, quantity: serials.length, serials };
  expect(await confirmations.confirm([shipped(sold, 0, { lines: [leaving] })])).toMatchObject({ value: [{ kind: 'confirmed' }] });
});

test('a parcel of an item that is kept by lots is booked with the lots that the warehouse reported', async () => {
  const { confirmations, sell, state, ask } = await connected();
  const id = sell('SO1', { sku: 'TEA', quantity: 5 }, mug(1));
  const confirm = async (key: string, quantity: number, lots?: { lot: string; quantity: number }[]) =>
    confirmations.confirm([shipped(id, 0, { key, lines: [{ remoteLineId: '1', handle: null, quantity, lots }] })]);
  const failed = (text: string) => ({ failure: { kind: 'rejected', reason: wordedWith(text) } });
  const confirmed = { value: [{ kind: 'confirmed' }] };
  expect(await confirm('a', 3)).toMatchObject(failed('lots are known for 0 of 3'));
  expect(await confirm('a', 3, [{ lot: 'L1', quantity: 2 }])).toMatchObject(failed('lots are known for 2 of 3'));
  expect(await confirm('a', 3, [{ lot: 'NEW', quantity: 3 }])).toMatchObject(failed('no lot NEW of TEA'));
  expect(state()).toHaveLength(1);
  const both = [
    { lot: 'L1', quantity: 2 },
    { lot: 'L2', quantity: 1 },
  ];
  for (const _ of ['once', 'twice']) expect(await confirm('a', 3, both)).toMatchObject(confirmed);
  expect(await confirm('b', 2, [{ lot: 'L2', quantity: 2 }])).toMatchObject(confirmed);
  const { items } = await ask(
    `SELECT n.inventorynumber AS lot, a.quantity FROM inventoryassignment a JOIN inventorynumber n ON n.id = a.inventorynumber
     ORDER BY a.transaction, n.inventorynumber`,
  );
  expect(items.map(({ lot, quantity }) => `${quantity} of ${lot}`)).toEqual(['2 of L1', '1 of L2', '2 of L2']);
});

test('a closed period and an over-receipt wait for a person, with NetSuite’s own words', async () => {
  const { purchases, buy, account } = await connected();
  const id = buy('PO1', mug(2));
  account.preferences.closedBefore = '2026-12-01';
  expect(await purchases.receive(received(id, [{ remoteLineId: '1', quantity: 1 }]))).toMatchObject({
    failure: { kind: 'rejected', reason: wordedWith('accounting period') },
  });
  account.preferences.closedBefore = null;
  expect(await purchases.receive(received(id, [{ remoteLineId: '1', quantity: 3 }]))).toMatchObject({
    failure: { kind: 'rejected', reason: wordedWith('more than what is open') },
  });
});

test('units that SuiteQL and the record count differently are not booked', async () => {
  const { purchases, buy, account } = await connected();
  const id = buy('PO1', mug(5, { unit: 'case' }));
  account.books.patch('transactionline', { transaction: Number(id), id: 1 }, { quantity: 5.5 });
  expect(await purchases.receive(received(id, [{ remoteLineId: '1', quantity: 12 }]))).toMatchObject({ ok: false });
});

test('a line whose unit the role may not see is booked only where the record counts it in pieces', async () => {
  const { purchases, buy, account, state } = await connected();
  account.preferences.overage = true;
  const [cases, pieces] = [buy('PO1', mug(5, { unit: 'case' })), buy('PO2', mug(5))];
  account.books.grant(permissions.filter((right) => right !== 'Units'));
  expect(await purchases.receive(received(cases, [{ remoteLineId: '1', quantity: 24 }]))).toMatchObject({
    failure: { kind: 'rejected', reason: wordedWith('units that are not clear') },
  });
  expect(await purchases.receive(received(pieces, [{ remoteLineId: '1', quantity: 5 }]))).toMatchObject({ ok: true });
  expect(state().map(({ type }) => type)).toEqual(['PurchOrd', 'PurchOrd', 'ItemRcpt']);
});

test('items are listings, and one that was made inactive is gone', async () => {
  const { listings, account } = await connected();
  const id = enterItem(account, { sku: 'OLD', inactive: true });
  enterItem(account, { sku: 'SERVICE', type: 'Service' });
  const page = good(await (listings.stream as CursorStream<{ sku: string }>).read(null, new Date('2026-11-01')));
  expect(page).toMatchObject({ records: [{ sku: 'MUG', name: 'MUG' }, { sku: 'CUP' }, { sku: 'TEA' }], gone: [String(id)], more: false });
});

test.each([
  ['', ['MUG', 'CUP', 'TEA', 'US-ONLY', 'DE-ONLY']],
  ['1', ['MUG', 'CUP', 'TEA', 'US-ONLY']],
  // What the company above shares with all below, and its own.
  ['2', ['MUG', 'CUP', 'TEA', 'DE-ONLY']],
])('of the subsidiary %j these items are read, and all others are gone', async (subsidiary_id, skus) => {
  const { listings, account } = await connected({ subsidiary_id });
  enterItem(account, { sku: 'US-ONLY', includeChildren: false });
  enterItem(account, { sku: 'DE-ONLY', subsidiary: 2 });
  const page = good(await (listings.stream as CursorStream<{ sku: string }>).read(null, new Date('2026-11-01')));
  expect(page.records.map(({ sku }) => sku)).toEqual(skus);
  expect(page.gone).toHaveLength(5 - skus.length);
});

test('stock is set by the difference, and setting it again books nothing', async () => {
  const { inventory, state, ask } = await connected({ subsidiary_id: '1', adjustment_account_id: '101' });
  const levels = [
    { key: 'a', sku: 'MUG', locationId: '11', quantity: 70 },
    { key: 'b', sku: 'CUP', locationId: '12', quantity: 5 },
    { key: 'c', sku: 'TEA', locationId: '11', quantity: 1 },
    { key: 'd', sku: 'NONE', locationId: '11', quantity: 1 },
  ];
  for (const _ of ['once', 'twice'])
    expect(good(await inventory.set(levels)).toSorted((a, b) => a.key.localeCompare(b.key))).toEqual([
      { key: 'a' },
      { key: 'b' },
      { key: 'c', failure: { kind: 'rejected', code: 'invalid', reason: wordedWith('by lots') } },
      { key: 'd', failure: { kind: 'rejected', code: 'unknown_sku', reason: wordedWith('no item NONE') } },
    ]);
  expect(state().map(({ type }) => type)).toEqual(['InvAdjst', 'InvAdjst']);
  const { items } = await ask('SELECT quantityonhand AS n FROM aggregateitemlocation WHERE location IN (11, 12) ORDER BY item, location');
  expect(items.map(({ n }) => n)).toEqual(['70', '100', '5', '100']);
  expect(await inventory.set([{ key: 'e', sku: 'MUG', locationId: '13', quantity: 1 }])).toMatchObject({
    value: [{ key: 'e', failure: { kind: 'rejected' } }],
  });
});

test('stock is adjusted by the piece alone: not what is counted in cases, or in a unit that the role may not see', async () => {
  const { inventory, account, state } = await connected({ subsidiary_id: '1', adjustment_account_id: '101' });
  enterItem(account, { sku: 'BOX', stockUnit: 'case', onHand: 240 });
  const set = (sku: string, quantity: number) => inventory.set([{ key: 'a', sku, locationId: '11', quantity }]);
  const refused = (part: string) => ({ value: [{ key: 'a', failure: { kind: 'rejected', code: 'invalid', reason: wordedWith(part) } }] });
  for (const quantity of [70, 240]) expect(await set('BOX', quantity)).toMatchObject(refused('units of 12'));
  account.books.grant(permissions.filter((right) => right !== 'Units'));
  expect(await set('MUG', 70)).toMatchObject(refused('permission Units'));
  expect(state()).toEqual([]);
});

test('of an account without units of measure, which has no columns for them, orders are read and booked, and stock is set', async () => {
  const { orders, confirmations, inventory, sell, account, state } = await connected({ subsidiary_id: '1', adjustment_account_id: '101' });
  account.preferences.units = false;
  const id = sell('SO1', mug(5));
  expect(good(await orders.get(id))).toMatchObject({ state: 'ready', lines: [{ sku: 'MUG', quantity: 5, unitPrice: '10.00' }] });
  expect(good(await confirmations.confirm([shipped(id, 2)]))).toMatchObject([{ kind: 'confirmed' }]);
  expect(good(await inventory.set([{ key: 'a', sku: 'MUG', locationId: '11', quantity: 70 }]))).toEqual([{ key: 'a' }]);
  expect(state().map(({ type }) => type)).toEqual(['SalesOrd', 'ItemShip', 'InvAdjst']);
});

test('without an account no stock is set', async () => {
  const { inventory } = await connected();
  expect(await inventory.set([{ key: 'a', sku: 'MUG', locationId: '11', quantity: 1 }])).toMatchObject({
    failure: { reason: worded('Subsidiary and account must be selected') },
  });
});

test('subsidiaries, their accounts and locations are choices', async () => {
  const { session } = await connected({ subsidiary_id: '2' });
  const listed = async (name: string) =>
    good((await netsuite.choices?.[name]?.list(session)) ?? expect.unreachable(name)).map((one) => one.name);
  expect(await listed('subsidiaries')).toEqual(['Demo Gifts Inc.', 'Demo Gifts GmbH']);
  expect(await listed('accounts')).toEqual(['Inventory received not billed', 'Bestand']);
  expect(await listed('locations')).toEqual(['Leipzig']);
});

/** Enters locations of the subsidiary 2, more than a person would by hand. */
const enterLocations = ({ books }: Awaited<ReturnType<typeof connected>>['account'], count: number) =>
  books.rows(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
     INSERT INTO main.location (id, name, subsidiary, isinactive) SELECT 5000 + i, 'Store ' || i, 2, 'F' FROM n`,
  );

test('all locations are read where they are more than a page, and ten pages of them are too many', async () => {
  const { orders, inventory, account } = await connected({ subsidiary_id: '2' });
  enterLocations(account, 1_001);
  const listed = good((await orders.listLocations?.()) ?? expect.unreachable('it is offered'));
  expect([listed.length, listed.at(-1)]).toEqual([1_002, { id: '6001', name: 'Store 1001' }]);
  expect(good(await inventory.listLocations())).toEqual(listed);
  account.books.rows('DELETE FROM main.location WHERE id > 5000');
  enterLocations(account, 10_000);
  expect(await orders.listLocations?.()).toMatchObject({ failure: { kind: 'rejected', reason: { code: 'too_much', system: 'NetSuite' } } });
});

test('too many at once is waited for, and counts as no failure', async () => {
  const { orders, sell, account } = await connected({}, { limits: { netsuite: 1 } });
  sell('SO1', mug(1));
  account.running.now = 1;
  onTestFinished(() => {
    account.running.now = 0;
  });
  expect(await (orders.stream as CursorStream<unknown>).read(null, new Date('2026-11-01'))).toMatchObject({
    failure: { kind: 'retry', limited: true, maybeDone: false },
  });
});
