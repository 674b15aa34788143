import { beforeAll, beforeEach } from 'vitest';
import type { OrderDetail } from '../../app/nouns/order-flow/contract/detail.ts';
import type { Person, TestWeb } from '../web.ts';
import { addConnection, addLines, addOrder, addProducts } from './rows.ts';

export type LinedOrder = {
  /** Two people of one account. */
  readonly ann: Person;
  readonly ben: Person;
  readonly channelId: number;
  readonly orderId: number;
  /** The order's revision at the beginning of the test. */
  readonly revision: number;
  /** A warehouse product of the account: MUG, CUP, POT, and LID, which is linked to no line. */
  product: (sku: string) => number;
  /** The line that was there at the beginning. */
  line: (sku: string) => number;
  /** The order in its call's reply. */
  read: () => Promise<OrderDetail>;
  /** What is on the order now, charges aside. */
  quantities: () => Promise<Record<string, number>>;
};

/** Gives each test an order of its own: two mugs, a cup, three teapots that no product is linked to, and the postage. */
export function linedOrder(own: TestWeb): LinedOrder {
  let people: { ann: Person; ben: Person };
  let channelId = 0;
  let orderId = 0;
  let products = new Map<string, number>();
  let lines = new Map<string, number>();
  beforeAll(async () => {
    const accountId = await own.account();
    people = { ann: await own.person(accountId), ben: await own.person(accountId) };
    channelId = await addConnection(own, accountId);
    products = await addProducts(own, accountId, ['MUG', 'CUP', 'POT', 'LID']);
  });
  beforeEach(async () => {
    const { accountId } = people.ann;
    orderId = await addOrder(own, accountId, channelId, { units_ordered: 6, customer_name: 'Alex Doe' });
    const sold = [
      { sku: 'MUG', quantity: 2 },
      { sku: 'CUP', quantity: 1 },
      { sku: 'TEAPOT', quantity: 3 },
      { sku: 'POSTAGE', quantity: 1, is_charge: true },
    ];
    lines = await addLines(own, accountId, orderId, sold, products);
  });
  const read = async (): Promise<OrderDetail> => (await own.as(people.ann, { url: `/api/orders/${orderId}` })).json();
  return {
    get ann() {
      return people.ann;
    },
    get ben() {
      return people.ben;
    },
    get channelId() {
      return channelId;
    },
    get orderId() {
      return orderId;
    },
    revision: 1,
    product: (sku) => products.get(sku) as number,
    line: (sku) => lines.get(sku) as number,
    read,
    quantities: async () => {
      const goods = (await read()).lines.filter(({ is_charge }) => !is_charge);
      return Object.fromEntries(goods.map(({ sku, quantity }) => [sku, quantity]));
    },
  };
}
