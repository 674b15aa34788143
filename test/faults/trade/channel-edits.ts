import type { SellerAccount } from '../../../sandbox/ship-station/account.ts';
import type { Edit, Entered, Fate } from '../agreement/fates.ts';
import type { Product } from '../product.ts';

/** Where orders are sold, and go to. */
export type Selling = Pick<Product, 'sandbox' | 'warehouse'>;

const soonMs = 150;
/** What waits at the channel has been read by then. */
const heldMs = 2_500;
/** Then it is done whether the order is at the warehouse or not. */
const longestMs = 15_000;

/**
 * What will be done at the channel to the order that was entered last: soon, when it may not have been read, or once the
 * warehouse has it. What comes too late, because it has shipped, is not done.
 */
export function editsOf({ sandbox: { control }, warehouse }: Selling, all: Entered[]): Edit[] {
  const entered = all.at(-1) as Entered;
  const before = all.at(-2) as Entered;
  const { fate } = entered.sale;
  const act = acts[fate];
  // Of two that are merged, the second is the one that goes into the first.
  if (!act || entered.order.externallyFulfilled || (fate === 'merged' && before?.sale.fate !== 'merged')) return [];
  const concerned = fate === 'merged' ? [before, entered] : [entered];
  const soon = Date.now() + (entered.order.orderStatus === 'on_hold' ? heldMs : soonMs);
  const late = Date.now() + longestMs;
  const awaited = waitsFor(fate, entered.turn, concerned);
  return [
    {
      isDue: () =>
        Date.now() > late ||
        (Date.now() > soon &&
          awaited.every(({ order }) => warehouse.orders(control).some(({ recipient }) => recipient === order.shipTo.name))),
      act: () => {
        const isTooLate = concerned.some(({ order }) => order.orderStatus === 'shipped');
        if (!isTooLate) act(control.seller(), entered, before);
        else if (fate !== 'cancelled') for (const { sale } of concerned) sale.fate = 'shipped';
        for (const { order } of concerned)
          if (order.orderStatus === 'on_hold' && control.seller().book.get(order.orderId))
            control.seller().change(order, { orderStatus: 'awaiting_shipment' });
      },
    },
  ];
}

/** The orders that have to be at the warehouse first. Of a merge: none, the second, the first, or both. */
function waitsFor(fate: Fate, turn: number, concerned: Entered[]): Entered[] {
  if (fate === 'merged') return concerned.filter((_, at) => [[], [1], [0], [0, 1]][turn]?.includes(at));
  return turn % 2 === 1 && concerned.every(({ order }) => order.orderStatus !== 'on_hold') ? concerned : [];
}

type Act = (seller: SellerAccount, entered: Entered, before: Entered) => void;

const acts: Partial<Record<Fate, Act>> = {
  cancelled: (seller, { order }) => seller.change(order, { orderStatus: 'cancelled' }),
  split(seller, { order, sale }) {
    const item = order.items.find(({ quantity, adjustment }) => quantity > 1 && !adjustment);
    if (!item) throw new Error('There is nothing to split.');
    const part = seller.split(order, [{ sku: item.sku, quantity: 1 }]);
    sale.purchase.orders.add(String(part.orderId));
  },
  merged(seller, { order, sale }, before) {
    seller.merge(before.order, [order]);
    const { purchase } = before.sale;
    for (const [sku, quantity] of Object.entries(sale.purchase.sold)) purchase.sold[sku] = (purchase.sold[sku] ?? 0) + quantity;
    purchase.orders.add(sale.remoteId);
    sale.purchase = purchase;
  },
  deleted: (seller, { order }) => seller.vanish(order),
  external: (seller, { order }) => seller.change(order, { externallyFulfilled: true }),
};
