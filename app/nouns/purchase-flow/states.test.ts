import { beforeAll, describe, expect, test } from 'vitest';
import { type Person, testWeb } from '../../../test/web.ts';
import type { PurchaseAction, PurchaseStatus } from './purchase-order.ts';

// What each status allows, through the calls of the specification; and what two people get who act at the same moment.

const own = testWeb();
let ann: Person;
let bob: Person;
let sourceId = 0;
let warehouseId = 0;

beforeAll(async () => {
  const accountId = await own.account();
  ann = await own.person(accountId);
  bob = await own.person(accountId);
  const [source, warehouse] = await own.sql<{ id: string }>(
    `insert into connections (account_id, connector, slug, name, capabilities)
     values ($1, 'netsuite', 'netsuite', 'NetSuite', '{purchaseOrders}'), ($1, 'amware', 'amware', 'Amware', '{warehouse}') returning id`,
    [accountId],
  );
  [sourceId, warehouseId] = [Number(source?.id), Number(warehouse?.id)];
});

/** The facts behind each situation, as columns of the purchase order. */
const situations = {
  pending: '',
  hold: 'on_hold = true',
  received: 'receipts_counted = 1, units_received = 4',
  closed_out: 'receipts_counted = 1, units_received = 4, closed_at = now()',
  cancelled: 'cancelled_at = now()',
  'closed_out, archived': 'receipts_counted = 1, units_received = 4, closed_at = now(), archived_at = now()',
  'cancelled, archived': 'cancelled_at = now(), archived_at = now()',
  'pending, in error': 'open_issues = 1',
  'received, in error': 'receipts_counted = 1, units_received = 4, open_issues = 1',
} as const;
type Situation = keyof typeof situations;
const everySituation = Object.keys(situations) as Situation[];

let made = 0;

/** A purchase order of ten mugs in this situation; of what has come, four mugs have. */
async function orderIn(situation: Situation): Promise<number> {
  made += 1;
  const status = situation.split(',')[0] as PurchaseStatus;
  const [row] = await own.sql<{ id: string }>(
    `insert into purchase_orders (account_id, connection_id, remote_id, source_number, vendor_name) values ($1, $2, $3, 'P-' || $3, 'Acme') returning id`,
    [ann.accountId, sourceId, String(made)],
  );
  const id = Number(row?.id);
  await own.sql(`update purchase_orders set status = $2${situations[situation] && `, ${situations[situation]}`} where id = $1`, [
    id,
    status,
  ]);
  const came = situations[situation].includes('units_received') ? 4 : 0;
  const [line] = await own.sql<{ id: string }>(
    `insert into purchase_order_lines (account_id, purchase_order_id, position, remote_line_id, sku, name, quantity, quantity_received)
     values ($1, $2, 1, '1', 'MUG', 'A mug', 10, $3) returning id`,
    [ann.accountId, id, came],
  );
  if (came > 0)
    await own.sql(
      `with receipt as (
        insert into receipts (account_id, connection_id, purchase_order_id, remote_id, asn_id, type, received_at, sku, quantity, processed_at)
        values ($1, $2, $3, $4, 'ASN-1', 'receipt', now(), 'MUG', 4, case when $5 then now() end) returning account_id, id)
      insert into receipt_lines (account_id, receipt_id, line_id, quantity) select account_id, id, $6, 4 from receipt`,
      [ann.accountId, warehouseId, id, `R${made}`, status === 'closed_out', line?.id],
    );
  if (situation.endsWith('error'))
    await own.sql(
      `insert into issues (account_id, purchase_order_id, type, subject, sentence) values ($1, $2, 'rejected_by_warehouse', 'announce', '{"code": "warehouse_refused", "connection": "Amware", "task": "announce", "reason": "No."}')`,
      [ann.accountId, id],
    );
  return id;
}

/** Each action's call. An edit says which revision it was made on. */
const calls: Record<PurchaseAction, (id: number) => { method: 'PUT' | 'POST' | 'DELETE'; url: string; payload?: object }> = {
  hold: (id) => ({ method: 'PUT', url: `/purchase-orders/hold/${id}` }),
  unhold: (id) => ({ method: 'PUT', url: `/purchase-orders/unhold/${id}` }),
  cancel: (id) => ({ method: 'PUT', url: `/purchase-orders/cancel/${id}` }),
  receive: (id) => ({ method: 'POST', url: `/api/connectors/netsuite/receive/${id}` }),
  close: (id) => ({ method: 'PUT', url: `/purchase-orders/close/${id}`, payload: { reason: 'The vendor has no more.' } }),
  archive: (id) => ({ method: 'PUT', url: `/purchase-orders/archive/${id}` }),
  unarchive: (id) => ({ method: 'PUT', url: `/purchase-orders/unarchive/${id}` }),
  'clear-errors': (id) => ({ method: 'PUT', url: `/purchase-orders/clear-errors/${id}` }),
  delete: (id) => ({ method: 'DELETE', url: `/purchase-orders/${id}` }),
  edit: (id) => ({ method: 'PUT', url: `/purchase-orders/${id}`, payload: { revision: 1, note: 'late' } }),
  sync: (id) => ({ method: 'POST', url: `/purchase-orders/sync-from-source/${id}` }),
};
const everyAction = Object.keys(calls) as PurchaseAction[];

async function act(person: Person, action: PurchaseAction, id: number) {
  const reply = await own.as(person, calls[action](id));
  return { status: reply.statusCode, ...(reply.json() as { message?: string; errorMessage?: string; code?: string }) };
}

/** The status after an action that is allowed: `gone` when it is deleted, `asked` when its source is, which has no key here. */
type After = PurchaseStatus | 'gone' | 'asked';
const allowed: Record<Situation, Partial<Record<PurchaseAction, After>>> = {
  pending: { hold: 'hold', cancel: 'cancelled', delete: 'gone', edit: 'pending', sync: 'asked' },
  hold: { unhold: 'pending', cancel: 'cancelled', sync: 'asked' },
  received: { receive: 'received', close: 'received', edit: 'received', sync: 'asked' },
  closed_out: { archive: 'closed_out' },
  cancelled: { archive: 'cancelled' },
  'closed_out, archived': { unarchive: 'closed_out' },
  'cancelled, archived': { unarchive: 'cancelled' },
  'pending, in error': {
    ...{ 'clear-errors': 'pending', hold: 'hold', cancel: 'cancelled', delete: 'gone', edit: 'pending', sync: 'asked' },
  },
  'received, in error': { 'clear-errors': 'received', receive: 'received', close: 'received', edit: 'received', sync: 'asked' },
};

const refusals: Record<PurchaseAction, string> = {
  hold: 'Only a pending purchase order can be put on hold.',
  unhold: 'This purchase order is not on hold.',
  cancel: 'Only a purchase order that is pending or on hold can be cancelled.',
  receive: 'Nothing has been received that could be processed.',
  close: 'Only a purchase order of which something was received can be closed short.',
  archive: 'Only a purchase order that is closed out or cancelled can be archived.',
  unarchive: 'It is not archived.',
  'clear-errors': 'It has no errors.',
  delete: 'Only a pending purchase order can be deleted.',
  edit: 'Only a purchase order that is pending, or of which a part has come, can be edited.',
  sync: 'It has ended: nothing more of its source is read.',
};
const refusalOf = (situation: Situation, action: PurchaseAction) =>
  action === 'archive' && situation.endsWith('archived') ? 'It is archived already.' : refusals[action];

describe.each(everySituation)('%s', (situation) => {
  test.each(everyAction)('%s', async (action) => {
    const id = await orderIn(situation);
    const before = await contentsOf(id);
    const reply = await act(ann, action, id);
    const after = allowed[situation][action];
    if (after === undefined) {
      expect(reply).toEqual({ status: 409, code: 'not_allowed', errorMessage: refusalOf(situation, action) });
      expect(await contentsOf(id)).toEqual(before);
    } else if (after === 'asked') {
      expect(reply).toMatchObject({ status: 409, code: 'needs_reconnect' });
    } else {
      expect(reply).toMatchObject({ status: 200, alertType: 'success', message: expect.stringMatching(/^[A-Z]/) });
      const [found] = await own.sql<{ status: string; gone: boolean }>(
        'select status, deleted_at is not null as gone from purchase_orders where id = $1',
        [id],
      );
      expect(found?.gone ? 'gone' : found?.status).toBe(after);
    }
  });
});

/** Everything of a purchase order that an action could change. */
function contentsOf(id: number) {
  return own.sql(
    `select p.status, p.on_hold, p.archived_at is not null as archived, p.deleted_at is not null as deleted, p.cancelled_at is not null as cancelled,
      p.close_reason, p.note, p.revision, p.open_issues,
      (select count(*)::int from purchase_order_events e where e.purchase_order_id = p.id) as events,
      (select count(*)::int from bookings b where b.purchase_order_id = p.id) as bookings
    from purchase_orders p where p.id = $1`,
    [id],
  );
}

const changing: Partial<Record<Situation, PurchaseAction[]>> = {
  pending: ['hold', 'cancel', 'delete', 'edit'],
  hold: ['unhold', 'cancel'],
  received: ['receive', 'close', 'edit'],
  closed_out: ['archive'],
  'cancelled, archived': ['unarchive'],
};
const pairs = Object.entries(changing).flatMap(([situation, actions]) =>
  actions.flatMap((first, at) => actions.slice(at).map((second) => [situation as Situation, first, second] as const)),
);

test.each(pairs)('%s: %s and %s at once end as one after the other', async (situation, first, second) => {
  const together = await orderIn(situation);
  const replies = await Promise.all([act(ann, first, together), act(bob, second, together)]);
  const outcomes = [];
  for (const order of [
    [first, second],
    [second, first],
  ] as const) {
    const id = await orderIn(situation);
    const [one, other] = [await act(ann, order[0], id), await act(bob, order[1], id)];
    outcomes.push([codes(order[0] === first ? [one, other] : [other, one], first === second), await contentsOf(id)]);
  }
  expect(outcomes).toContainEqual([codes(replies, first === second), await contentsOf(together)]);
  expect(replies.map(({ status }) => status)).toContain(200);
});

/** Of the same action twice it does not matter who was first. */
function codes(replies: { status: number; code?: string }[], same: boolean): string[] {
  const written = replies.map(({ status, code = '' }) => `${status} ${code}`);
  return same ? written.sort() : written;
}
