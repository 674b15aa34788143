import { actOnOrder } from '../../app/nouns/orders/actions.ts';
import type { NewOrder } from '../../sandbox/channel-advisor/order.ts';
import { buildShop } from '../build.ts';
import type { TestDatabase } from '../database.ts';
import { connectMarketplace } from './marketplace.ts';

const items = [{ sku: 'MUG', quantity: 1 }];

/** A shop whose ShipStation reads the orders of its marketplace, which is connected too. */
export async function twice(own: TestDatabase) {
  const shop = await buildShop(own, { reads: ['orders', 'order_changes'] });
  const marketId = await connectMarketplace(shop);
  const alex = { ShippingAddressLine1: '1 Main St.', ShippingPostalCode: '78701-1234', ShippingFirstName: 'ALEX' };
  const atMarket = (number: string, changes: Partial<NewOrder> = {}) =>
    shop.sandbox.control.advisor().orders.add([{ SiteOrderID: number, items, ...alex, ...changes }]);
  const to = (name: string, postalCode = '78701') => ({
    name,
    street1: '1 Main Street',
    city: 'Austin',
    state: 'TX',
    postalCode,
    country: 'US',
  });
  const atShipStation = (orderNumber: string, name = 'Alex Doe', postalCode = '78701') =>
    shop.sell({ orderNumber, shipTo: to(name, postalCode) as never });
  const all = async () =>
    (
      await own.sql<{ which: string; status: string; sent: boolean; ended_by: string | null; issues: string[] }>(
        `select c.name || ' ' || o.source_order_number as which, o.order_status as status, o.warehouse_order_id is not null as sent, o.ended_by,
        array(select i.type from issues i where i.order_id = o.id and i.closed_at is null) as issues
      from orders o join connections c on c.id = o.connection_id where o.account_id = $1 order by 1`,
        [shop.accountId],
      )
    ).map(({ which, status, sent, ended_by, issues }) => [which, status, sent, ended_by ?? issues.join()]);
  const act = async (connectionId: number, number: string, action: Parameters<typeof actOnOrder>[2]) => {
    const [row] = await own.sql<{ id: string }>('select id from orders where connection_id = $1 and source_order_number = $2', [
      connectionId,
      number,
    ]);
    const reply = await shop.inTenant((tenant) => actOnOrder(tenant, Number(row?.id), action));
    await shop.flow();
    return reply;
  };
  /** Both come before either can leave. */
  const arrive = async () => {
    const setState = (state: string) => own.sql('update connections set state = $1 where id = $2', [state, shop.warehouseId]);
    await setState('paused');
    await shop.sync();
    await setState('active');
    await shop.flow();
  };
  return { ...shop, arrive, marketId, atMarket, atShipStation, all, act };
}
