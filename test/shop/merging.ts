import { expect } from 'vitest';
import { storeOrders } from '../../app/nouns/order-flow/intake/intake.ts';
import { rereadThere } from '../../app/nouns/order-flow/shared-goods/reread.ts';
import { saveOrder } from '../../app/nouns/orders/editing/save.ts';
import { wordReason } from '../../connectors/reasons.ts';
import { translateOrder } from '../../connectors/ship-station/translate.ts';
import type { SellerOrder } from '../../sandbox/ship-station/order.ts';
import type { TestDatabase } from '../database.ts';
import { type SplittingShop, splittingShop } from './splits.ts';

/** Two orders that wait at the channel, as they are merged there. */
export async function waiting(own: TestDatabase) {
  const shop = await splittingShop(own);
  const orders = shop.two();
  for (const order of Object.values(orders)) shop.seller.change(order, { orderStatus: 'on_hold' });
  await shop.sync();
  const go = (...ready: (typeof orders.mugs)[]) => {
    for (const order of ready) shop.seller.change(order, { orderStatus: 'awaiting_shipment' });
  };
  return { ...shop, ...orders, go };
}

export type MergingShop = Awaited<ReturnType<typeof waiting>>;

/** The same, and one of them is with the warehouse. */
export async function sent(own: TestDatabase, which: 'mugs' | 'cups') {
  const shop = await waiting(own);
  shop.go(shop[which]);
  await shop.sync();
  return shop;
}

/**
 * The cups may have come to the warehouse, which does not have them; they were merged into the mugs, and are not to be sent as they are.
 * `decide`: what is done about the mugs.
 */
export async function neverThere(own: TestDatabase, decide: (shop: MergingShop) => Promise<void>) {
  const shop = await waiting(own);
  const { mugs, cups, go, seller, sync, engine } = shop;
  const { faults } = shop.sandbox.control;
  faults.add({ target: 'amware', operation: 'submit_order', kind: '500', probability: 1 });
  go(cups);
  await shop.read('orders');
  seller.merge(mugs, [cups]);
  const { id } = await shop.row(cups);
  await shop.inTenant((tenant) => rereadThere(tenant, [id]));
  await engine.runJobs();
  expect(await shop.row(cups)).toMatchObject({ order_status: 'pending', issues: ['changed_after_release:gone'] });
  go(mugs);
  await shop.read('orders');
  expect(await shop.row(mugs)).toMatchObject({ order_status: 'error', issues: ['shared_goods:goods'] });
  await decide(shop);
  faults.clear();
  for (let look = 0; look < 6; look++) {
    await engine.passTime();
    await sync();
  }
  return shop;
}

/** A person takes the cups out of the mugs, because they are sent already. */
export async function takeCupsOut({ own, row, mugs, inTenant, accountId }: MergingShop) {
  const { id } = await row(mugs);
  const [line] = await own.sql<{ id: string }>(`select id from order_lines where account_id = $1 and order_id = $2 and sku = 'CUP'`, [
    accountId,
    id,
  ]);
  await inTenant((tenant) => saveOrder(tenant, { id, lineItems: [{ id: Number(line?.id), isDelete: true }] }));
}

type Channel = Pick<SplittingShop, 'seller' | 'inTenant' | 'channelId'>;

/** Stores one order as its channel has it now, before it is read with others. */
export async function storeAlone({ seller, inTenant, channelId }: Channel, order: SellerOrder) {
  const read = translateOrder(JSON.parse(seller.book.write(order)), { currency: 'USD', poNumberField: '' });
  if (!read.ok) throw new Error(wordReason(read.unreadable.reason));
  await inTenant((tenant) => storeOrders(tenant, { connectionId: channelId, label: 'ShipStation', timezone: 'UTC' }, [read.record]));
}

/** Each `sync` has a minute of its own: a channel allows so many requests a minute. */
export function unhurried<S extends SplittingShop>(shop: S): S {
  const sync = async () => {
    await shop.engine.passTime();
    await shop.sync();
  };
  return { ...shop, sync };
}
