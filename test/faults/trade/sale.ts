import { setTimeout as pause } from 'node:timers/promises';
import type { NewOrder, SellerOrder } from '../../../sandbox/ship-station/order.ts';
import type { Edit, Entered, Fate, Sale, Units } from '../agreement/fates.ts';
import { editsOf, type Selling } from './channel-edits.ts';

const tickMs = 100;

/** Enters `count` orders at the channel, `perSecond` of them each second, and edits a fifth of them there while they flow. */
export async function sell(selling: Selling, round: string, count: number, perSecond: number): Promise<Sale[]> {
  const { control } = selling.sandbox;
  const all: Entered[] = [];
  let edits: Edit[] = [];
  while (all.length < count || edits.length > 0) {
    const most = Math.min(count, all.length + Math.ceil((perSecond * tickMs) / 1000));
    const orders = Array.from({ length: most - all.length }, (_, index) => newOrder(round, all.length + index));
    const entered = orders.length > 0 ? control.seller().add(orders.map(({ order }) => order)) : [];
    for (const [at, order] of entered.entries()) {
      all.push({ order, sale: saleOf(order, orders[at]?.fate ?? 'shipped'), turn: turnOf(all.length) });
      edits.push(...editsOf(selling, all));
    }
    const due = edits.filter(({ isDue }) => isDue());
    edits = edits.filter((edit) => !due.includes(edit));
    for (const { act } of due) act();
    await pause(tickMs);
  }
  return all.map(({ sale }) => sale);
}

function saleOf({ orderId, orderNumber, items, externallyFulfilled }: SellerOrder, fate: Fate): Sale {
  const sold: Units = {};
  for (const { sku, quantity, adjustment } of items) if (!adjustment) sold[sku] = (sold[sku] ?? 0) + quantity;
  // What somebody else sends from the beginning is not for our warehouse.
  const purchase = { sold: externallyFulfilled ? {} : sold, orders: new Set([String(orderId)]) };
  return { remoteId: String(orderId), number: orderNumber, fate, purchase };
}

/** Of a hundred orders: who is meant for what, by the place in the hundred. */
const turnOf = (index: number) => Math.floor(index / 25) % 4;
const fates: Partial<Record<number, Fate>> = { 3: 'cancelled', 5: 'external', 11: 'split', 13: 'merged', 14: 'merged', 21: 'deleted' };

function newOrder(round: string, index: number): { order: NewOrder; fate: Fate } {
  const orderNumber = `${round}-${index + 1}`;
  const place = index % 100;
  const fate = fates[place % 25] ?? 'shipped';
  // Every tenth goes to the address of the one before, to be combined with it where possible.
  const shipTo = { name: `Buyer ${round} ${index - (index % 10 === 9 && fate !== 'merged' ? 1 : 0)}` } as NewOrder['shipTo'];
  const items = [
    { sku: 'MUG', quantity: fate === 'split' ? 3 : 1 + (index % 3) },
    ...(index % 2 === 0 ? [{ sku: 'CUP', quantity: 2 }] : []),
    ...(index % 5 === 0 ? [{ sku: 'POST', quantity: 1, adjustment: true }] : []),
  ];
  const order = { orderNumber, shipTo, items } as NewOrder;
  if (place % 33 === 7) return { order: { ...order, items: [{ sku: 'POST', quantity: 1, adjustment: true }] }, fate: 'no_goods' };
  if (place % 33 === 17) return { order: { ...order, items: [...items, { sku: `NOBODY-KNOWS-${place}`, quantity: 1 }] }, fate: 'unmapped' };
  // Some of what somebody else sends is so from the beginning, and some of what is merged or deleted is not to be sent at first.
  const orderStatus = waitsAtFirst(place % 25, turnOf(index)) ? 'on_hold' : 'awaiting_shipment';
  return { order: { ...order, orderStatus, externallyFulfilled: fate === 'external' && turnOf(index) % 2 === 0 }, fate };
}

const waitsAtFirst = (place: number, turn: number) =>
  (place === 13 && turn === 1) || (place === 14 && turn === 2) || (place === 21 && turn === 3);
