import { beforeEach, expect, test } from 'vitest';
import { purchaseEventsInWords } from '../../../test/in-words.ts';
import { indexWords } from '../../../test/index-words.ts';
import { type Person, testWeb } from '../../../test/web.ts';

const own = testWeb();
let ann: Person;
let id: number;

beforeEach(async () => {
  const accountId = await own.account();
  ann = await own.person(accountId);
  const [connection] = await own.sql<{ id: string }>(
    `insert into connections (account_id, connector, slug, name, capabilities) values ($1, 'amware', 'amware', 'Amware', '{warehouse}') returning id`,
    [accountId],
  );
  await own.sql(`insert into warehouses (account_id, connection_id, code, name) values ($1, $2, 'KY1', 'Louisville')`, [
    accountId,
    connection?.id,
  ]);
  await own.sql(`insert into products (account_id, sku, name) values ($1, 'MUG', 'A mug')`, [accountId]);
  id = (await call('POST', '/api/purchase-orders', { source_number: 'HAND-1', vendor_name: 'Acme Pottery', vendor_number: 'V-12' })).body
    .id;
  await call('PUT', `/purchase-orders/${id}`, { mapped_warehouse: 'KY1', lines: [{ sku: 'MUG', quantity: 10, lot_number: 'L-9' }] });
  await own.sql('delete from outbox where account_id = $1', [accountId]);
});

async function call(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object) {
  const { statusCode, body } = await own.as(ann, { method, url, ...(payload && { payload }) });
  return { status: statusCode, body: body === '' ? null : JSON.parse(body) };
}
const order = async () => (await call('GET', `/api/purchase-orders/${id}`)).body;
const replies = { message: expect.any(String), alertType: 'success', lastUpdatedAt: expect.any(String) };
const undoable = { ...replies, runId: expect.any(Number) };

test('what was made by hand is read with its line, the warehouses and what is open', async () => {
  const found = await order();
  expect(found).toMatchObject({
    ...{
      status: 'pending',
      status_label: { label: 'pending', humanReadable: 'Pending' },
      vendor_name: 'Acme Pottery',
      mapped_warehouse: 'KY1',
    },
    connector_source: { name: 'manual', human_readable: 'Made here' },
    connector_locations: [{ code: 'KY1', name: 'Louisville' }],
    purchase_order_items: [{ sku: 'MUG', amware_reference_sku: 'MUG', quantity: 10, open: 10, lot_number: 'L-9' }],
  });
});

test('it goes to no building of a disconnected warehouse, unless it did before', async () => {
  const edit = (mapped_warehouse: string) => call('PUT', `/purchase-orders/${id}`, { mapped_warehouse, note: 'Ring twice' });
  const { accountId } = ann;
  await own.sql(
    `with former as (insert into connections (account_id, connector, slug, name, capabilities, disconnected_at)
       values ($1, 'amware', 'former', 'Former', '{warehouse}', now()) returning id)
     insert into warehouses (account_id, connection_id, code, name) select $1, id, code, 'Old ' || code from former, unnest('{OLD,KY1}'::text[]) as code`,
    [accountId],
  );
  expect((await order()).connector_locations).toEqual([{ code: 'KY1', name: 'Louisville' }]);
  expect(await edit('OLD')).toMatchObject({ status: 422 });
  await own.sql(`update purchase_orders set mapped_warehouse = 'OLD' where id = $1`, [id]);
  expect(await edit('OLD')).toMatchObject({ status: 200 });
});

test.for([
  [['hold'], 'hold', ['unhold'], 'pending'],
  [['cancel', 'archive'], 'cancelled', ['unarchive'], 'cancelled'],
] as const)('%o by their own paths, and %o', async ([there, status, back, after]) => {
  for (const action of there) expect(await call('PUT', `/purchase-orders/${action}/${id}`)).toMatchObject({ status: 200, body: replies });
  expect((await order()).status).toBe(status);
  for (const action of back) expect(await call('PUT', `/purchase-orders/${action}/${id}`)).toMatchObject({ status: 200, body: replies });
  expect(await order()).toMatchObject({ status: after, is_archived: false });
});

test('a save clears the error, checks again, and is refused when somebody else saved first', async () => {
  await own.sql(`update purchase_orders set mapped_warehouse = null where id = $1`, [id]);
  await call('PUT', `/purchase-orders/clear-errors/${id}`);
  expect((await order()).error).toBe(false);
  await own.sql(
    `insert into issues (account_id, purchase_order_id, type, subject, sentence) values ($1, $2, 'rejected_by_warehouse', 'announce', '{"code": "warehouse_refused", "connection": "Amware", "task": "announce", "reason": {"code": "their_words", "text": "No.", "status": null}}')`,
    [ann.accountId, id],
  );
  await own.sql('update purchase_orders set open_issues = 1 where id = $1', [id]);
  expect(await order()).toMatchObject({ error: true, error_message: 'Amware did not take the announcement: No.' });
  const { revision } = await order();
  expect(
    await call('PUT', `/purchase-orders/${id}`, { revision, mapped_warehouse: 'KY1', expected_at: '2026-12-03', carrier: 'Maersk' }),
  ).toEqual({
    status: 200,
    body: { ...replies, message: 'Order successfully saved' },
  });
  expect(await order()).toMatchObject({
    error: false,
    error_message: null,
    expected_on: '2026-12-03',
    expected_date_formatted: 'Dec 3, 2026',
    carrier: 'Maersk',
  });
  expect(await call('PUT', `/purchase-orders/${id}`, { revision, note: 'late' })).toMatchObject({ status: 409 });
  expect(await call('PUT', `/purchase-orders/${id}`, { mapped_warehouse: 'MOON' })).toMatchObject({ status: 422 });
  expect(await call('PUT', `/purchase-orders/${id}`, { lines: [{ sku: 'NOPE' }] })).toMatchObject({ status: 422 });
});

test('a line that is refused is named by its place, and what a new one would be of is known before it is saved', async () => {
  const refused = await call('PUT', `/purchase-orders/${id}`, { lines: [{ sku: 'MUG' }, { sku: 'NOPE' }] });
  const sentence = 'NOPE is neither a product nor a raw material of the warehouse.';
  expect(refused).toEqual({ status: 422, body: { 'lines.1': [sentence] } });
  expect(await call('GET', '/api/purchase-orders/items?sku=MUG')).toMatchObject({ status: 200, body: { sku: 'MUG' } });
  expect(await call('GET', '/api/purchase-orders/items?sku=NOPE')).toMatchObject({
    status: 404,
    body: { errorMessage: 'No product or raw material of the warehouse has this SKU.' },
  });
});

test('locked by one person, it is not saved by another until it is unlocked', async () => {
  const bob = await own.person(ann.accountId);
  expect(await call('PATCH', `/api/purchase-orders/${id}/toggle-lock`)).toEqual({ status: 200, body: { ...replies, locked: true } });
  const saved = await own.as(bob, { method: 'PUT', url: `/purchase-orders/${id}`, payload: { note: 'mine' } });
  expect([saved.statusCode, saved.json().errorMessage]).toEqual([
    409,
    expect.stringMatching(/ locked this purchase order on \w{3} \d+, \d{4} \d+:\d\d [ap]m\. Unlock it before you save\.$/),
  ]);
  expect((await call('PUT', `/purchase-orders/${id}`, { note: 'mine' })).status).toBe(200);
  const alike = await own.as(bob, { method: 'PATCH', url: `/api/purchase-orders/${id}/toggle-lock`, payload: { locked: true } });
  expect(alike.json(), 'who locks what is locked does not unlock it').toMatchObject({ locked: true });
});

test('deleted, it is gone for every call, and the run of it takes it back', async () => {
  const deleted = await call('DELETE', `/purchase-orders/${id}`);
  expect(deleted).toEqual({ status: 200, body: undoable });
  expect([(await call('GET', `/api/purchase-orders/${id}`)).status, (await call('DELETE', `/purchase-orders/${id}`)).status]).toEqual([
    404, 404,
  ]);
  expect(await call('POST', `/api/runs/${deleted.body.runId}/undo`)).toMatchObject({ status: 200, body: { total: 1 } });
});

test('receipts of one made by hand are processed here, and it is closed short with a reason', async () => {
  await receive('MUG', 4);
  expect(await order()).toMatchObject({ status: 'received', purchase_order_items: [{ received: 4, processed: 0, open: 6 }] });
  expect((await call('POST', `/api/connectors/amware/receive/${id}`)).status).toBe(404);
  const processed = await call('POST', `/api/connectors/manual/receive/${id}`);
  expect(processed).toEqual({ status: 200, body: undoable });
  expect(await order()).toMatchObject({ status: 'received', receipts: [{ processed: true, sku: 'MUG', quantity: 4, asn_id: 'ASN-1' }] });
  expect((await call('POST', `/api/connectors/manual/receive/${id}`)).status).toBe(409);
  expect((await call('PUT', `/purchase-orders/close/${id}`, { reason: ' ' })).status).toBe(422);
  expect((await call('PUT', `/purchase-orders/close/${id}`, { reason: 'The vendor has no more.' })).status).toBe(200);
  // The warehouse has been asked to expect nothing more: it ends with the reply.
  expect(await order()).toMatchObject({ status: 'received', close_asked: true, close_reason: 'The vendor has no more.' });
});

test('one of which all has come is closed, and its history does not call that short', async () => {
  await receive('MUG', 10);
  expect((await call('PUT', `/purchase-orders/close/${id}`, { reason: 'The warehouse left it open.' })).status).toBe(200);
  const events = purchaseEventsInWords(await own.sql(`select sentence from purchase_order_events where purchase_order_id = $1`, [id]));
  expect(events.map(({ sentence }) => sentence)).toContain('Closed: The warehouse left it open.');
});

/** What the warehouse reports, through the same door as its feed. */
async function receive(sku: string, quantity: number, remoteId = 'R1') {
  const { withoutPerson } = await import('../../../platform/tenant.ts');
  const { storeReceipts } = await import('../purchase-flow/receipts/store.ts');
  const [asn] = await own.sql<{ connection_id: string }>(
    `update asns set state = 'announced', remote_id = 'ASN-1' where account_id = $1 and purchase_order_id = $2 returning connection_id`,
    [ann.accountId, id],
  );
  const [warehouse] = await own.sql<{ id: string }>(`select id from connections where account_id = $1`, [ann.accountId]);
  if (!asn)
    await own.sql(
      `insert into asns (account_id, purchase_order_id, connection_id, reference, remote_id, state) values ($1, $2, $3, 'CD-P1', 'ASN-1', 'announced')`,
      [ann.accountId, id, warehouse?.id],
    );
  const receipt = {
    remoteId,
    asnId: 'ASN-1',
    type: 'receipt',
    receivedAt: new Date('2026-11-20'),
    sku,
    quantity,
    lot: null,
    carrier: null,
    freightNumber: null,
    raw: {},
  };
  await withoutPerson(own.database, ann.accountId, (tenant) => storeReceipts(tenant, Number(warehouse?.id), [receipt]));
}

test('a receipt and an over-receipt are decided by their own calls', async () => {
  await receive('CUP', 3);
  const { receipts, purchase_order_items } = await order();
  const path = `/api/purchase-orders/${id}/receipts/${receipts[0].id}`;
  expect(await call('POST', `${path}/mark-processed`, {})).toMatchObject({ status: 409 });
  expect(await call('POST', `${path}/accept`, { lineId: purchase_order_items[0].id })).toEqual({ status: 200, body: undoable });
  expect(await call('POST', `/api/purchase-orders/${id}/lines/${purchase_order_items[0].id}/accept-over`)).toMatchObject({ status: 409 });
  expect(await call('POST', `${path}/mark-processed`, {})).toEqual({ status: 200, body: replies });
  expect((await call('POST', `/api/purchase-orders/${id}/fulfilments/1/mark-processed`)).status).toBe(404);
});

test('a receipt that the warehouse corrected since the page was read is not marked as processed by what it showed', async () => {
  await receive('MUG', 2, 'R-MARKED');
  const { receipts } = await order();
  const { id: receiptId } = receipts.find(({ quantity }: { quantity: number }) => quantity === 2);
  const path = `/api/purchase-orders/${id}/receipts/${receiptId}/mark-processed`;
  await receive('MUG', 5, 'R-MARKED');
  expect(await call('POST', path, { seen: { sku: 'MUG', quantity: 2 } })).toMatchObject({
    ...{ status: 409, body: { errorMessage: 'The warehouse has corrected this receipt: it is 5 of MUG now. Nothing was marked.' } },
  });
  expect(await call('POST', path, { seen: { sku: 'MUG', quantity: 5 } })).toEqual({
    ...{ status: 200, body: { ...replies, message: 'The receipt is marked as processed. This cannot be undone.' } },
  });
});

test('what came since the page was read is not accepted with what it showed', async () => {
  await receive('MUG', 12, 'R-OVER');
  const [shown] = (await order()).purchase_order_items;
  const over = shown.over;
  const path = `/api/purchase-orders/${id}/lines/${shown.id}/accept-over`;
  await receive('MUG', 30, 'R-MORE');
  expect(await call('POST', path, { over })).toMatchObject({
    ...{ status: 409, body: { errorMessage: `${over + 30} of MUG are over by now. Nothing was accepted.`, code: 'changed_since' } },
  });
  expect((await order()).purchase_order_items[0]).toMatchObject({ over: over + 30, over_accepted: 0 });
  expect(await call('POST', path, { over: over + 30 })).toEqual({ status: 200, body: undoable });
  await receive('CUP', 3, 'R-OTHER');
  const { receipts } = await order();
  const waiting = receipts.find(({ waits_for }: { waits_for: string | null }) => waits_for !== null);
  await receive('CUP', 40, 'R-OTHER');
  const accept = `/api/purchase-orders/${id}/receipts/${waiting.id}/accept`;
  const seen = { sku: 'CUP', quantity: 3 };
  expect(await call('POST', accept, { lineId: shown.id, seen })).toMatchObject({
    ...{ status: 409, body: { errorMessage: 'The warehouse has corrected this receipt: it is 40 of CUP now. Nothing was accepted.' } },
  });
  expect(await call('POST', accept, { lineId: shown.id, seen: { sku: 'CUP', quantity: 40 } })).toEqual({ status: 200, body: undoable });
});

test('the list filters by everything, and search finds number, vendor, SKU and lot', async () => {
  const ids = async (query: string) => (await call('GET', `/api/purchase-orders?${query}`)).body.data.map((row: { id: number }) => row.id);
  await indexWords(own, ann.accountId);
  for (const query of [
    'status=pending',
    'vendor=Acme+Pottery',
    'source=manual',
    'warehouse=KY1',
    'sku=MUG',
    'lot=L-9',
    'search=acme+mug',
    'search=hand-1',
    'view=open',
    'status=pending&vendor=Acme+Pottery&search=L-9',
  ])
    expect([query, await ids(query)]).toEqual([query, [id]]);
  for (const query of [
    'status=hold',
    'vendor=Other',
    'source=netsuite',
    'warehouse=NV2',
    'sku=CUP',
    'lot=L-1',
    'search=cup',
    'view=late',
    'overdue=yes',
    'issue=any',
    'archived=yes',
  ])
    expect([query, await ids(query)]).toEqual([query, []]);
  await call('PUT', `/purchase-orders/${id}`, { expected_at: '2020-01-01' });
  for (const query of ['view=late', 'overdue=yes', 'expected_from=2020-01-01&expected_to=2020-01-01'])
    expect([query, await ids(query)]).toEqual([query, [id]]);
  expect((await call('GET', '/api/purchase-orders/search?q=acme')).body).toMatchObject([
    { id, source_number: 'HAND-1', vendor_name: 'Acme Pottery' },
  ]);
  expect((await call('GET', '/api/purchase-orders/search?q=nobody')).status).toBe(204);
  expect((await call('GET', '/api/purchase-orders?colour=blue')).status).toBe(422);
});

test('logs name action, result, who and when; payloads are empty for what was made here', async () => {
  const { body } = await call('GET', `/api/purchase-orders/${id}/logs`);
  expect(body[0]).toMatchObject({
    action: 'Edit',
    result: 'Set the mapped location to KY1; added 10 of MUG.',
    edited_by: expect.any(String),
    date_formatted: expect.any(String),
  });
  expect((await call('GET', `/api/purchase-orders/${id}/payloads`)).body).toEqual({ data: [] });
});

test('sync from source asks for X-Requested-With, and is refused for what has no source', async () => {
  expect(await call('GET', `/purchase-orders/sync-from-source/${id}`)).toMatchObject({
    status: 409,
    body: { errorMessage: expect.stringContaining('no source') },
  });
  const link = await own.as(ann, { url: `/purchase-orders/sync-from-source/${id}`, headers: { 'x-requested-with': '' } });
  expect(link.statusCode).toBeGreaterThanOrEqual(403);
});

test('bulk actions take ids or what was prepared', async () => {
  const prepared = await call('POST', '/purchase-orders/bulk-action/prepare', { filter: { status: 'pending' } });
  expect(prepared).toEqual({ status: 201, body: { runId: expect.any(Number), total: 1 } });
  expect(await call('POST', '/purchase-orders/bulk-action', { action: 'hold', runId: prepared.body.runId })).toMatchObject({
    status: 202,
    body: { total: 1, ...replies },
  });
  expect(await call('POST', '/purchase-orders/bulk-action', { action: 'hold', ordersIds: [id] })).toMatchObject({ status: 202 });
  expect(await call('POST', '/purchase-orders/bulk-action', { action: 'hold', ordersIds: [999_999] })).toMatchObject({ status: 404 });
  expect(await call('POST', '/purchase-orders/bulk-action', { action: 'hold' })).toMatchObject({ status: 422 });
});
