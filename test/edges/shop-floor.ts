import type pg from 'pg';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { type NewOrder, plainAddress, type SellerOrder } from '../../sandbox/ship-station/order.ts';
import { type Bought, buy } from '../faults/trade/purchases.ts';
import { until } from '../faults/until.ts';

/** Reads as the owner of the database, from outside the product. */
export type Read = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;

/** What was sold and bought on a stage, and ways to sell, buy and wait. */
export type ShopFloor = {
  sold: SellerOrder[];
  bought: Bought[];
  /** Enters orders at the channel: one mug or two, and two cups with every third. Some go to the buyer of the one before. */
  sell: (count: number) => SellerOrder[];
  /** What is sold next, for a channel that has it first; and enters it. */
  next: (count: number) => NewOrder[];
  enter: (orders: NewOrder[]) => SellerOrder[];
  /** Enters purchase orders in NetSuite. */
  buy: (count: number) => Promise<void>;
  /** Waits until so many warehouse orders of Crossdock are in one of these states. False where the time is up. */
  atWarehouse: (count: number) => Promise<boolean>;
  /** Waits until the warehouse has every order that was sold, alone or with others. False where the time is up. */
  allAtWarehouse: () => Promise<boolean>;
  /** Waits until so many announcements are there. */
  announced: (count: number) => Promise<boolean>;
  /** How many orders are marked as shipped at the channel. */
  shipped: () => Promise<number>;
};

export function openShopFloor(sandbox: Sandbox): ShopFloor {
  const sold: SellerOrder[] = [];
  const bought: Bought[] = [];
  const { control } = sandbox;
  const next = (count: number) => Array.from({ length: count }, (_, at) => newOrder(sold.length + at));
  const enter = (orders: NewOrder[]) => {
    const entered = control.seller().add(orders);
    sold.push(...entered);
    return entered;
  };
  return {
    sold,
    bought,
    ...{ next, enter, sell: (count) => enter(next(count)) },
    async buy(count) {
      bought.push(...(await buy(sandbox, `E${bought.length + 1}`, count, 50)));
    },
    atWarehouse: (count) => until(async () => (control.state().amware[0]?.orders.length ?? 0) >= count),
    allAtWarehouse: () =>
      until(async () => {
        const there = new Set(control.state().amware[0]?.orders.flatMap(({ orderNumbers }) => orderNumbers));
        return sold.every(({ orderNumber }) => there.has(orderNumber));
      }),
    announced: (count) => until(async () => (control.state().amware[0]?.asns.length ?? 0) >= count),
    shipped: async () => control.state().shipStation.flatMap(({ orders }) => orders.filter(({ marks }) => marks > 0)).length,
  };
}

/** Every sixth is for the buyer of the one before it, which was sold at an earlier step in places: they may travel together, or not. */
const buyerOf = (index: number) => (index > 0 && index % 6 === 0 ? index : index + 1);

function newOrder(index: number): NewOrder {
  const items = [{ sku: 'MUG', quantity: 1 + (index % 2) }, ...(index % 3 === 0 ? [{ sku: 'CUP', quantity: 2 }] : [])];
  const shipTo = { ...plainAddress, name: `Buyer ${buyerOf(index)}`, street1: `${buyerOf(index)} Harbour Street` };
  return { orderNumber: `E-${index + 1}`, items, shipTo };
}
