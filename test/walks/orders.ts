import { expect } from 'vitest';
import type { NewOrder } from '../../sandbox/ship-station/order.ts';
import type { TestProduct } from '../product.ts';

/** Sells orders, and returns their ids once each is checked, in their order. */
export async function sold(product: TestProduct, ...orders: NewOrder[]): Promise<number[]> {
  await product.sell(...orders);
  const numbers = orders.map(({ orderNumber }) => orderNumber);
  const read = () =>
    product.database.sql<{ id: string }>(
      `select o.id from unnest($1::text[]) with ordinality as given (number, place) join orders o on o.source_order_number = given.number
        where o.checked_at is not null order by place`,
      [numbers],
    );
  await expect.poll(async () => (await read()).length).toBe(orders.length);
  return (await read()).map(({ id }) => Number(id));
}

/** Waits until all that was written can be found by its words. */
export async function indexed({ database }: TestProduct): Promise<void> {
  await expect.poll(() => database.sql('select from words_due')).toEqual([]);
}

/** Makes a call as an admin's page makes it. */
export async function called(product: TestProduct, path: string, body: object): Promise<void> {
  const cookie = await product.cookieOf('jonas@demo.crossdock');
  const headers = { 'content-type': 'application/json', cookie, origin: product.origin };
  const response = await fetch(product.origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(response.status, await response.text()).toBe(200);
}
