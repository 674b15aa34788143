import { setTimeout as pause } from 'node:timers/promises';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { NewOrder, SellerOrder } from '../../sandbox/ship-station/order.ts';

/** The expected outcome of an order: shipped, closed without goods, stopped for a person, or cancelled by its channel on the way. */
export type Fate = 'shipped' | 'no_goods' | 'unmapped' | 'cancelled';
export type Sale = { remoteId: string; number: string; fate: Fate };

const tickMs = 100;
const cancelledAfterMs = 1_200;

/** Enters `count` orders at the channel, `perSecond` of them each second. Of a hundred four are cancelled, three cannot be mapped, three have no goods. */
export async function sell({ control }: Sandbox, round: string, count: number, perSecond: number): Promise<Sale[]> {
  const sales: Sale[] = [];
  const cancels: { order: SellerOrder; at: number }[] = [];
  for (let entered = 0; entered < count || cancels.length > 0; ) {
    const most = Math.min(count, entered + Math.ceil((perSecond * tickMs) / 1000));
    const orders = Array.from({ length: most - entered }, (_, index) => newOrder(round, entered + index));
    entered = most;
    for (const order of orders.length > 0 ? control.seller().add(orders.map(({ order }) => order)) : []) {
      const fate = orders.find(({ order: { orderNumber } }) => orderNumber === order.orderNumber)?.fate ?? 'shipped';
      sales.push({ remoteId: String(order.orderId), number: order.orderNumber, fate });
      if (fate === 'cancelled') cancels.push({ order, at: Date.now() + cancelledAfterMs });
    }
    while (cancels[0] && cancels[0].at <= Date.now()) {
      const order = cancels.shift()?.order as SellerOrder;
      if (order.orderStatus === 'awaiting_shipment') control.seller().change(order, { orderStatus: 'cancelled' });
    }
    await pause(tickMs);
  }
  return sales;
}

function newOrder(round: string, index: number): { order: NewOrder; fate: Fate } {
  const orderNumber = `${round}-${index + 1}`;
  const place = index % 100;
  // Every tenth goes to the address of the one before, to be combined with it where possible.
  const shipTo = { name: `Buyer ${round} ${index - (index % 10 === 9 ? 1 : 0)}` } as NewOrder['shipTo'];
  const items = [
    { sku: 'MUG', quantity: 1 + (index % 3) },
    ...(index % 2 === 0 ? [{ sku: 'CUP', quantity: 2 }] : []),
    ...(index % 5 === 0 ? [{ sku: 'POST', quantity: 1, adjustment: true }] : []),
  ];
  const order = { orderNumber, shipTo, items } as NewOrder;
  if (place % 33 === 7) return { order: { ...order, items: [{ sku: 'POST', quantity: 1, adjustment: true }] }, fate: 'no_goods' };
  if (place % 33 === 17) return { order: { ...order, items: [...items, { sku: `NOBODY-KNOWS-${place}`, quantity: 1 }] }, fate: 'unmapped' };
  return { order, fate: place % 25 === 3 ? 'cancelled' : 'shipped' };
}
