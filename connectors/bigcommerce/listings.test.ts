import { expect, onTestFinished, test } from 'vitest';
import type { Cursor, CursorStream, Listing, Page } from '../contract.ts';
import { had, openedAt } from '../contract-suite/opened.ts';
import { bigCommerce } from './connector.ts';
import { bigProduct, bigVariant, startStore, storeOf } from './edge.ts';
import { translateProduct } from './listings.ts';

const now = new Date('2026-11-20T10:31:00Z');

/** Of each variant BigCommerce says some thirty things. */
const further = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`field_${at}`, null]));
const variants = (product: number) =>
  Array.from({ length: 600 }, (_, at) => ({ ...bigVariant(product * 1_000 + at, `SKU-${product}-${at}`), ...further }));

test('products with as many variants as they may have come in, each variant once', async () => {
  const date_modified = '2026-11-20T10:00:00+00:00';
  const products = Array.from({ length: 50 }, (_, at) => bigProduct(at + 1, { date_modified, variants: variants(at + 1) }));
  const edge = await startStore(storeOf({ products }));
  onTestFinished(edge.stop);
  const settings = { store_hash: 'abc123', access_token: 't', api_origin: edge.origin };
  const session = openedAt(edge.origin, bigCommerce, settings, () => now);
  const stream = bigCommerce.listings?.(session).stream as CursorStream<Listing>;
  const seen = new Set<string>();
  let cursor: Cursor | null = null;
  for (let more = true; more; ) {
    const page: Page<Listing> = had(await stream.read(cursor, new Date(date_modified)));
    for (const { remoteId } of page.records) seen.add(remoteId);
    ({ next: cursor, more } = page);
  }
  expect(seen.size).toBe(50 * 600);
});

const stockIds = (changes: Record<string, unknown>) => {
  const translated = translateProduct(bigProduct(7, changes), 'https://mugs.example.com');
  return translated.ok ? translated.record.map(({ stockId }) => stockId) : expect.unreachable('it can be read');
};

test('the stock of a product that is counted as a whole is kept under it, and set by its id', async () => {
  expect(stockIds({ inventory_tracking: 'product' })).toEqual(['product-7']);
  expect(stockIds({ inventory_tracking: 'variant' })).toEqual(['70']);
  expect(stockIds({})).toEqual(['70']);
  expect(stockIds({ inventory_tracking: 'product', variants: [bigVariant(70, 'S'), bigVariant(71, 'M')] })).toEqual(['70', '71']);
  const edge = await startStore();
  onTestFinished(edge.stop);
  const session = openedAt(edge.origin, bigCommerce, { store_hash: 'abc123', access_token: 't', api_origin: edge.origin }, () => now);
  const level = { key: 'a', sku: 'SKU-7', locationId: '1', quantity: 4, stockId: 'product-7', otherStockIds: ['81'] };
  expect(had(await bigCommerce.inventory?.(session).set([level]))).toEqual([{ key: 'a' }]);
  expect(JSON.parse(edge.requests.at(-1)?.body ?? '')).toMatchObject({
    items: [
      { location_id: 1, product_id: 7, quantity: 4 },
      { location_id: 1, variant_id: 81, quantity: 4 },
    ],
  });
});
