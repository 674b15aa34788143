import type { SellerAccount } from '../../sandbox/ship-station/account.ts';
import type { Edit, Entered } from './fates.ts';

/** Edits come this long after the order, early and late ones mixed, so that it is not read, waits, or is at the warehouse by then. */
const delaysMs = [150, 500, 900, 1_300, 1_900, 2_600];

/** What will be done at the channel to the order that was entered last. What comes too late, because it has shipped, is not done. */
export function editsOf(seller: SellerAccount, all: Entered[]): Edit[] {
  const entered = all.at(-1) as Entered;
  const before = all.at(-2);
  const { sale } = entered;
  const at = Date.now() + (delaysMs[all.length % delaysMs.length] ?? 0);
  const edit = (...concerned: Entered[]): Edit[] => [
    {
      at,
      act: () => {
        if (concerned.every(({ order }) => order.orderStatus === 'awaiting_shipment')) acts[sale.fate]?.(seller, entered, before);
        else for (const each of concerned) each.sale.fate = 'shipped';
      },
    },
  ];
  // Of two that are merged, the second is the one that goes into the first.
  if (sale.fate === 'merged') return before?.sale.fate === 'merged' ? edit(entered, before) : [];
  if (sale.fate === 'cancelled') return [{ at, act: () => cancel(seller, entered) }];
  return acts[sale.fate] && !entered.order.externallyFulfilled ? edit(entered) : [];
}

type Act = (seller: SellerAccount, entered: Entered, before: Entered | undefined) => void;

const acts: Partial<Record<Entered['sale']['fate'], Act>> = {
  split(seller, { order, sale }) {
    const item = order.items.find(({ quantity, adjustment }) => quantity > 1 && !adjustment) ?? order.items[0];
    if (!item) throw new Error('There is nothing to split.');
    const part = seller.split(order, [{ sku: item.sku, quantity: 1 }]);
    sale.purchase.orders.add(String(part.orderId));
  },
  merged(seller, { order, sale }, before) {
    if (!before) throw new Error('There is nothing to merge it with.');
    seller.merge(before.order, [order]);
    const { purchase } = before.sale;
    for (const [sku, quantity] of Object.entries(sale.purchase.sold)) purchase.sold[sku] = (purchase.sold[sku] ?? 0) + quantity;
    purchase.orders.add(sale.remoteId);
    sale.purchase = purchase;
  },
  deleted: (seller, { order }) => seller.vanish(order),
  external: (seller, { order }) => seller.change(order, { externallyFulfilled: true }),
};

function cancel(seller: SellerAccount, { order }: Entered): void {
  if (order.orderStatus === 'awaiting_shipment') seller.change(order, { orderStatus: 'cancelled' });
}
