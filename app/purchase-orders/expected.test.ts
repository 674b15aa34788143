import { expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { buildBuyer } from '../../test/shop/purchasing.ts';
import { expectedStock } from './expected.ts';

const own = testDatabase();

test('what is ordered of a product and has not come is expected, soonest first', async () => {
  const buyer = await buildBuyer(own);
  buyer.buy('P-2', { expected: '2026-12-20', lines: [{ sku: 'MUG', quantity: 5 }] });
  buyer.buy('P-1', { expected: '2026-12-03', lines: [{ sku: 'MUG', quantity: 10 }] });
  await buyer.flow();
  await buyer.receive('P-1', [{ sku: 'MUG', quantity: 4 }]);
  const [product] = await own.sql<{ id: string }>(`select id from products where account_id = $1 and sku = 'MUG'`, [buyer.accountId]);
  const expected = await buyer.inTenant((tenant) => expectedStock(tenant, Number(product?.id)));
  expect(expected.map(({ quantity }) => quantity)).toEqual([6, 5]);
});
