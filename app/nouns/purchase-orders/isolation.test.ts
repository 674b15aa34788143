import { beforeAll, expect, test } from 'vitest';
import { type Person, testWeb } from '../../../test/web.ts';

// Every call about one purchase order, with the ids of another account in each place: there is no such record, and nothing changes.

const own = testWeb();
let ann: Person;
let hers: Ids;
let foreign: Ids;
type Ids = { id: number; line: number; receipt: number; fulfilment: number };

beforeAll(async () => {
  ann = await own.person(await own.account(), 'account_admin');
  hers = await addOrder(ann.accountId);
  foreign = await addOrder(await own.account('Other'));
});

/** One of which something waits that was not ordered, with a line of which more came than was ordered, and a return. */
async function addOrder(accountId: number): Promise<Ids> {
  const [row] = await own.sql<{ id: string; line: string; receipt: string; fulfilment: string }>(
    `with dock as (insert into connections (account_id, connector, slug, name, capabilities) values ($1, 'amware', 'amware', 'Amware', '{warehouse}') returning id),
      head as (insert into purchase_orders (account_id, source_number, vendor_name, status, receipts_counted) values ($1, 'P-1', 'Acme', 'received', 1) returning id),
      line as (insert into purchase_order_lines (account_id, purchase_order_id, position, sku, name, quantity, quantity_received) select $1, id, 1, 'MUG', 'A mug', 2, 4 from head returning id),
      receipt as (insert into receipts (account_id, purchase_order_id, connection_id, remote_id, asn_id, type, received_at, sku, quantity, waits_for)
        select $1, head.id, dock.id, 'R1', 'ASN-1', 'receipt', now(), 'CUP', 4, 'unknown_sku' from head, dock returning id),
      sent as (insert into fulfilments (account_id, purchase_order_id, connection_id, remote_id, position, sku, qty_shipped, ship_date, carrier, tracking_number)
        select $1, head.id, dock.id, 'S1', 0, 'MUG', 1, now(), 'Estes', 'PRO1' from head, dock returning id)
    select head.id, line.id as line, receipt.id as receipt, sent.id as fulfilment from head, line, receipt, sent`,
    [accountId],
  );
  return { id: Number(row?.id), line: Number(row?.line), receipt: Number(row?.receipt), fulfilment: Number(row?.fulfilment) };
}

const contents = () =>
  own.sql(
    `select (select json_agg(p) from purchase_orders p where id = $1) as head, (select json_agg(l) from purchase_order_lines l where purchase_order_id = $1) as lines,
      (select json_agg(r) from receipts r where purchase_order_id = $1) as receipts, (select json_agg(f) from fulfilments f where purchase_order_id = $1) as sent,
      (select count(*) from purchase_order_events where purchase_order_id = $1) as events`,
    [foreign.id],
  );

type Request = [method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE', path: (ids: Ids) => string, body?: (ids: Ids) => object];
const requests: Request[] = [
  ['GET', ({ id }) => `/api/purchase-orders/${id}`],
  ['GET', ({ id }) => `/api/purchase-orders/${id}/logs`],
  ['GET', ({ id }) => `/api/purchase-orders/${id}/payloads`],
  ['GET', ({ id }) => `/purchase-orders/sync-from-source/${id}`],
  ['POST', ({ id }) => `/purchase-orders/sync-from-source/${id}`],
  ['PUT', ({ id }) => `/purchase-orders/${id}`, () => ({ note: 'mine' })],
  ['DELETE', ({ id }) => `/purchase-orders/${id}`],
  ...['hold', 'unhold', 'cancel', 'archive', 'unarchive', 'clear-errors'].map(
    (action): Request => ['PUT', ({ id }) => `/purchase-orders/${action}/${id}`],
  ),
  ['PUT', ({ id }) => `/purchase-orders/close/${id}`, () => ({ reason: 'mine' })],
  ['PATCH', ({ id }) => `/api/purchase-orders/${id}/toggle-lock`],
  ['POST', ({ id }) => `/api/connectors/manual/receive/${id}`],
  ['POST', ({ id, receipt }) => `/api/purchase-orders/${id}/receipts/${receipt}/accept`, ({ line }) => ({ lineId: line })],
  ['POST', ({ id, receipt }) => `/api/purchase-orders/${id}/receipts/${receipt}/mark-processed`, () => ({})],
  ['POST', ({ id, line }) => `/api/purchase-orders/${id}/lines/${line}/accept-over`],
  ['POST', ({ id, line }) => `/api/purchase-orders/${id}/lines/${line}/accept-loose`, () => ({ units: 1 })],
  ['POST', ({ id, fulfilment }) => `/api/purchase-orders/${id}/fulfilments/${fulfilment}/mark-processed`],
  ['POST', ({ id }) => `/api/purchase-orders/${id}/announcement/take-over`],
  ['POST', ({ id }) => `/api/purchase-orders/${id}/announcement/new-reference`],
  ['POST', () => '/purchase-orders/bulk-action', ({ id }) => ({ action: 'archive', ordersIds: [id] })],
];

test.each(requests.map((request) => [`${request[0]} ${request[1]({ id: 1, line: 2, receipt: 3, fulfilment: 4 })}`, request] as const))(
  '%s',
  async (_name, [method, path, body]) => {
    const before = await contents();
    const reply = await own.as(ann, { method, url: path(foreign), ...(body && { payload: body(foreign) }) });
    expect(reply.statusCode).toBe(404);
    expect(await contents()).toEqual(before);
  },
);

test('a receipt, line or fulfilment of another account is none of one’s own order', async () => {
  const before = await contents();
  const post = async (path: string, payload: object = {}) => (await own.as(ann, { method: 'POST', url: path, payload })).statusCode;
  const at = `/api/purchase-orders/${hers.id}`;
  expect(await post(`${at}/receipts/${foreign.receipt}/accept`)).toBe(404);
  expect(await post(`${at}/receipts/${foreign.receipt}/mark-processed`)).toBe(404);
  expect(await post(`${at}/receipts/${hers.receipt}/accept`, { lineId: foreign.line })).toBe(404);
  expect(await post(`${at}/lines/${foreign.line}/accept-over`)).toBe(409);
  expect(await post(`${at}/lines/${foreign.line}/accept-loose`, { units: 1 })).toBe(409);
  expect(await post(`${at}/fulfilments/${foreign.fulfilment}/mark-processed`)).toBe(404);
  const saved = await own.as(ann, {
    method: 'PUT',
    url: `/purchase-orders/${hers.id}`,
    payload: { lines: [{ id: foreign.line, quantity: 9 }] },
  });
  expect(saved.statusCode).toBe(422);
  expect(await contents()).toEqual(before);
});

test('the list, the search and what a filter matches hold only one’s own', async () => {
  const ids = async (url: string) => ((await own.as(ann, { url })).json().data as { id: number }[]).map(({ id }) => id);
  expect(await ids('/api/purchase-orders')).toEqual([hers.id]);
  const prepared = await own.as(ann, { method: 'POST', url: '/purchase-orders/bulk-action/prepare', payload: { filter: {} } });
  expect(prepared.json().total).toBe(1);
});

test.each([
  ['a nested id', { lines: [{ id: { $gt: 0 } }] }],
  ['a quantity beyond any column', { lines: [{ id: 1, quantity: 1e12 }] }],
  ['a day that there is not', { expected_at: '2026-13-45' }],
  ['a day beyond the calendar', { expected_at: 'infinity' }],
  ['a text of NULs', { mapped_warehouse: 'a\u0000b' }],
  ['too many lines', { lines: Array.from({ length: 1_001 }, () => ({ sku: 'MUG' })) }],
])('a save with %s is refused and changes nothing', async (_what, payload) => {
  const before = await own.sql('select to_jsonb(p) as p from purchase_orders p where id = $1', [hers.id]);
  const reply = await own.as(ann, { method: 'PUT', url: `/purchase-orders/${hers.id}`, payload });
  expect([400, 422]).toContain(reply.statusCode);
  expect(await own.sql('select to_jsonb(p) as p from purchase_orders p where id = $1', [hers.id])).toEqual(before);
});
