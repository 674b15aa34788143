import type { Result, Warehouse, WarehouseOrder, WarehouseOrderState } from '../contract.ts';
import { unseen } from '../http/failure.ts';
import { translateAll } from '../http/records.ts';
import { mapResult } from '../http/result.ts';
import type { Versioned } from './client.ts';
import { facilityFor } from './facilities.ts';
import { everywhere, standing } from './look-up.ts';
import type { Opened } from './opened.ts';
import { contains, either, equals } from './rql.ts';
import { between, oneOrder, orderBody, orderIdIn, orderState, type ReadOrder, readOrder } from './translate-order.ts';
import { walkOf } from './walk.ts';

/** With an order come its lines and its recipient. */
export const orderDetail = { detail: 'OrderItems,Contacts' };
const pageSize = 100;

type Orders = Pick<Warehouse, 'submitOrder' | 'findOrder' | 'findOrdersByNumber' | 'orderChanges'>;

export function ordersOf(opened: Opened): Orders {
  return {
    submitOrder: (order) => submit(opened, order),
    async findOrder(reference) {
      const found = await find(opened, reference);
      if (!found.ok) return found;
      if (found.value) return { ok: true, value: orderState(found.value) };
      return { ok: false, failure: { kind: 'not_found', reason: { code: 'no_order', reference } } };
    },
    async findOrdersByNumber(number) {
      const carrying = await listed(opened, carries(number));
      return mapResult(carrying, (orders) => orders.map(orderState).flatMap((state) => carriesNumber(state, number)));
    },
    orderChanges: walkOf<WarehouseOrderState>(listOfOrders(opened, orderDetail, pageSize), async (raws) => ({
      ok: true,
      value: translateAll(raws, (raw) => {
        const read = readOrder(raw, opened.customer);
        return read.ok ? { ok: true, record: orderState(read.record) } : read;
      }),
    })),
  };
}

/**
 * What may carry a number, alone or among others: a search for it anywhere would find a short one in thousands of longer ones. That it is
 * carried is looked at afterwards.
 */
export const carries = (number: string): string =>
  either(
    ...[equals('ponum', number), contains('ponum', `${number}${between}`), contains('ponum', `${between}${number}`)],
    equals('referencenum', number),
  );

/** Who sent orders there before us may have made the number their reference. */
export function carriesNumber<T extends { reference: string; orderNumbers: string[] | null }>(state: T, number: string): T[] {
  if (state.orderNumbers?.includes(number)) return [state];
  return state.reference === number ? [{ ...state, orderNumbers: [...(state.orderNumbers ?? []), number] }] : [];
}

export const listOfOrders = ({ client, now, mine }: Opened, query: { detail: string }, size: number, ...conditions: string[]) => ({
  ...{ client, now, operation: 'list_orders', path: 'orders', relation: 'orders/order', query, size },
  ...{ conditions: [...mine, ...conditions], idName: 'readonly.orderid', idOf: orderIdIn },
});

/**
 * The reference is documented to be unique, and not of what: so it is looked for before anything is created, and what is found is
 * compared, as after a refusal of it as a duplicate.
 */
async function submit(opened: Opened, order: WarehouseOrder): ReturnType<Warehouse['submitOrder']> {
  const found = await find(opened, order.reference);
  if (!found.ok) return found;
  if (found.value) return { ok: true, value: { ...orderState(found.value), created: false } };
  const facility = await facilityFor(opened, order.warehouseId);
  if (!facility.ok) return facility;
  const { client, customer } = opened;
  const created = await client.create('submit_order', 'orders', {
    ...{ customerIdentifier: { id: Number(customer) }, facilityIdentifier: { id: Number(facility.value) } },
    // An order that is not complete is neither allocated nor seen by who picks.
    ...{ deferNotification: false, ...orderBody(order) },
  });
  if (!created.ok) return created;
  const read = await readAgain(opened, created.value);
  if (read.ok) return { ok: true, value: { ...orderState(read.value), created: true } };
  return unseen(opened, read.failure);
}

/** What was created, with its lines: a reply may leave them out. */
async function readAgain(opened: Opened, raw: unknown): Promise<Result<ReadOrder>> {
  const whole = readOrder(raw, opened.customer);
  if (whole.ok && whole.record.items.length > 0) return { ok: true, value: whole.record };
  const again = await versionedOrder(opened, orderIdIn(raw) ?? '');
  return again.ok ? oneOrder(again.value.raw, opened.customer) : again;
}

export const versionedOrder = ({ client }: Opened, orderId: string): Promise<Result<Versioned>> =>
  client.versioned('get_order', `orders/${encodeURIComponent(orderId)}`, orderDetail);

/** The order of exactly this reference, whatever its status. */
async function find(opened: Opened, reference: string): Promise<Result<ReadOrder | null>> {
  const found = await listed(opened, equals('referencenum', reference));
  return mapResult(found, (orders) =>
    standing(
      orders.filter(({ order }) => order.referenceNum === reference),
      ({ order }) => order.readOnly.status,
    ),
  );
}

const listed = (opened: Opened, condition: string): Promise<Result<ReadOrder[]>> =>
  everywhere(opened, (of) => listOfOrders(of, orderDetail, pageSize, condition), oneOrder);
