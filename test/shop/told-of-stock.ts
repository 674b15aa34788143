import { expect } from 'vitest';
import { linkProduct } from '../../app/nouns/links/saving/commands.ts';
import { saveStockSettings } from '../../app/nouns/stock-out/commands.ts';
import { listPushes } from '../../app/nouns/stock-out/queries.ts';
import type { Inventory, InventoryLevel, LevelOutcome, Result } from '../../connectors/contract.ts';
import { buildShop, ofGoods, type Shop, type ShopOptions } from '../build.ts';
import type { TestDatabase } from '../database.ts';
import { connectMarketplace } from './marketplace.ts';
import { addListings } from './rows.ts';
import { connectVendor } from './vendor.ts';

export const productOf = async ({ own, accountId }: Shop, sku: string) =>
  Number((await own.sql('select id from products where account_id = $1 and sku = $2', [accountId, sku]))[0]?.id);
export const link = async (shop: Shop, connectionId: number, sku: string, to = sku, units?: number) => {
  const productId = await productOf(shop, to);
  await addListings(shop.own, connectionId, [sku]);
  await shop.inTenant((tenant) => linkProduct(tenant, { connectionId, sku, productId, units }));
};
export const tell = (shop: Shop, connectionId: number, mode: 'off' | 'rehearsal' | 'on', buffer = 0, locationId = '1') =>
  shop.inTenant((tenant) =>
    saveStockSettings(tenant, { id: connectionId, name: 'A channel' }, { mode, location_id: locationId, location_name: 'Amware', buffer }),
  );
export const pushesOf = async (shop: Shop, sku: string) => {
  const id = await productOf(shop, sku);
  return (await shop.inTenant((tenant) => listPushes(tenant, id))).map(({ outcome, quantity }) => [outcome, quantity]);
};
/** So many units are free on the shelves, beside those that are allocated. */
export function count(shop: Shop, units: number): void {
  const rows = [...shop.sandbox.control.client().shelves.rows.values()].filter(({ sku }) => sku === 'MUG');
  for (const [at, row] of rows.entries()) Object.assign(row, { on_hand: row.allocated + (at === 0 ? units : 0), on_hold: 0 });
}

/** A shop with a channel that notes what it is told, three at a time. Nothing is told yet. */
export async function shopWithVendor(
  own: TestDatabase,
  set: (levels: InventoryLevel[]) => Promise<Result<LevelOutcome[]>> | Result<LevelOutcome[]> = taken,
  quantity: Inventory['quantity'] = 'available',
  options: ShopOptions = {},
  ask?: Inventory['ask'],
  atOnce?: number,
) {
  const shop = await buildShop(own, { reads: ofGoods, ...options });
  // The first count may have come before the products.
  await shop.sync();
  const told: InventoryLevel[][] = [];
  const vendor = await connectVendor(shop, {
    inventory: () => ({
      ...{ quantity, most: 3, listLocations: async () => ({ ok: true as const, value: [] }) },
      set: async (levels) => {
        told.push(levels);
        return set(levels);
      },
      ...(ask && { ask }),
      ...(atOnce !== undefined && { atOnce }),
    }),
  });
  await own.sql(
    `insert into shipping_options (account_id, connection_id, connector_code, amware_code) values ($1, $2, 'ground', 'UPSGR')`,
    [shop.accountId, vendor.id],
  );
  const told1 = () => told.flat().map(({ sku, locationId, quantity: units }) => [sku, locationId, units]);
  return { shop, vendor, told, quantities: told1 };
}

/** The same with twenty mugs, of which the channel was told. */
export async function shopToldOfMugs(own: TestDatabase, set?: (levels: InventoryLevel[]) => Result<LevelOutcome[]>) {
  const all = await shopWithVendor(own, set);
  const { shop, vendor, quantities } = all;
  count(shop, 20);
  await shop.sync();
  await link(shop, vendor.id, 'MUG');
  await tell(shop, vendor.id, 'on');
  await shop.engine.runJobs();
  expect(quantities()).toEqual([['MUG', '1', 20]]);
  return all;
}

export const taken = (levels: InventoryLevel[]): Result<LevelOutcome[]> => ({ ok: true, value: levels.map(({ key }) => ({ key })) });

/** A shop that sells through ChannelAdvisor too, which subtracts its own open orders itself. */
export async function marketplace(own: TestDatabase) {
  const shop = await buildShop(own, { reads: ofGoods });
  const id = await connectMarketplace(shop);
  const { products, orders } = shop.sandbox.control.advisor();
  const product = products.add({ sku: 'MUG', title: 'A mug' });
  count(shop, 50);
  await link(shop, id, 'MUG');
  await tell(shop, id, 'on');
  await shop.sync();
  let [sold, unshipped] = [0, 0];
  const lastTold = () => products.rows.get(String(product.ID))?.updates.at(-1)?.quantity ?? 0;
  /** What ChannelAdvisor has left to sell: what it was told last, less what it has sold and not seen shipped. */
  const there = () => lastTold() - unshipped;
  const buy = (quantity: number) => {
    sold += 1;
    unshipped += quantity;
    orders.add([{ SiteOrderID: `M${sold}`, items: [{ sku: 'MUG', quantity }], ShippingAddressLine1: `${sold} Main Street` }]);
  };
  return { shop, id, lastTold, there, buy };
}
