import type pg from 'pg';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { SellerOrder } from '../../sandbox/ship-station/order.ts';
import { type Bought, buy } from '../faults/purchases.ts';
import { until } from '../faults/until.ts';

/** Reads as the owner of the database, from outside the product. */
export type Read = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;

/** What was sold and bought on a stage, and ways to sell, buy and wait. */
export type ShopFloor = {
  sold: SellerOrder[];
  bought: Bought[];
  /** Enters orders at the channel: one mug or two, and two cups with every other. Each goes to a buyer of its own. */
  sell: (count: number) => SellerOrder[];
  /** Enters purchase orders in NetSuite. */
  buy: (count: number) => Promise<void>;
  /** Waits until so many warehouse orders of Crossdock are in one of these states. False where the time is up. */
  atWarehouse: (count: number) => Promise<boolean>;
  /** How many orders are marked as shipped at the channel. */
  shipped: () => Promise<number>;
  /** Waits until each order that was sold is marked as shipped at the channel, or until it waits for a person here. */
  settled: (limitMs?: number) => Promise<boolean>;
};

export function openShopFloor(sandbox: Sandbox, read: Read, accountId: number): ShopFloor {
  const sold: SellerOrder[] = [];
  const bought: Bought[] = [];
  const { control } = sandbox;
  return {
    sold,
    bought,
    sell(count) {
      const entered = control.seller().add(Array.from({ length: count }, (_, at) => newOrder(sold.length + at)));
      sold.push(...entered);
      return entered;
    },
    async buy(count) {
      bought.push(...(await buy(sandbox, `E${bought.length + 1}`, count, 50)));
    },
    atWarehouse: (count) => until(async () => (control.state().amware[0]?.orders.length ?? 0) >= count),
    shipped: async () => control.state().shipStation.flatMap(({ orders }) => orders.filter(({ marks }) => marks > 0)).length,
    settled: (limitMs) => until(async () => (await unsettled(sold, sandbox, read, accountId)).length === 0, limitMs),
  };
}

function newOrder(index: number) {
  const items = [{ sku: 'MUG', quantity: 1 + (index % 2) }, ...(index % 3 === 0 ? [{ sku: 'CUP', quantity: 2 }] : [])];
  const shipTo = { name: `Buyer ${index + 1}`, street1: `${index + 1} Harbour Street` };
  return { orderNumber: `E-${index + 1}`, items, shipTo } as Parameters<ReturnType<Sandbox['control']['seller']>['add']>[0][number];
}

/** Orders that are not marked as shipped at the channel, and that no issue shows to a person. */
export async function unsettled(sold: SellerOrder[], { control }: Sandbox, read: Read, accountId: number): Promise<string[]> {
  const marked = new Set(control.state().shipStation[0]?.orders.flatMap(({ orderNumber, marks }) => (marks > 0 ? orderNumber : [])));
  const open = sold.map(({ orderNumber }) => orderNumber).filter((number) => !marked.has(number));
  if (open.length === 0) return [];
  const waiting = await read<{ number: string }>(
    `select o.source_order_number as number from orders o where o.account_id = $1 and o.source_order_number = any($2)
      and exists (select from issues i where i.account_id = o.account_id and i.order_id = o.id and i.closed_at is null)`,
    [accountId, open],
  );
  const known = new Set(waiting.map(({ number }) => number));
  return open.filter((number) => !known.has(number));
}
