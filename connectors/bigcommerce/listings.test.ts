import { expect, onTestFinished, test } from 'vitest';
import type { Cursor, CursorStream, Listing, Page } from '../contract.ts';
import { had, openedAt } from '../contract-suite/opened.ts';
import { bigCommerce } from './connector.ts';
import { bigProduct, bigVariant, startStore, storeOf } from './edge.ts';

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
