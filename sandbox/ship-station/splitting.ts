import type { NewOrder, SellerItem, SellerOrder } from './order.ts';
import type { OrderBook } from './order-book.ts';
import type { Pacific } from './pacific.ts';

/** What a person does to orders in ShipStation's own screens. */
export type Splitting = {
  /** Moves units to a new order of the same number, which names this one as its parent. */
  split: (order: SellerOrder, moved: { sku: string; quantity: number }[]) => SellerOrder;
  /** Moves all that other orders have into this one. The others are no longer listed; reading them gives 404. */
  merge: (order: SellerOrder, others: SellerOrder[]) => void;
  /** Takes a merge back: the others are there again, each with what it brought. */
  unmerge: (order: SellerOrder) => SellerOrder[];
  /** Deletes an order: nothing tells of it any longer. */
  vanish: (order: SellerOrder) => void;
};

export function splitting(book: OrderBook, enter: (order: NewOrder) => SellerOrder, now: () => Pacific): Splitting {
  const change = (order: SellerOrder, changes: Partial<SellerOrder>) => book.change(order, { ...changes, modifyDate: now() });
  return {
    split: (order, moved) => {
      const { orderId: parentId, merged: _, marks: __, ...same } = order;
      const parts = order.items.map((item) => ({ item, taken: takenOf(item, moved) }));
      const taken = parts.flatMap(({ item: { orderItemId: _, ...item }, taken }) => (taken > 0 ? [{ ...item, quantity: taken }] : []));
      const kept = parts.flatMap(({ item, taken }) => (item.quantity > taken ? [{ ...item, quantity: item.quantity - taken }] : []));
      if (taken.length === 0 || kept.length === 0) throw new Error('A split leaves something on both sides.');
      change(order, { items: kept, mergedOrSplit: true });
      return enter({ ...same, parentId, items: taken, mergedOrSplit: true, shippingAmount: '0.00', taxAmount: '0.00' });
    },
    merge: (order, others) => {
      // Copies: the journal clears what is removed, and the order's own rows change in place.
      const merged = [...order.merged, ...others.map((other) => ({ ...other }))];
      for (const other of others) book.remove(other);
      change(order, { items: [...order.items, ...others.flatMap(({ items }) => items)], merged, mergedOrSplit: true });
    },
    unmerge: (order) => {
      const back = order.merged.map((other) => ({ ...other, modifyDate: now() }));
      const theirs = new Set(back.flatMap(({ items }) => items.map(({ orderItemId }) => orderItemId)));
      change(order, { items: order.items.filter(({ orderItemId }) => !theirs.has(orderItemId)), merged: [] });
      for (const other of back) book.enter(other);
      return back;
    },
    vanish: (order) => book.remove(order),
  };
}

const takenOf = ({ sku, quantity }: SellerItem, moved: { sku: string; quantity: number }[]) =>
  Math.min(quantity, moved.find((one) => one.sku === sku)?.quantity ?? 0);
