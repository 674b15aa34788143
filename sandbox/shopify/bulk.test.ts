import { expect, onTestFinished, test } from 'vitest';
import type { Cursor, Listing, Page } from '../../connectors/contract.ts';
import { had } from '../../connectors/contract-suite/opened.ts';
import { memoryLimits } from '../../connectors/http/limits.ts';
import { memoryTokens } from '../../connectors/http/tokens.ts';
import { openSession } from '../../connectors/session.ts';
import { shopify } from '../../connectors/shopify/connector.ts';
import { manualClock } from '../clock.ts';
import { startSandbox } from '../sandbox.ts';
import { shopify as standIn } from './stand-in.ts';

const many = 2_001;
const since = new Date('2020-01-01T00:00:00Z');

test('many products are read from a file that Shopify makes, in pieces, and then what changed since it began', async () => {
  const clock = manualClock('2026-11-20T10:00:00Z');
  const sandbox = await startSandbox({ clock, catalogue: 'empty', limits: { shopify: null } });
  onTestFinished(sandbox.stop);
  const { items } = sandbox.control.of(standIn);
  for (let n = 1; n <= many; n += 1) items.add({ sku: `SKU-${n}`, name: `Product ${n}`, tracked: true, available: { 1: n } });
  const settings = {
    ...{ shop: 'demo-gifts', client_id: '0123456789abcdef0123456789abcdef', client_secret: 'shpss_demo_0123456789' },
    api_address: `${sandbox.origin}/shopify/demo-gifts`,
  };
  const now = () => new Date('2026-11-20T10:00:00Z');
  const context = { limitStore: memoryLimits(), tokens: memoryTokens(), sink: () => undefined, sandboxOrigin: sandbox.origin, now };
  const stream = shopify.listings?.(openSession(shopify, settings, context)).stream;
  if (stream?.mode !== 'cursor') return expect.unreachable();
  const pages: Page<Listing>[] = [];
  // Each read is a session of its own to the engine: what it goes on from is in the cursor alone.
  for (let cursor: Cursor | null = null, n = 0; n < 4; n += 1) {
    const page: Page<Listing> = had(await stream.read(cursor, since));
    pages.push(page);
    cursor = JSON.parse(JSON.stringify(page.next)) as Cursor;
  }
  expect(pages.map(({ records, more, again }) => [records.length, more, again !== undefined])).toEqual([
    ...[[0, false, true] as const, [0, false, true] as const],
    [many, false, false],
    // By pages again, from when Shopify began; fifty of those that were not changed before that.
    [50, true, false],
  ]);
  expect(pages[2]?.records[6]).toMatchObject({ sku: 'SKU-7', name: 'Product 7', quantity: 7, imageUrl: null });
  expect(pages[2]?.unreadable).toEqual([]);
});
