import type { OrderAction } from '../../app/nouns/order-flow/contract/orders.ts';
import { actOnOrder } from '../../app/nouns/orders/actions.ts';
import { wakeOutbox } from '../../app/shared/outbox/queue.ts';
import type { SellerOrder } from '../../sandbox/ship-station/order.ts';
import { buildShop, ofOrders, type Shop } from '../build.ts';
import type { TestDatabase } from '../database.ts';
import type { OrderRow } from './orders.ts';
import { warehouseOrders } from './warehouse.ts';

export type SplittingShop = Shop & {
  /** Units at the warehouse by SKU, without what it cancelled. */
  held: () => Record<string, number>;
  seller: ReturnType<Shop['sandbox']['control']['seller']>;
  row: (order: SellerOrder) => Promise<OrderRow>;
  decide: (order: SellerOrder, action: OrderAction) => Promise<void>;
  /** Whether effects leave for the warehouse; while they do not, orders are released and wait in the outbox. */
  openWarehouse: (isOpen: boolean) => Promise<unknown>;
  /** Sells three mugs to one address and two cups to another. */
  two: () => { mugs: SellerOrder; cups: SellerOrder };
};

/** A shop whose channel splits and merges. */
export async function splittingShop(own: TestDatabase): Promise<SplittingShop> {
  const shop = await buildShop(own, { reads: ofOrders });
  const row = async ({ orderId }: SellerOrder) => {
    const found = (await shop.orders()).find(({ remote_id }) => remote_id === String(orderId));
    if (!found) throw new Error(`Order ${orderId} did not arrive.`);
    return found;
  };
  return {
    ...shop,
    ...{ row, seller: shop.sandbox.control.seller(), held: () => unitsHeld(shop) },
    decide: async (order, action) => {
      const { id } = await row(order);
      await shop.inTenant((tenant) => actOnOrder(tenant, id, action));
      await shop.engine.runJobs();
    },
    openWarehouse: async (isOpen) => {
      const state = isOpen ? 'active' : 'needs_reconnect';
      await own.sql('update connections set state = $1 where account_id = $2 and id = $3', [state, shop.accountId, shop.warehouseId]);
      await shop.engine.passTime();
      await shop.inTenant((tenant) => wakeOutbox(tenant, [shop.warehouseId]));
    },
    two: () => {
      const [mugs, cups] = shop.sell(
        { orderNumber: '1001', items: [{ sku: 'MUG', quantity: 3 }] },
        { orderNumber: '1002', items: [{ sku: 'CUP', quantity: 2 }], shipTo: { street1: '2 Side Street' } as SellerOrder['shipTo'] },
      );
      if (!mugs || !cups) throw new Error('nothing was sold');
      return { mugs, cups };
    },
  };
}

export function unitsHeld(shop: Shop): Record<string, number> {
  const held: Record<string, number> = {};
  for (const { lines, status } of warehouseOrders(shop))
    for (const { sku, quantity, shipped } of lines) held[sku] = (held[sku] ?? 0) + (status === 'cancelled' ? shipped : quantity);
  return held;
}
