import type { Clock } from '../clock.ts';
import type { Journal } from '../journal.ts';
import type { Schedule } from '../schedule.ts';
import { hash } from '../seeded.ts';
import type { SellerAccount } from '../ship-station/account.ts';
import type { SellerOrder } from '../ship-station/order.ts';

/** What a seller does in ShipStation to a share of the orders while they flow. */
export type RetailEdit = {
  kind: 'split' | 'merged' | 'deleted';
  /** The invoices whose goods it is about, what they sold, by SKU without charges and goods that came back, and every order that those goods were in. */
  numbers: string[];
  sold: Record<string, number>;
  orders: number[];
};

export type RetailEdits = {
  /** Plans edits of orders that were just entered. Orders that have shipped by then stay as they are. */
  plan: (orders: SellerOrder[], percent: number) => void;
  /** What was done. */
  done: () => RetailEdit[];
};

export type EditParts = { journal: Journal; clock: Clock; schedule: Schedule; seller: SellerAccount };

/** Edits come within this time, so that an order is not read, waits, or is with the warehouse by then. */
const withinMs = 6_000;

export function createRetailEdits({ journal, clock, schedule, seller }: EditParts): RetailEdits {
  const table = journal.table<RetailEdit>('replay_edits');
  const record = (edit: RetailEdit) => table.put(edit.numbers[0] ?? '', edit);
  return {
    done: () => [...table.rows.values()],
    plan: (orders, percent) => {
      for (const [at, order] of orders.entries()) {
        const seed = hash(`edit:${order.orderNumber}`);
        if (seed % 100 >= percent) continue;
        const kind = (['split', 'merged', 'deleted'] as const)[hash(`kind:${order.orderNumber}`) % 3] ?? 'split';
        const others = orders.slice(at + 1, at + 2).filter(({ orderNumber }) => hash(`edit:${orderNumber}`) % 100 >= percent);
        schedule.at(clock.now() + (hash(`when:${order.orderNumber}`) % withinMs), () => {
          const edit = act(seller, kind, order, kind === 'merged' ? others : []);
          if (edit) record(edit);
        });
      }
    },
  };
}

function act(seller: SellerAccount, kind: RetailEdit['kind'], order: SellerOrder, others: SellerOrder[]): RetailEdit | undefined {
  const concerned = [order, ...others];
  if (concerned.some(({ orderStatus }) => orderStatus !== 'awaiting_shipment')) return undefined;
  const edit = {
    kind,
    numbers: concerned.map(({ orderNumber }) => orderNumber),
    sold: soldIn(concerned),
    orders: concerned.map(({ orderId }) => orderId),
  };
  if (kind === 'deleted') seller.vanish(order);
  else if (kind === 'merged' && others.length > 0) seller.merge(order, others);
  else if (kind === 'split') {
    const item = order.items.find(({ quantity, adjustment }) => quantity > 1 && !adjustment);
    if (!item) return undefined;
    edit.orders.push(seller.split(order, [{ sku: item.sku, quantity: Math.floor(item.quantity / 2) }]).orderId);
  } else return undefined;
  return edit;
}

function soldIn(orders: SellerOrder[]): Record<string, number> {
  const sold: Record<string, number> = {};
  for (const { sku, quantity, adjustment } of orders.flatMap(({ items }) => items))
    if (!adjustment && quantity > 0) sold[sku] = (sold[sku] ?? 0) + quantity;
  return sold;
}
