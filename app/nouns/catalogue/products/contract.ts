import { z } from 'zod';
import { endpoint } from '../../../../platform/endpoint.ts';
import { paginated } from '../../../../platform/list/query.ts';
import { foundItem, itemSearch } from '../contract.ts';

export const productsByAccountCall = endpoint('GET /api/products-by-account/:accountId', {
  may: 'work',
  summary: 'One page of an account’s products by SKU, as dataSet; q finds words in SKU, name and UPC',
  query: itemSearch.query.pick({ page: true, q: true }),
  example: { query: { q: 'mug' } },
  replies: { 200: z.object({ dataSet: paginated(foundItem) }) },
});
