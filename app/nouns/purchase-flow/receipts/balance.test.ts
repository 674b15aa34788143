import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { PurchaseOrder } from '../../../../connectors/contract.ts';
import { theirWords } from '../../../../connectors/http/reasons.ts';
import { Invalid, Refusal } from '../../../../platform/http/refusal.ts';
import { inTenant, type Tenant } from '../../../../platform/tenant.ts';
import { testDatabase } from '../../../../test/database.ts';
import { savePurchaseOrder } from '../../purchase-orders/actions/edit.ts';
import { getPurchaseOrder } from '../../purchase-orders/detail/queries.ts';
import { storePurchaseOrders } from '../intake/store.ts';
import { bookable } from './bookable.ts';
import { composeBookings } from './booking-message.ts';
import { acceptOver, acceptReceipt, markProcessed } from './decide.ts';
import { processReceipts } from './process.ts';
import { recordSourceBooked, recordSourceRefused } from './record-outcome.ts';
import { storeReceipts } from './store.ts';
import { undoAcceptedReceipt } from './take-back-receipt.ts';

// Whatever comes and whatever people do, every unit is accounted for: here, line by line, and in the books of the source.

const own = testDatabase();
let actor: { accountId: number; userId: number | null };
let source = 0;
let warehouse = 0;

beforeAll(async () => {
  const [account] = await own.sql<{ id: string }>(`insert into accounts (name) values ('Acme') returning id`);
  actor = { accountId: Number(account?.id), userId: null };
  const [books, dock] = await own.sql<{ id: string }>(
    `insert into connections (account_id, connector, slug, name, capabilities)
     values ($1, 'netsuite', 'netsuite', 'NetSuite', '{purchaseOrders}'), ($1, 'amware', 'amware', 'Amware', '{warehouse}') returning id`,
    [account?.id],
  );
  [source, warehouse] = [Number(books?.id), Number(dock?.id)];
  await own.sql(`insert into products (account_id, sku, name) select $1, sku, sku from unnest('{MUG,CUP,POT}'::text[]) as sku`, [
    account?.id,
  ]);
  await own.sql(
    `insert into connector_products (account_id, connection_id, connector_product_sku, product_id, units_per_sale, linked_at)
     select account_id, $2, sku, id, 3, now() from products where account_id = $1 and sku = 'CUP'`,
    [account?.id, source],
  );
});

const within = <T>(work: (tenant: Tenant) => Promise<T>) => inTenant(own.database, actor, work);

const sku = fc.constantFrom('MUG', 'MUG', 'CUP', 'POT');
const lot = fc.constantFrom(null, null, 'A');
const some = fc.nat(9);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constant('receive' as const), sku, lot, quantity: fc.integer({ min: 1, max: 14 }) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('receive' as const), sku, lot, quantity: fc.integer({ min: -6, max: -1 }) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('correct' as const), some, quantity: fc.integer({ min: 0, max: 14 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constantFrom('edit' as const, 'source' as const), some, quantity: fc.integer({ min: 1, max: 20 }) }),
  },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('process' as const) }) },
  { weight: 4, arbitrary: fc.record({ what: fc.constantFrom('booked' as const, 'booked' as const, 'refused' as const) }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constantFrom('accept' as const, 'over' as const, 'mark' as const), some, to: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('undo' as const), some }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** One purchase order, what the warehouse told of it, and what stands in the books of its source by line. */
type Case = {
  id: number;
  remoteId: string;
  asn: string;
  ordered: number[];
  told: { remoteId: string; sku: string; lot: string | null }[];
  books: Map<number, number>;
};

let made = 0;
async function announced(): Promise<Case> {
  made += 1;
  const one: Case = { id: 0, remoteId: String(made), asn: `ASN-${made}`, ordered: [10, 5, 8], told: [], books: new Map() };
  await within((tenant) => storePurchaseOrders(tenant, { connectionId: source, label: 'NetSuite' }, [recordOf(one)]));
  const [row] = await own.sql<{ id: string }>('select id from purchase_orders where remote_id = $1', [one.remoteId]);
  await own.sql(
    `insert into asns (account_id, purchase_order_id, connection_id, reference, remote_id, state) values ($1, $2, $3, $4, $4, 'announced')`,
    [actor.accountId, row?.id, warehouse, one.asn],
  );
  await own.sql(
    `update purchase_order_lines set mapped_sku = sku, lot_number = case when position = 2 then 'A' end where purchase_order_id = $1`,
    [row?.id],
  );
  return { ...one, id: Number(row?.id) };
}

/** Two lines of one SKU, the second of a lot, and one of packs of another. */
function recordOf({ remoteId, ordered }: Pick<Case, 'remoteId' | 'ordered'>): PurchaseOrder {
  const lines = ['MUG', 'MUG', 'CUP'].map((each, at) => ({
    ...{ remoteLineId: String(at + 1), sku: each, name: each, quantity: ordered[at] ?? 0 },
    ...{ received: 0, unitsEach: 1, unitPrice: null },
  }));
  return {
    ...{ remoteId, number: `P-${remoteId}`, sourceStatus: 'B', state: 'open', vendor: { id: null, name: 'Acme' }, location: null },
    ...{ orderedAt: new Date(0), expectedAt: null, modifiedAt: new Date(0), currency: null, note: null, lines, raw: {} },
  };
}

async function take(one: Case, each: Step): Promise<void> {
  try {
    await perform(one, each);
  } catch (error) {
    // What is not possible now is refused, and changes nothing.
    if (!(error instanceof Refusal || error instanceof Invalid)) throw error;
  }
}

async function perform(one: Case, each: Step): Promise<unknown> {
  const { id } = one;
  const lines = await own.sql<{ id: number }>('select id::int from purchase_order_lines where purchase_order_id = $1 order by position', [
    id,
  ]);
  const receipts = await own.sql<{ id: number }>('select id::int from receipts where purchase_order_id = $1 order by id', [id]);
  const lineOf = (n: number) => lines[n % lines.length]?.id ?? 0;
  const receiptOf = (n: number) => receipts[n % Math.max(1, receipts.length)]?.id ?? 0;
  switch (each.what) {
    case 'receive':
      return tell(one, { remoteId: `${one.asn}-${one.told.length + 1}`, sku: each.sku, lot: each.lot, quantity: each.quantity });
    case 'correct': {
      const told = one.told[each.some % Math.max(1, one.told.length)];
      return told && tell(one, { ...told, quantity: each.quantity });
    }
    case 'edit':
      return within((tenant) => savePurchaseOrder(tenant, id, { lines: [{ id: lineOf(each.some), quantity: each.quantity }] }));
    case 'source':
      one.ordered[each.some % one.ordered.length] = each.quantity;
      return within((tenant) => storePurchaseOrders(tenant, { connectionId: source, label: 'NetSuite' }, [recordOf(one)]));
    case 'process':
      return within((tenant) => processReceipts(tenant, id));
    case 'booked':
      return bookAtSource(one);
    case 'refused':
      return within(async (tenant) => recordSourceRefused(tenant, await bookingOf(one), theirWords('The period is closed.')));
    case 'over':
      return within((tenant) => acceptOver(tenant, id, lineOf(each.some)));
    case 'accept':
      return correctingBooks(one, receiptOf(each.some), (tenant, receipt) =>
        acceptReceipt(tenant, id, receipt, each.to < lines.length ? lineOf(each.to) : null),
      );
    case 'undo':
      return undoAcceptance(receiptOf(each.some));
    case 'mark':
      return correctingBooks(one, receiptOf(each.some), (tenant, receipt) => markProcessed(tenant, id, receipt));
  }
}

async function tell(one: Case, receipt: { remoteId: string; sku: string; lot: string | null; quantity: number }): Promise<void> {
  const more = { asnId: one.asn, type: 'receipt', receivedAt: new Date(), carrier: null, freightNumber: null, raw: {} };
  await within((tenant) => storeReceipts(tenant, warehouse, [{ ...more, ...receipt }]));
  const { remoteId, sku, lot } = receipt;
  if (!one.told.some((each) => each.remoteId === remoteId)) one.told.push({ remoteId, sku, lot });
}

/** A person takes back that they accepted it, where they did. */
async function undoAcceptance(receipt: number): Promise<void> {
  const [last] = await own.sql<{ group: number }>(
    `select group_id::int as group from changes where noun = 'accepted receipt' and record_id = $1 and undoes is null order by id desc limit 1`,
    [receipt],
  );
  if (last) await within((tenant) => undoAcceptedReceipt(tenant, last.group));
}

async function bookingOf({ id }: Case): Promise<number> {
  const [booking] = await own.sql<{ id: string }>(`select id from bookings where purchase_order_id = $1 and state = 'waiting'`, [id]);
  return Number(booking?.id ?? 0);
}

/** The source books what it is told, as often as it is told: a repeat says the same. */
async function bookAtSource(one: Case): Promise<void> {
  const booking = await bookingOf(one);
  await within(async (tenant) => {
    const message = (await composeBookings(tenant, [booking])).get(booking);
    for (const { remoteLineId, quantity } of message?.lines ?? []) {
      expect(quantity).toBeGreaterThan(0);
      const at = Number(remoteLineId);
      one.books.set(at, (one.books.get(at) ?? 0) + quantity);
    }
    await recordSourceBooked(tenant, booking, 'IR-1');
  });
}

/** A person who decides that a receipt is processed has entered it, or its correction, at the source. */
async function correctingBooks(one: Case, receipt: number, decide: (tenant: Tenant, receipt: number) => Promise<unknown>): Promise<void> {
  const processed = () =>
    own.sql<{ position: number; quantity: number }>(
      `select l.position, floor(sum(c.quantity)::numeric / l.units_per_sale)::int as quantity from receipt_lines c
        join receipts r on r.id = c.receipt_id join purchase_order_lines l on l.id = c.line_id
        where l.purchase_order_id = $1 and r.processed_at is not null group by l.position, l.units_per_sale`,
      [one.id],
    );
  const before = await processed();
  await within((tenant) => decide(tenant, receipt));
  for (const [sign, shares] of [
    [-1, before],
    [1, await processed()],
  ] as const)
    for (const { position, quantity } of shares) one.books.set(position, (one.books.get(position) ?? 0) + sign * quantity);
}

async function expectBalance(one: Case): Promise<void> {
  const order = await within((tenant) => getPurchaseOrder(tenant, one.id));
  const items = order?.purchase_order_items ?? [];
  const receipts = order?.receipts ?? [];
  const counted = receipts.filter(({ waits_for }) => waits_for === null || waits_for === 'changed').flatMap(({ lines }) => lines);
  for (const { id, position, quantity, units_per_sale, received, processed, open, over } of items) {
    expect(received + open - over, 'ordered').toBe(quantity * units_per_sale);
    expect(received, 'received').toBe(counted.filter(({ line_id }) => line_id === id).reduce((sum, share) => sum + share.quantity, 0));
    expect(one.books.get(position) ?? 0, 'booked').toBe(Math.floor(processed / units_per_sale));
  }
  expect(receipts, 'each delivery once').toHaveLength(one.told.length);
  for (const { quantity, lines, waits_for, processed } of receipts)
    if (waits_for === null && !(processed && lines.length === 0))
      expect(
        lines.reduce((sum, share) => sum + share.quantity, 0),
        'a receipt counts whole',
      ).toBe(quantity);
  const { left } = await within((tenant) => bookable(tenant, one.id));
  if (left > 0) expect(order?.issues, 'a person is told').not.toEqual([]);
}

/** A person decides whatever waits, and the source books the rest. */
async function settleAll(one: Case): Promise<void> {
  for (const what of ['booked', 'accept', 'over', 'process', 'booked', 'mark'] as const)
    for (let n = 0; n < 10; n++) await take(one, { what, some: n, to: 3 } as Step);
}

test('any sequence of receipts, corrections, edits and decisions keeps ordered = received + open (− over), and books what is processed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const one = await announced();
      for (const each of steps) {
        await take(one, each);
        await expectBalance(one);
      }
      await settleAll(one);
      await expectBalance(one);
      const order = await within((tenant) => getPurchaseOrder(tenant, one.id));
      expect(order?.receipts.filter(({ processed, waits_for }) => !processed || waits_for !== null)).toEqual([]);
    }),
    { numRuns: 5, endOnFailure: true },
  );
});
