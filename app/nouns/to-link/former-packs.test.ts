import { beforeEach, expect, test } from 'vitest';
import { inTenant } from '../../../platform/tenant.ts';
import { linedOrder } from '../../../test/shop/lined-order.ts';
import { addIssues, addListings } from '../../../test/shop/rows.ts';
import { testWeb } from '../../../test/web.ts';
import { linkProducts } from '../links/saving/link-products.ts';
import type { ToLink } from './contract.ts';

const own = testWeb();
const shop = linedOrder(own);
const skus = ['SIX', 'TWO', 'ONE'];

/** An order waits for the links of three SKUs, of which two were packs. */
beforeEach(async () => {
  const { accountId } = shop.ann;
  await addListings(own, shop.channelId, skus);
  await own.sql(
    `update connector_products set product_id = null, linked_by = null,
       units_per_sale = case connector_product_sku when 'SIX' then 6 when 'TWO' then 2 else 1 end where account_id = $1`,
    [accountId],
  );
  await own.sql('delete from issues where account_id = $1', [accountId]);
  await addIssues(
    own,
    accountId,
    skus.map((sku) => ({ order_id: shop.orderId, subject: sku, connection_id: shop.channelId, sentence: { code: 'sku_not_linked', sku } })),
  );
});

/** Links these to the pot, as a person sees them in the list. */
async function link(...named: string[]): Promise<string> {
  const { data } = (await own.as(shop.ann, { url: '/api/skus-to-link' })).json() as { data: ToLink[] };
  const [product] = await own.sql('select sku, name, upc from products where id = $1', [shop.product('POT')]);
  const links = data
    .filter(({ sku }) => named.includes(sku))
    .map(({ connection_id, sku, name, upc, units_per_sale }) => ({
      ...{ connection_id, sku, product_id: shop.product('POT') },
      seen: { name, upc, units_per_sale, product },
    }));
  const reply = await own.as(shop.ann, { method: 'POST', url: '/api/skus-to-link/links', payload: { links } });
  expect([reply.statusCode, reply.json().linked], reply.body).toEqual([200, named.length]);
  return reply.json().message;
}
const units = async () => {
  const rows = await own.sql<{ sku: string; units: number }>(
    `select connector_product_sku as sku, units_per_sale as units from connector_products where account_id = $1 and product_id = $2`,
    [shop.ann.accountId, shop.product('POT')],
  );
  return Object.fromEntries(rows.map((row) => [row.sku, row.units]));
};

test('several that are linked together say of which of them a sale takes the units of a former pack', async () => {
  const message = await link('SIX', 'TWO', 'ONE');
  expect(message).toContain('3 SKUs are linked. One sale takes as many units as of what was linked before: ');
  expect(message).toContain('SIX, 6 units');
  expect(message).toContain('TWO, 2 units');
  expect(message).not.toContain('ONE');
  expect(await units()).toEqual({ SIX: 6, TWO: 2, ONE: 1 });
});

test.each([
  ['SIX', ' One sale takes 6 units of it, as many as of what was linked before.'],
  ['ONE', ''],
])('%s that is linked alone says what its own link says', async (sku, kept) => {
  expect(await link(sku)).toBe(`Portal SKU was mapped successfully.${kept} 1 waiting order checked again.`);
});

test('one of which a sale takes other units than were seen is not linked', async () => {
  const seen = skus.map((sku) => ({ connectionId: shop.channelId, sku, productId: shop.product('POT'), units: 1 }));
  const { linked, kept } = await inTenant(own.database, shop.ann, (tenant) => linkProducts(tenant, seen));
  expect([linked, kept, await units()]).toEqual([1, [], { ONE: 1 }]);
});
