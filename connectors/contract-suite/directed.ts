import { expect } from 'vitest';
import type { InboundNotice, Warehouse, WarehouseOrder } from '../contract.ts';
import type { Candidate, OtherSide } from './candidate.ts';
import { succeeded } from './streams.ts';

type Done = void | Promise<void>;
type Part = 'a part' | 'the rest';

/** A warehouse whose people do what a test says. */
export type WarehouseSide = OtherSide & {
  /** Somebody begins to take the goods of an order from the shelves. */
  pick: (providerRef: string) => Done;
  /** A parcel of an order leaves. Of one that leaves at once, `the rest` is all of it. */
  ship: (providerRef: string, part: Part) => Done;
  /** Goods of an announcement come and are put on the shelves; with the rest of them it is closed. */
  receive?: (asnId: string, part: Part) => Done;
  /** Two units of an SKU of the orders come, which nobody announced. Left out where it reports no such receipts. */
  receiveUnannounced?: (sku: string) => Done;
  /** What came of it first is counted again, and is one unit less. Left out where a warehouse books that as a receipt of its own. */
  recount?: (asnId: string) => Done;
};

/** What the suite needs to know of a warehouse. */
export type WarehouseCandidate = Pick<Candidate, 'connector' | 'settings'> & {
  start: () => Promise<WarehouseSide>;
  /** An order that it takes: two lines of different SKUs, of at least two units each, with enough in stock for fifty such orders. */
  order: (reference: string) => WarehouseOrder;
  /** What is announced to it: two lines of different SKUs, of at least two units each. */
  notice?: (reference: string) => InboundNotice;
  /** What it says to a cancellation once somebody picks the order. */
  cancelWhilePicking: 'pending' | 'too_late';
  /** An order leaves at once, with all of its parcels. */
  leavesWhole?: true;
  /** The goods of an order's first line lie in lots that expire, each of fewer units than the line has. */
  liesInLots?: true;
};

export type Directed = {
  candidate: WarehouseCandidate;
  side: () => WarehouseSide;
  warehouse: () => Warehouse;
  nextReference: () => string;
};

/** An order that the warehouse has taken by this call. */
export async function submitted({ candidate, warehouse, nextReference }: Directed, changes: Partial<WarehouseOrder> = {}) {
  const order = { ...candidate.order(nextReference()), ...changes };
  const { created, ...state } = succeeded(await warehouse().submitOrder(order));
  expect(created).toBe(true);
  return { order, state };
}

export const aDay = /^\d{4}-\d\d-\d\d$/;

/** The goods, whatever their lines are called. */
export const goodsOf = (lines: readonly { sku: string; quantity: number }[]) =>
  lines.map(({ sku, quantity }) => `${quantity} × ${sku}`).toSorted();
