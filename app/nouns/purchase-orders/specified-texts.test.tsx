import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, test } from 'vitest';
import { rendered } from '../../../test/rendered.tsx';
import { type Person, testWeb } from '../../../test/web.ts';
import { listLabels } from '../../base/verbs/list-labels.ts';
import { fieldsOf } from '../../ui/form/field-schema.ts';
import { formOf } from '../../ui/form/form-of.ts';
import { AccountClock } from '../../ui/time/clock.tsx';
import { errorMessage } from '../../ui/words/error-message.ts';
import { purchaseBulkActions } from '../purchase-flow/contract/bulk-action.ts';
import type { PurchaseOrderDetail } from '../purchase-flow/contract/detail.ts';
import { createPurchaseOrderCall } from '../purchase-flow/contract/purchase-orders.ts';
import { purchaseStatuses, statusLabel } from '../purchase-flow/purchase-order.ts';
import { EditFacts } from './detail/widgets/edit/edit-facts.tsx';
import type { EditMode } from './detail/widgets/edit/use-edit-mode.ts';
import { PurchaseFacts } from './detail/widgets/facts.tsx';
import { PurchaseHeader } from './detail/widgets/header.tsx';
import { PurchaseLines } from './detail/widgets/lines.tsx';
import { PurchaseLogs } from './detail/widgets/logs.tsx';
import { PurchaseNotices } from './detail/widgets/notices.tsx';
import { Fulfilments, Receipts } from './detail/widgets/receipts.tsx';
import { purchaseOrdersList } from './list/widgets/purchase-orders-list.tsx';

// The texts that the specification quotes of purchase orders, in the situation that each belongs to, and its fields by name.

const own = testWeb();
let ann: Person;
let id = 0;

/** An order of a source in the middle of its life: announced, four of ten mugs received and booked, three sent back. */
beforeEach(async () => {
  const accountId = await own.account();
  ann = await own.person(accountId);
  const [row] = await own.sql<{ id: string }>(
    `with source as (insert into connections (account_id, connector, slug, name, capabilities) values ($1, 'netsuite', 'netsuite', 'NetSuite', '{purchaseOrders}') returning id),
      dock as (insert into connections (account_id, connector, slug, name, capabilities) values ($1, 'amware', 'amware', 'Amware', '{warehouse}') returning id),
      place as (insert into warehouses (account_id, connection_id, code, name) select $1, id, 'KY1', 'Louisville' from dock),
      head as (insert into purchase_orders (account_id, connection_id, remote_id, source_number, vendor_number, vendor_name, source_location, source_location_name, mapped_warehouse,
          warehouse_reference_number, expected_at, announced_at)
        select $1, id, '77', 'NS-88123', 'V-12', 'Acme Pottery', '11', 'London', 'KY1', 'ASN-301', '2026-12-03', '2026-11-21' from source returning id),
      line as (insert into purchase_order_lines (account_id, purchase_order_id, position, remote_line_id, sku, name, quantity, lot_number, expected_at, announced_at, mapped_sku)
        select $1, id, 1, '1', 'MUG-NS', 'A red mug', 10, 'L-9', '2026-12-05', '2026-11-21', 'MUG' from head),
      receipt as (insert into receipts (account_id, purchase_order_id, connection_id, remote_id, asn_id, type, received_at, sku, quantity, lot_number, carrier, freight_number, processed_at)
        select $1, head.id, dock.id, 'RCP-1', 'ASN-301', 'receipt', '2026-11-22', 'MUG', 4, 'L-9', 'Estes', 'PRO4711', now() from head, dock),
      sent as (insert into fulfilments (account_id, purchase_order_id, connection_id, remote_id, position, sku, lot, qty_shipped, ship_date, carrier, tracking_number)
        select $1, head.id, dock.id, 'RTV-1', 0, 'MUG', 'L-9', 3, '2026-11-22', 'Estes', 'PRO12' from head, dock),
      said as (insert into purchase_order_events (account_id, purchase_order_id, kind, sentence, user_id) select $1, id, 'edited', '{"code": "edited", "parts": [{"field": "note", "from": null, "to": "late"}]}', $2 from head)
    select id from head`,
    [accountId, ann.userId],
  );
  id = Number(row?.id);
});

async function get(path: string) {
  return (await own.as(ann, { url: path })).json();
}
const order = (): Promise<PurchaseOrderDetail> => get(`/api/purchase-orders/${id}`);

const reading = { isEditing: false } as EditMode;
const editing: EditMode = {
  ...{ isEditing: true, isSaving: false, head: {}, lines: new Map(), added: [], isUnsaved: false },
  ...{
    wrong: new Map(),
    newLine: {
      sku: '',
      quantity: 1,
      wrong: null,
      type: () => undefined,
      add: async () => true,
      isTyped: () => false,
      clear: () => undefined,
    },
    toggle: () => undefined,
    setHead: () => undefined,
    setLine: () => undefined,
    setAdded: () => undefined,
    save: async () => undefined,
  },
};

function page(shown: PurchaseOrderDetail, mode: EditMode = reading): string {
  return rendered(
    <AccountClock now={Date.now()} timezone="UTC" dateStyle="month_first">
      <PurchaseHeader order={shown} mode={mode} />
      <PurchaseNotices order={shown} />
      <PurchaseLines order={shown} mode={mode} />
      {mode.isEditing ? <EditFacts order={shown} mode={mode} /> : <PurchaseFacts order={shown} />}
      <Receipts order={shown} />
      <Fulfilments order={shown} />
    </AccountClock>,
  );
}

const facts = [
  ...['NetSuite', 'Source Order Number', 'NS-88123', 'Last Updated', 'Expected Date', 'Dec 3, 2026', 'Status', 'Vendor', 'Acme Pottery'],
  ...['Source Location', 'London', 'Mapped Location', 'Louisville'],
];
const items = ['Source SKU', 'Warehouse SKU', 'Lot Number', 'Sync Date', 'Estimated delivery Date', 'Name', 'Qty'];
const values = ['MUG-NS', 'MUG', 'L-9', 'Nov 21, 2026', 'Dec 5, 2026', 'A red mug', '10'];
const receipts = [
  ...['Receipts', 'ASN ID', 'Receipt type', 'Receive date', 'SKU', 'Qty', 'Lot Number', 'Carrier', 'Freight'],
  ...['ASN-301', 'receipt', 'Estes', 'PRO4711', 'Processed'],
];
const fulfilments = ['Fulfillments', 'Amware SKU', 'Lot', 'Qty shipped', 'Date', 'Status', 'Not processed'];
const always = [...facts, ...items, ...values, ...receipts, ...fulfilments];
const actions = {
  pending: ['Hold Order', 'Delete Order', 'Cancel Order', 'Sync Order', 'Edit Order', 'Save Changes'],
  hold: ['Unhold Order', 'Cancel Order'],
  received: ['Process Receipts'],
  ended: ['Archive Order'],
  archived: ['Unarchive Order'],
};
const others = (...own: (keyof typeof actions)[]) => {
  const here = own.flatMap((each) => actions[each]);
  return [...new Set(Object.values(actions).flat())].filter((label) => !here.includes(label));
};

describe('a purchase order', () => {
  test('says a name that is the SKU in its column alone', async () => {
    const count = async () => page(await order()).split('MUG-NS').length;
    const before = await count();
    await own.sql(`update purchase_order_lines set name = sku where purchase_order_id = $1`, [id]);
    expect(await count()).toBe(before + 1);
  });

  test('that came from a connector shows its logo; one that was made here has none', async () => {
    const read = async () => (await own.as(ann, { url: `/api/purchase-orders/${id}` })).json().connector_source.image_url;
    const address = await read();
    expect(address).toBe('/connector-logos/netsuite');
    const picture = await own.as(ann, { url: address });
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/svg+xml']);
    expect(picture.body).toMatch(/^<svg .*<path d="M5 4h14v16/);
    expect((await own.as(ann, { url: '/connector-logos/constructor' })).statusCode).toBe(404);
    await own.sql('update purchase_orders set connection_id = null where id = $1', [id]);
    expect(await read()).toBeNull();
  });

  test.each<[situation: string, change: string, says: string[], not: string[]]>([
    [
      'that is pending',
      '',
      [...always, 'Pending', 'Lock Order', ...actions.pending],
      [...others('pending'), 'Order is on hold', 'Clear Errors'],
    ],
    [
      'that is on hold',
      `status = 'hold', on_hold = true`,
      ['Hold', 'Order is on hold', ...actions.hold],
      ['Hold Order', 'Edit Order', 'Delete Order'],
    ],
    [
      'of which something was received',
      `status = 'received', receipts_counted = 1`,
      ['Received', ...actions.received],
      ['Hold Order', 'Unhold Order', 'Cancel Order', 'Delete Order', 'Archive Order'],
    ],
    ['of which a part was received', `status = 'received', receipts_counted = 1`, ['Close short'], ['Close Order']],
    ['that is closed out', `status = 'closed_out', closed_at = now()`, ['Closed Out', ...actions.ended], others('ended')],
    ['that is cancelled', `status = 'cancelled', cancelled_at = now()`, ['Cancelled', ...actions.ended], others('ended')],
    [
      'that is archived',
      `status = 'closed_out', closed_at = now(), archived_at = now()`,
      ['Closed Out', ...actions.archived],
      others('archived'),
    ],
    ['that is locked', 'locked = true', ['Unlock order'], ['Lock Order']],
    ['with the reference of the warehouse', '', ['Warehouse Reference Number', 'ASN-301'], []],
    ['without one', 'warehouse_reference_number = null', [], ['Warehouse Reference Number']],
    ['with an id of its vendor', '', ['Vendor ID', 'V-12'], []],
    ['without one', 'vendor_number = null', ['Acme Pottery'], ['Vendor ID']],
    ['that is not edited', 'mapped_warehouse = null', [], ['-- Select Warehouse --']],
  ])('%s', async (_situation, change, says, not) => {
    // A receipt that is not processed, where there is something to process.
    if (says.includes('Process Receipts')) await own.sql('update receipts set processed_at = null where purchase_order_id = $1', [id]);
    if (change) await own.sql(`update purchase_orders set ${change} where id = $1`, [id]);
    const text = page(await order());
    expect(says.filter((each) => !text.includes(each))).toEqual([]);
    expect(not.filter((each) => text.split('\n').some((line) => line.startsWith(each)))).toEqual([]);
  });

  test('of which all has come is closed, but not short', async () => {
    await own.sql(`update purchase_orders set status = 'received', receipts_counted = 1 where id = $1`, [id]);
    await own.sql('update purchase_order_lines set quantity_received = 10 where purchase_order_id = $1', [id]);
    const text = page(await order());
    expect(text).toContain('Close Order');
    expect(text).not.toContain('Close short');
    await own.sql(`update purchase_orders set close_reason = 'The warehouse left it open' where id = $1`, [id]);
    expect(page(await order())).toContain('Closed: The warehouse left it open. ');
  });

  test('in error shows its message and Clear Errors', async () => {
    await own.sql(
      `insert into issues (account_id, purchase_order_id, type, subject, sentence) values ($1, $2, 'rejected_by_warehouse', 'announce', '{"code": "warehouse_refused", "connection": "Amware", "task": "announce", "reason": {"code": "their_words", "text": "It has no such SKU.", "status": null}}')`,
      [ann.accountId, id],
    );
    await own.sql('update purchase_orders set open_issues = 1 where id = $1', [id]);
    const shown = await order();
    expect(shown).toMatchObject({ error: true, error_message: 'Amware did not take the announcement: It has no such SKU.' });
    for (const each of ['Amware did not take the announcement: It has no such SKU.', 'Clear Errors']) expect(page(shown)).toContain(each);
  });

  test('that is edited has the warehouses as a list, none chosen at first', async () => {
    await own.sql('update purchase_orders set mapped_warehouse = null where id = $1', [id]);
    const text = page(await order(), editing);
    for (const each of ['Mapped Location', '-- Select Warehouse --', 'Louisville', 'Discard', 'Save Changes']) expect(text).toContain(each);
  });

  test('without receipts or fulfilments has no tables of them', async () => {
    await own.sql('delete from receipts where purchase_order_id = $1', [id]);
    await own.sql('delete from fulfilments where purchase_order_id = $1', [id]);
    const text = page(await order());
    for (const each of ['Receipts', 'Fulfillments']) expect(text.split('\n')).not.toContain(each);
  });
});

describe('its logs', () => {
  const at = (shown: PurchaseOrderDetail, prepare: (queries: QueryClient, key: unknown[]) => void) => {
    const queries = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });
    prepare(queries, ['purchase-logs', id, shown.events[0]?.id]);
    return rendered(<PurchaseLogs order={shown} />, { queries });
  };
  test.each<[string, (queries: QueryClient, key: unknown[]) => void, string]>([
    ['on their way', () => undefined, 'Loading logs... Please wait'],
    ['empty', (queries, key) => queries.setQueryData(key, []), 'There are no logs available'],
    [
      'that do not come',
      (queries, queryKey) =>
        queries
          .getQueryCache()
          .build(queries, { queryKey })
          .setState({ status: 'error', error: new Error('x') }),
      'There was an error loading logs',
    ],
  ])('%s', async (_situation, prepare, says) => expect(at(await order(), prepare)).toContain(says));

  test('as a table of Action, Result, Edited by and Date', async () => {
    const logs = await get(`/api/purchase-orders/${id}/logs`);
    const text = at(await order(), (queries, key) => queries.setQueryData(key, logs));
    for (const each of ['Action', 'Result', 'Edited by', 'Date', 'Edit', 'Set the note to “late”.', 'Person']) expect(text).toContain(each);
  });
});

describe('the fields of the specification by name', () => {
  test.each<[what: string, of: () => Promise<object>, fields: string]>([
    [
      'purchase order',
      order,
      `id, status, error, error_message, source_number, warehouse_reference_number, updated_at_formatted, expected_date_formatted, connector_source,
       status_label, vendor_number, vendor_name, source_location, mapped_warehouse, connector_locations, is_archived, purchase_order_items, receipts`,
    ],
    ['connector_source', async () => (await order()).connector_source, 'name, human_readable, image_url'],
    ['status_label', async () => (await order()).status_label, 'label, humanReadable'],
    [
      'item',
      async () => (await order()).purchase_order_items[0] ?? {},
      'id, sku, amware_reference_sku, lot_number, in_amware_date_formatted, estimated_delivery_date_formatted, name, quantity',
    ],
    [
      'receipt',
      async () => (await order()).receipts[0] ?? {},
      'id, asn_id, type, receipt_date_formatted, sku, quantity, lot_number, carrier, freight_number, processed',
    ],
    ['fulfillment', async () => (await order()).fulfillments[0] ?? {}, 'sku, lot, qty_shipped, ship_date, processed'],
    ['log entry', async () => (await get(`/api/purchase-orders/${id}/logs`))[0], 'id, action, result, edited_by, date_formatted'],
    ['paginated result', () => get('/api/purchase-orders'), 'data, current_page, last_page, prev_page_url, next_page_url, total, per_page'],
  ])('%s', async (_what, of, fields) => {
    const record = await of();
    expect(fields.split(/,\s+/).filter((field) => !(field in record) || Reflect.get(record, field) === undefined)).toEqual([]);
  });
});

describe('the list', () => {
  test('has the statuses, the bulk actions and the columns', () => {
    expect(purchaseStatuses.map((status) => statusLabel[status])).toEqual(['Pending', 'Hold', 'Received', 'Closed Out', 'Cancelled']);
    expect(purchaseBulkActions.map((action) => listLabels[action])).toEqual(['Clear Errors', 'Cancel', 'Hold', 'Archive', 'Delete']);
    const { columns } = purchaseOrdersList(
      { context: { sources: [], vendors: [], warehouses: [] }, filter: {} as never, tagNames: {} },
      () => undefined,
    );
    expect(columns.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Order', 'Status', 'Source', 'Vendor', 'Warehouse', 'Expected']),
    );
  });
});

describe('what is said after a click', () => {
  const said = async (method: 'PUT' | 'DELETE' | 'PATCH', url: string, payload?: object) =>
    (await own.as(ann, { method, url, ...(payload && { payload }) })).json();
  test.each<[string, () => Promise<object>, object]>([
    [
      'a save',
      () => said('PUT', `/purchase-orders/${id}`, { note: 'late' }),
      { message: 'Order successfully saved', alertType: 'success' },
    ],
    ['a hold', () => said('PUT', `/purchase-orders/hold/${id}`), { message: 'The order is on hold.', alertType: 'success' }],
    ['a lock', () => said('PATCH', `/api/purchase-orders/${id}/toggle-lock`), { message: 'The order is locked.', locked: true }],
    ['a deletion', () => said('DELETE', `/purchase-orders/${id}`), { message: 'The order is deleted.', alertType: 'success' }],
  ])('%s', async (_what, call, reply) => {
    expect(await call()).toMatchObject({ ...reply, lastUpdatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) });
  });
  test('a failure without words', () => expect(errorMessage(new Error('x'))).toBe('There was an error processing your request'));
});

test('a purchase order that is made by hand has its day chosen, not typed in some order of its own', () => {
  const fields = fieldsOf(formOf(createPurchaseOrderCall)).map(({ label, kind }) => [label, kind]);
  expect(fields).toEqual([
    ['Number', 'text'],
    ['Vendor', 'text'],
    ['Vendor ID', 'text'],
    ['Expected on', 'date'],
  ]);
});
