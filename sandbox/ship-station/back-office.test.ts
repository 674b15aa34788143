import { expect, test } from 'vitest';
import { visit } from '../test/visit.ts';

test('a person finds an order by its number, without a key', async () => {
  const { sandbox, control } = await visit();
  control.seller().add([{ orderNumber: 'SO-1 & <b>', items: [{ sku: 'MUG', quantity: 2 }] }]);
  const page = async (number: string) =>
    (await fetch(`${sandbox.origin}/ship-station/orders/all-orders-search-result?${new URLSearchParams({ quickSearch: number })}`)).text();
  expect(await page('SO-1 & <b>')).toMatch(/<h1>Order SO-1 &#38; &#60;b&#62;<\/h1>[\s\S]*2 ×<td>MUG/);
  expect(await page('SO-2')).toContain('No order SO-2');
});
