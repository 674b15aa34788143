import type { RejectionCode, Result, ShipTo, Warehouse, WarehouseOrder, WarehouseOrderState } from '../contract.ts';
import { unseen } from '../http/failure.ts';
import { type Change, change, type Decision, elsewhere, linesInWords, refused } from './changing.ts';
import type { Opened } from './opened.ts';
import { versionedOrder } from './orders.ts';
import { because } from './reasons.ts';
import { changeable, newItem, oneOrder, orderState, type ReadOrder, statusOf } from './translate-order.ts';
import { embeddedIn } from './wire-values.ts';

type Changes = Required<Pick<Warehouse, 'replaceOrder' | 'requestCancel' | 'setHold'>>;

export function orderChangesOf(opened: Opened): Changes {
  return {
    replaceOrder: (providerRef, order) => replace(opened, providerRef, order),
    requestCancel: (providerRef, reason) => cancel(opened, providerRef, reason),
    setHold: (providerRef, held, reason) => hold(opened, providerRef, held, reason),
  };
}

type OrderWrite<T> = { operation: string; decide: (read: ReadOrder, raw: unknown) => Decision<T>; done: Change<T>['done'] };

function changeOrder<T>(opened: Opened, orderId: string, { operation, decide, done }: OrderWrite<T>): Promise<Result<T>> {
  return change({
    ...{ client: opened.client, now: opened.now, operation, record: `Order ${orderId}`, done },
    read: () => versionedOrder(opened, orderId),
    decide(raw) {
      const read = oneOrder(raw, opened.customer);
      return read.ok ? decide(read.value, raw) : { settled: read };
    },
  });
}

/** An open order alone is replaced: once it is in work, what is on the cart and what is on paper would differ. */
function replace(opened: Opened, orderId: string, order: WarehouseOrder): Promise<Result<WarehouseOrderState>> {
  return changeOrder(opened, orderId, {
    operation: 'replace_order',
    decide(read, raw) {
      const status = statusOf(read.order);
      if (status !== 'open') return { settled: refused('too_late', because({ code: 'extensiv.under_way', order: orderId, status })) };
      const away = elsewhere(`The order ${orderId}`, read.order.readOnly.facilityIdentifier, order.warehouseId);
      return away ? { settled: away } : { method: 'PUT', path: `orders/${orderId}`, json: replacement(raw, order) };
    },
    async done() {
      const again = await versionedOrder(opened, orderId);
      const read = again.ok ? oneOrder(again.value.raw, opened.customer) : again;
      return read.ok ? asReplaced(orderState(read.value), order) : read;
    },
  });
}

/** Whether lines that are left out of a PUT go away is not documented: so what the order has afterwards is compared. */
function asReplaced(state: WarehouseOrderState, order: WarehouseOrder): Result<WarehouseOrderState> {
  const [theirs, ours] = [linesInWords(state.lines), linesInWords(order.lines)];
  if (theirs !== ours) return refused('other', because({ code: 'extensiv.lines_stayed', order: state.providerRef, lines: theirs }));
  if (state.shipTo && placeOf(state.shipTo) === placeOf(order.shipTo)) return { ok: true, value: state };
  return refused('other', because({ code: 'extensiv.address_stayed', order: state.providerRef }));
}

/** What leads a parcel to a door, but for how it is written. */
const placeOf = ({ name, company, line1, line2, city, postalCode }: ShipTo): string =>
  [name, company === name ? null : company, line1, line2, city, postalCode]
    .map((part) => (part ?? '').toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''))
    .join('\n');

/** The order as it was read, with what a replacement says anew. A line that stays keeps its id there. */
function replacement(raw: unknown, order: WarehouseOrder) {
  const { _embedded, _links, ...record } = raw as Record<string, unknown>;
  const items = (embeddedIn(raw, 'orders/item') ?? []) as { externalId?: unknown; itemIdentifier?: { sku?: unknown } }[];
  const orderItems = order.lines.map((line) => {
    const same = items.find((item) => item.externalId === line.lineReference && item.itemIdentifier?.sku === line.sku);
    return { ...same, ...newItem(line) };
  });
  const { routingInfo, shipTo, ...rest } = changeable(order);
  return {
    ...{ ...record, ...rest, orderItems },
    routingInfo: { ...(record.routingInfo as object | null), ...routingInfo },
    shipTo,
  };
}

type Cancelled = 'cancelled' | 'pending' | 'too_late';

/**
 * An order whose goods are packed, or off the shelf, is not cancelled: they lie there under its name. Whether it is too late while it is
 * picked, the 3PL decides.
 */
async function cancel(opened: Opened, orderId: string, reason: string): Promise<Result<Cancelled>> {
  const cancelled = await changeOrder<Cancelled>(opened, orderId, {
    operation: 'cancel_order',
    decide({ order }) {
      const status = statusOf(order);
      if (status === 'cancelled') return { settled: { ok: true, value: 'cancelled' } };
      if (status === 'shipped' || status === 'packed' || order.readOnly.pickDoneDate) return { settled: { ok: true, value: 'too_late' } };
      return { method: 'POST', path: `orders/${orderId}/canceler`, json: { reason } };
    },
    done: () => ({ ok: true, value: 'cancelled' }),
  });
  if (cancelled.ok || cancelled.failure.kind !== 'rejected') return cancelled;
  return (await afterRefusal(opened, orderId)) ?? cancelled;
}

/** Why it was refused, by what the order is now. Null: nothing that it is explains it. */
async function afterRefusal(opened: Opened, orderId: string): Promise<Result<Cancelled> | null> {
  const again = await versionedOrder(opened, orderId);
  const read = again.ok ? oneOrder(again.value.raw, opened.customer) : again;
  if (!read.ok) return null;
  const status = statusOf(read.value.order);
  if (status === 'open') return null;
  return { ok: true, value: status === 'cancelled' ? 'cancelled' : 'too_late' };
}

/**
 * What the order is afterwards shows what came of it: the reply is 200 also where it did nothing. It is too late once the order has gone on
 * for good. One that could still be held, or is still held, did not follow for a reason of theirs, and a person looks there.
 */
async function hold(opened: Opened, orderId: string, held: boolean, reason: string): Promise<Result<'done' | 'too_late'>> {
  const done = await opened.client.hold(orderId, held ? { holdReason: reason } : { release: 'true' });
  if (!done.ok && done.failure.kind !== 'rejected') return done;
  const again = await versionedOrder(opened, orderId);
  const read = again.ok ? oneOrder(again.value.raw, opened.customer) : again;
  if (!read.ok) return done.ok ? unseen(opened, read.failure) : done;
  const state = orderState(read.value);
  if (state.held === held) return { ok: true, value: 'done' };
  if (isOver.has(state.status) || (held && state.status === 'packed')) return { ok: true, value: 'too_late' };
  // Their word for it is "too late", and the order is open.
  if (!done.ok) return done.failure.kind === 'rejected' ? refused(notLate(done.failure.code), done.failure.reason) : done;
  return refused(
    'other',
    because({ code: held ? 'extensiv.not_held' : 'extensiv.not_released', order: orderId, words: done.value.exceptions?.message ?? null }),
  );
}

const notLate = (code: RejectionCode): RejectionCode => (code === 'too_late' ? 'other' : code);

const isOver = new Set<WarehouseOrderState['status']>(['shipped', 'cancelled']);
