import { beforeEach, expect, test } from 'vitest';
import { withoutPerson } from '../../../../platform/tenant.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { storeReceipts } from './store.ts';

// What a person accepted of what came waits again where they undo it, through the calls of the page.

const own = testWeb();
let ann: Person;
let id = 0;
let warehouseId = 0;

beforeEach(async () => {
  const accountId = await own.account();
  ann = await own.person(accountId);
  const [warehouse] = await own.sql<{ id: string }>(
    `insert into connections (account_id, connector, slug, name, capabilities) values ($1, 'amware', 'amware', 'Amware', '{warehouse}') returning id`,
    [accountId],
  );
  warehouseId = Number(warehouse?.id);
  await own.sql(`insert into warehouses (account_id, connection_id, code, name) values ($1, $2, 'KY1', 'Louisville')`, [
    accountId,
    warehouseId,
  ]);
  await own.sql(`insert into products (account_id, sku, name) values ($1, 'MUG', 'A mug')`, [accountId]);
  id = (await send('POST', '/api/purchase-orders', { source_number: 'HAND-1', vendor_name: 'Acme Pottery' })).body.id;
  await send('PUT', `/purchase-orders/${id}`, { mapped_warehouse: 'KY1', lines: [{ sku: 'MUG', quantity: 10 }] });
});

async function send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const { statusCode, body } = await own.as(ann, { method, url, ...(payload && { payload }) });
  return { status: statusCode, body: JSON.parse(body) };
}

/** What the warehouse reports, through the same door as its feed. */
async function comes(sku: string, quantity: number, remoteId = 'R-1') {
  await own.sql(
    `insert into asns (account_id, purchase_order_id, connection_id, reference, remote_id, state)
     select $1, $2, $3, 'CD-P1', 'ASN-1', 'announced' where not exists (select from asns where account_id = $1 and purchase_order_id = $2)`,
    [ann.accountId, id, warehouseId],
  );
  const goods = { sku, quantity, lot: null, carrier: null, freightNumber: null, raw: {} };
  const receipt = { ...goods, remoteId, asnId: 'ASN-1', type: 'receipt' as const, receivedAt: new Date('2026-11-20') };
  await withoutPerson(own.database, ann.accountId, (tenant) => storeReceipts(tenant, warehouseId, [receipt]));
}

type Receipt = { id: number; sku: string; quantity: number; waits_for: string | null };
const order = async () => (await send('GET', `/api/purchase-orders/${id}`)).body;

/** The order as it counts and stands, with its receipts. */
async function state() {
  const { status, on_hold, close_reason, error_message, purchase_order_items, receipts } = await order();
  const ends = await own.sql(
    'select cancelled_at, closed_at, archived_at, units_received, receipts_counted from purchase_orders where id = $1',
    [id],
  );
  const accepted = await own.sql('select id, accepted_at, accepted_by from receipts where purchase_order_id = $1 order by id', [id]);
  return { status, on_hold, close_reason, error_message, purchase_order_items, receipts, ends, accepted };
}

/** Accepts what waits, and returns its undo. */
async function accept(lineId?: number) {
  const { receipts } = await order();
  const { id: receiptId, sku, quantity } = receipts.find(({ waits_for }: Receipt) => waits_for !== null);
  const body = { seen: { sku, quantity }, ...(lineId !== undefined && { lineId }) };
  const reply = await send('POST', `/api/purchase-orders/${id}/receipts/${receiptId}/accept`, body);
  expect(reply).toMatchObject({ status: 200, body: { runId: expect.any(Number) } });
  return () => send('POST', `/api/runs/${reply.body.runId}/undo`);
}

const waitsAgain = { status: 200, body: { message: 'The receipt waits for a decision again.' } };
const refused = (errorMessage: unknown) => ({ status: 409, body: { errorMessage } });

test('what was counted to a line that a person named waits again, once, until it is processed', async () => {
  await comes('CUP', 3);
  const before = await state();
  const line = before.purchase_order_items[0].id;
  const undo = await accept(line);
  expect(await state()).toMatchObject({ purchase_order_items: [{ received: 3 }], receipts: [{ waits_for: null }] });
  expect(await undo()).toMatchObject(waitsAgain);
  expect(await state()).toEqual(before);
  expect(await undo()).toMatchObject(refused('This has been undone already.'));
  const tooLate = await accept(line);
  await send('POST', `/api/connectors/manual/receive/${id}`);
  const processed = await state();
  expect(await tooLate()).toMatchObject(refused(expect.stringMatching(/^This receipt is being processed, or is by now/)));
  expect(await state()).toEqual(processed);
});

const ends: Record<string, () => Promise<unknown>> = {
  held: () => send('PUT', `/purchase-orders/hold/${id}`),
  cancelled: () => send('PUT', `/purchase-orders/cancel/${id}`),
  deleted: () => send('DELETE', `/purchase-orders/${id}`),
  archived: async () => {
    await send('PUT', `/purchase-orders/cancel/${id}`);
    await send('PUT', `/purchase-orders/archive/${id}`);
  },
  closed_out: async () => {
    await comes('MUG', 4, 'R-0');
    await send('POST', `/api/connectors/manual/receive/${id}`);
    await own.sql(`update asns set state = 'closed', closed_at = now() where purchase_order_id = $1`, [id]);
    await send('PUT', `/purchase-orders/close/${id}`, { reason: 'The vendor has no more.' });
  },
};

test.for(Object.keys(ends))('an order that was %s is so again where the acceptance of what came is undone', async (reason) => {
  await ends[reason]?.();
  await comes('MUG', 2);
  const before = await state();
  expect(before.receipts.at(-1).waits_for).toBe(reason === 'archived' ? 'cancelled' : reason);
  const undo = await accept();
  expect(await state()).toMatchObject({
    status: 'received',
    on_hold: false,
    ends: [{ cancelled_at: null, closed_at: null, archived_at: null }],
  });
  expect(await undo()).toMatchObject(waitsAgain);
  expect(await state()).toEqual(before);
  await (await accept())();
  expect(await state()).toEqual(before);
});

test('an order goes on where other goods came by now, and what the warehouse corrected since is decided about anew', async () => {
  await send('PUT', `/purchase-orders/hold/${id}`);
  await comes('MUG', 2);
  const undo = await accept();
  const others = refused('Other receipts of this order came or were accepted since, so it goes on, and this one stays accepted.');
  await comes('CUP', 3, 'R-2');
  expect(await undo(), 'they wait for a person').toMatchObject(others);
  const { purchase_order_items } = await order();
  const undoOther = await accept(purchase_order_items[0].id);
  expect(await undo(), 'they count').toMatchObject(others);
  await comes('CUP', 5, 'R-2');
  const since = await state();
  expect(await undoOther()).toMatchObject(refused('This receipt or its order has changed since, so this cannot be undone.'));
  expect(await state()).toEqual(since);
});
