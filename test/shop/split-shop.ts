import { checkOrders } from '../../app/nouns/order-flow/checking/check.ts';
import { saveSplit } from '../../app/nouns/orders/editing/splitting/split.ts';
import { wakeOutbox } from '../../app/shared/outbox/queue.ts';
import { buildShop, ofOrders, type Shop, type ShopOptions } from '../build.ts';

type Quantities = Readonly<Record<string, number>>;
export type SplitShop = Awaited<ReturnType<typeof splitShop>>;

/** A shop with an order of three mugs and a cup that has not left, because the warehouse is paused; functions to split it and to go on. */
export async function splitShop(own: Shop['own'], options: ShopOptions = {}) {
  const shop = await buildShop(own, { reads: ofOrders, limits: { shipStation: 400 }, ...options });
  /** `needs_reconnect`: what is ready waits in the outbox. */
  const setWarehouse = (state: 'paused' | 'needs_reconnect' | 'active') =>
    own.sql('update connections set state = $2 where account_id = $1 and id = $3', [shop.accountId, state, shop.warehouseId]);
  await setWarehouse('paused');
  const [sold] = shop.sell({
    orderNumber: '1001',
    items: [
      { sku: 'MUG', quantity: 3 },
      { sku: 'CUP', quantity: 1 },
    ],
  });
  await shop.sync();
  const { id } = await shop.order('1001');
  const check = async () => {
    await shop.inTenant((tenant) => checkOrders(tenant, [id]));
    await shop.engine.runJobs();
  };
  const lines = () =>
    own.sql<{ id: number; sku: string; of: number; was: number }>(
      `select id::int, sku, quantity as of, later_quantity as was from order_lines where order_id = $1 and not is_charge order by id`,
      [id],
    );
  /** `later`: how many of each SKU go in the second parcel. */
  const wanted = async (later: Quantities) => (await lines()).map(({ sku, ...line }) => ({ ...line, quantity: later[sku] ?? 0 }));
  return {
    ...shop,
    ...{ id, sold, setWarehouse, check, lines, wanted },
    split: async (later: Quantities) => {
      const given = await wanted(later);
      return shop.inTenant((tenant) => saveSplit(tenant, id, given));
    },
    /** The warehouse takes part again. */
    open: async () => {
      await setWarehouse('active');
      await shop.inTenant((tenant) => wakeOutbox(tenant, [shop.warehouseId]));
      await check();
      await shop.flow();
    },
    /** What the warehouse has, in the order in which it came. */
    goods: () =>
      [...shop.sandbox.control.client().orders.rows.values()].map(({ lines }) =>
        lines.map(({ quantity, sku }) => `${quantity} ${sku}`).join(', '),
      ),
    /** What has left, by parcel. */
    shipped: () =>
      [...shop.sandbox.control.client().shipments.rows.values()].map(({ lines }) =>
        lines.map(({ quantity, sku }) => `${quantity} ${sku}`).join(', '),
      ),
  };
}
