import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Warehouse, WarehouseOrder, WarehouseOrderState } from '../contract.ts';
import { announcementTests } from './announcements.ts';
import { openerOf } from './candidate.ts';
import { aDay, type Directed, goodsOf, submitted, type WarehouseCandidate, type WarehouseSide } from './directed.ts';
import { parcelTests } from './parcels.ts';
import { drain, records, succeeded } from './streams.ts';

/** What every warehouse must do with orders, parcels and announcements. `contractSuite` tries its calls one by one. */
export function warehouseSuite(candidate: WarehouseCandidate): void {
  let side: WarehouseSide;
  let count = 0;
  beforeAll(async () => {
    side = await candidate.start();
  });
  afterAll(() => side.stop());
  const directed: Directed = {
    candidate,
    side: () => side,
    warehouse: () => openerOf(candidate, side, [])().warehouse,
    nextReference: () => {
      count += 1;
      return `CD-suite-${String(count).padStart(4, '0')}`;
    },
  };
  describe('orders', () => {
    orderTests(directed);
    lookUpTests(directed);
  });
  describe('cancellations', () => cancelTests(directed));
  describe('changes', () => changeTests(directed));
  describe('parcels', () => parcelTests(directed));
  describe('stock', () => stockTests(directed));
  if (candidate.notice) describe('announcements', () => announcementTests(directed));
}

/** With one unit more of its first line. */
const withMore = (order: WarehouseOrder): WarehouseOrder => ({
  ...order,
  lines: order.lines.map((line, at) => (at === 0 ? { ...line, quantity: line.quantity + 1 } : line)),
});

const finderOf =
  ({ warehouse }: Directed) =>
  async (reference: string) =>
    succeeded(await warehouse().findOrder(reference));

function orderTests(directed: Directed): void {
  const { warehouse } = directed;
  const found = finderOf(directed);

  test('is new by the call that made it, and comes back as the warehouse has it', async () => {
    const { order, state } = await submitted(directed);
    for (const each of [state, await found(order.reference)]) {
      expect(each).toMatchObject({ providerRef: state.providerRef, reference: order.reference, status: 'open' });
      expect(goodsOf(each.lines)).toEqual(goodsOf(order.lines));
      expect(each.lines.map(({ lineReference }) => lineReference)).toEqual(order.lines.map(({ lineReference }) => lineReference));
      const { name, country, postalCode } = order.shipTo;
      if (each.shipTo) expect(each.shipTo).toMatchObject({ name, country, postalCode });
      if (each.orderNumbers) expect(each.orderNumbers).toEqual(order.orderNumbers);
    }
  });

  test('sent twice is one order, which the second call did not make', async () => {
    const { order, state } = await submitted(directed);
    expect(await whatItHas(warehouse(), order)).toMatchObject({ providerRef: state.providerRef });
    const all = await records(warehouse().orderChanges);
    expect(new Set(all.filter(({ reference }) => reference === order.reference).map(({ providerRef }) => providerRef)).size).toBe(1);
  });

  test('with other goods under its reference is returned with the goods that it has', async () => {
    const { order } = await submitted(directed);
    const has = await whatItHas(warehouse(), withMore(order));
    expect(goodsOf(has.lines)).toEqual(goodsOf(order.lines));
    expect(goodsOf((await found(order.reference)).lines)).toEqual(goodsOf(order.lines));
  });

  test('comes with the changes, from where they were read last', async () => {
    const { orderChanges } = warehouse();
    const rest = (await drain(orderChanges)).at(-1)?.page.next ?? null;
    const { order } = await submitted(directed);
    const changes = await records(orderChanges, rest);
    expect(changes.some(({ reference }) => reference === order.reference)).toBe(true);
  });
}

function lookUpTests(directed: Directed): void {
  const { warehouse } = directed;

  test('is not found where there is none of exactly this reference', async () => {
    const { order } = await submitted(directed);
    for (const other of ['CD-never-sent', order.reference.slice(0, -1), `${order.reference}0`])
      expect(await warehouse().findOrder(other)).toMatchObject({ ok: false, failure: { kind: 'not_found' } });
  });

  test('is found by its number with every other that carries it', async () => {
    const { findOrdersByNumber } = warehouse();
    if (!findOrdersByNumber) return;
    const [first, second] = [
      await submitted(directed, { orderNumbers: ['N-77'] }),
      await submitted(directed, { orderNumbers: ['N-78', 'N-77'] }),
    ];
    const refs = async (number: string) => new Set(succeeded(await findOrdersByNumber(number)).map(({ providerRef }) => providerRef));
    expect(await refs('N-77')).toEqual(new Set([first.state.providerRef, second.state.providerRef]));
    expect(await refs('N-7')).toEqual(new Set());
  });
}

/** A warehouse returns the order that it has, or says that it has this reference: then it is looked up. */
async function whatItHas(warehouse: Warehouse, order: WarehouseOrder): Promise<WarehouseOrderState> {
  const again = await warehouse.submitOrder(order);
  if (!again.ok) {
    expect(again.failure).toMatchObject({ kind: 'rejected', code: 'duplicate' });
    return succeeded(await warehouse.findOrder(order.reference));
  }
  expect(again.value.created).toBe(false);
  return again.value;
}

function cancelTests(directed: Directed): void {
  const { candidate, side, warehouse } = directed;
  const cancel = async (providerRef: string) => succeeded(await warehouse().requestCancel(providerRef, 'the buyer changed their mind'));
  const statusOf = async (reference: string) => succeeded(await warehouse().findOrder(reference)).status;

  test('of an order that waits is done, and once more changes nothing', async () => {
    const { order, state } = await submitted(directed);
    for (const _ of ['once', 'twice']) expect(await cancel(state.providerRef)).toBe('cancelled');
    expect(await statusOf(order.reference)).toBe('cancelled');
    const last = (await records(warehouse().orderChanges)).findLast(({ reference }) => reference === order.reference);
    expect(last?.status).toBe('cancelled');
  });

  test('of an order that is being picked is no cancelled order', async () => {
    const { order, state } = await submitted(directed);
    await side().pick(state.providerRef);
    expect(await cancel(state.providerRef)).toBe(candidate.cancelWhilePicking);
    expect(await statusOf(order.reference)).toBe('picking');
  });

  test('of an order that has left is too late', async () => {
    const { order, state } = await submitted(directed);
    await side().ship(state.providerRef, 'the rest');
    expect(await cancel(state.providerRef)).toBe('too_late');
    expect(await statusOf(order.reference)).toBe('shipped');
  });

  test('of an order that it does not have is not found', async () => {
    expect(await warehouse().requestCancel('999999999', 'gone')).toMatchObject({ ok: false, failure: { kind: 'not_found' } });
  });
}

function changeTests(directed: Directed): void {
  const { side, warehouse } = directed;

  test('of goods and recipient are taken while it waits, and refused once it is picked', async () => {
    const { replaceOrder } = warehouse();
    if (!replaceOrder) return;
    const { order, state } = await submitted(directed);
    const other = { ...withMore(order), shipTo: { ...order.shipTo, name: 'Somebody Else' } };
    for (const _ of ['once', 'twice']) succeeded(await replaceOrder(state.providerRef, other));
    const has = succeeded(await warehouse().findOrder(order.reference));
    expect(goodsOf(has.lines)).toEqual(goodsOf(other.lines));
    if (has.shipTo) expect(has.shipTo.name).toBe('Somebody Else');
    await side().pick(state.providerRef);
    expect(await replaceOrder(state.providerRef, order)).toMatchObject({ ok: false, failure: { kind: 'rejected', code: 'too_late' } });
    expect(goodsOf(succeeded(await warehouse().findOrder(order.reference)).lines)).toEqual(goodsOf(other.lines));
  });

  test('a hold is a flag beside the status, and ends', async () => {
    const { setHold } = warehouse();
    if (!setHold) return;
    const { order, state } = await submitted(directed);
    for (const held of [true, true, false]) {
      expect(succeeded(await setHold(state.providerRef, held, 'waits for payment'))).toBe('done');
      expect(succeeded(await warehouse().findOrder(order.reference))).toMatchObject({ held, status: 'open' });
    }
    await side().ship(state.providerRef, 'the rest');
    expect(succeeded(await setHold(state.providerRef, true, 'waits for payment'))).toBe('too_late');
  });
}

function stockTests({ warehouse }: Directed): void {
  test('is one snapshot, with a row for each SKU, building, location and lot', async () => {
    const { stock } = warehouse();
    const pages = await drain({ mode: 'cursor', read: (cursor) => stock(cursor) });
    const rows = pages.flatMap(({ page }) => page.records);
    expect(new Set(pages.map(({ page }) => (page as typeof page & { takenAt: Date }).takenAt.getTime())).size).toBe(1);
    expect(new Set(rows.map(({ sku, warehouseId, location, lot }) => JSON.stringify([sku, warehouseId, location, lot]))).size).toBe(
      rows.length,
    );
    for (const { onHand, allocated, onHold, available, expiresOn = null, serials = [] } of rows) {
      for (const units of [onHand, allocated, onHold]) expect(units).toBeGreaterThanOrEqual(0);
      expect(available).toBeLessThanOrEqual(onHand);
      expect(serials.length).toBeLessThanOrEqual(onHand);
      if (expiresOn !== null) expect(expiresOn).toMatch(aDay);
    }
  });
}
