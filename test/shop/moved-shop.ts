import { undoNewAddress } from '../../app/nouns/order-flow/sent/new-address/undo.ts';
import { actOnOrder } from '../../app/nouns/orders/actions.ts';
import { getOrder } from '../../app/nouns/orders/detail/queries.ts';
import type { SellerOrder } from '../../sandbox/ship-station/order.ts';
import type { TestDatabase } from '../database.ts';
import { splitShop } from './split-shop.ts';

export type MovedShop = Awaited<ReturnType<typeof movedShop>>;
type Changes = Partial<SellerOrder>;

/**
 * A shop with an order in two parcels whose channel changed its address to 9 New Road: of which the first has left, and the second is
 * `here`, for want of stock, or `there`, with the warehouse; of which the `first` is with the warehouse. `first_left`: nothing changed yet.
 */
export async function movedShop(own: TestDatabase, where: 'here' | 'there' | 'first' | 'first_left') {
  const shop = await splitShop(own);
  const { id, sold } = shop;
  if (!sold) throw new Error('nothing was sold');
  const move = (steps: number) => {
    const { floor, orders } = shop.sandbox.control.client();
    for (let step = 0; step < steps; step++) for (const order of [...orders.rows.values()]) floor.advance(order);
  };
  const stock = (units: number) => own.sql('update products set to_promise = $2 where account_id = $1', [shop.accountId, units]);
  const change = async (changes: Changes) => {
    shop.sandbox.control.seller().change(sold, changes);
    await shop.read('orders');
  };
  const changeTo = (street1: string, more: Changes = {}) => change({ shipTo: { ...sold.shipTo, street1 }, ...more });
  const page = async () => (await shop.inTenant((tenant) => getOrder(tenant, id))) ?? fail();
  const seen = async () => (await page()).new_address?.seen;
  const act = (action: 'use-new-address' | 'keep-former-address', saw?: string) =>
    shop.inTenant((tenant) => actOnOrder(tenant, id, action, { seen: saw }));
  await shop.split({ MUG: 1 });
  await shop.open();
  if (where !== 'first') {
    if (where !== 'there') await stock(0);
    move(3);
    await shop.flow();
    if (where !== 'there') await stock(9);
  }
  if (where !== 'first_left') await changeTo('9 New Road');
  return {
    ...{ ...shop, sold, change, changeTo, page, seen, act },
    move,
    use: async (saw?: string) => (await act('use-new-address', saw ?? (await seen()))).group ?? 0,
    keep: async (saw?: string) => {
      await act('keep-former-address', saw ?? (await seen()));
      await shop.engine.runJobs();
    },
    undo: (group: number) => shop.inTenant((tenant) => undoNewAddress(tenant, group)),
    /** The ten seconds are over. */
    passUndo: async ({ runs = true } = {}) => {
      await own.sql(`update changes set at = date_subtract(at, interval '11 seconds', 'UTC') where account_id = $1`, [shop.accountId]);
      await own.sql(`update orders set release_after = date_subtract(release_after, interval '11 seconds', 'UTC') where account_id = $1`, [
        shop.accountId,
      ]);
      await own.sql(
        `update outbox set due_at = date_subtract(due_at, interval '11 seconds', 'UTC') where account_id = $1 and kind = 'replace'`,
        [shop.accountId],
      );
      if (!runs) return;
      await shop.engine.passTime();
      await shop.engine.runJobs();
    },
  };
}

function fail(): never {
  throw new Error('There is no such order.');
}
