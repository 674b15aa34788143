import { expect, test } from 'vitest';
import { addConnection, addOrder } from '../../test/shop/rows.ts';
import { testWeb } from '../../test/web.ts';
import { indexOrders } from './index-orders.ts';

const own = testWeb();

test('a search returns a list, 204 when nothing is found, 422 without a query', async () => {
  const ann = await own.person(await own.account());
  const id = await addOrder(own, ann.accountId, await addConnection(own, ann.accountId), {
    source_order_number: 'A-1',
    customer_name: 'Ada Byron',
  });
  await indexOrders(own.database, ann.accountId, new AbortController().signal);
  const search = (query: string) => own.as(ann, { url: `/api/orders/search${query}` });

  const found = await search('?q=byron');
  expect(found.statusCode).toBe(200);
  expect(found.json()).toMatchObject([
    { id, order_number: `SO-${id}`, source_order_number: 'A-1', customer_name: 'Ada Byron', order_status: 'pending' },
  ]);
  expect((await search('?q=lovelace')).statusCode).toBe(204);
  expect((await search('?q=')).statusCode).toBe(204);
  expect((await search('')).statusCode).toBe(422);
  expect((await own.as(null, { url: '/api/orders/search?q=byron' })).statusCode).toBe(401);
});
