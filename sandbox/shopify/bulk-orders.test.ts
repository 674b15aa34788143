import { expect, onTestFinished, test } from 'vitest';
import type { ChannelOrder, Cursor, Page } from '../../connectors/contract.ts';
import { had } from '../../connectors/contract-suite/opened.ts';
import { memoryLimits } from '../../connectors/http/limits.ts';
import { memoryTokens } from '../../connectors/http/tokens.ts';
import { openSession } from '../../connectors/session.ts';
import { shopify } from '../../connectors/shopify/connector.ts';
import { manualClock } from '../clock.ts';
import { startSandbox } from '../sandbox.ts';
import { shopify as standIn } from './stand-in.ts';

const many = 501;
const since = new Date('2020-01-01T00:00:00Z');

test('a shop’s many first orders are read from a file, by a new process each time, and what changed meanwhile is read again', async () => {
  const clock = manualClock('2026-11-20T10:00:00Z');
  const sandbox = await startSandbox({ clock, catalogue: 'empty', limits: { shopify: null } });
  onTestFinished(sandbox.stop);
  const shop = sandbox.control.of(standIn);
  const entered = Array.from({ length: many }, (_, n) => shop.enter({ items: [{ sku: `SKU-${n}`, quantity: 2 }] }));
  for (const order of entered.slice(0, 490)) {
    const parts = shop.partsOf(order.id).map((part) => ({ part, lines: [] }));
    shop.ship(parts, [`1Z${order.id}`]);
  }
  clock.advance(3_600_000);
  const settings = {
    ...{ shop: 'demo-gifts', client_id: '0123456789abcdef0123456789abcdef', client_secret: 'shpss_demo_0123456789' },
    api_address: `${sandbox.origin}/shopify/demo-gifts`,
  };
  /** Nothing but the cursor is left of the read before, as after a kill. */
  const read = async (cursor: Cursor | null): Promise<Page<ChannelOrder>> => {
    const context = { limitStore: memoryLimits(), tokens: memoryTokens(), sink: () => undefined, sandboxOrigin: sandbox.origin };
    const session = openSession(shopify, settings, { ...context, now: () => new Date(clock.now()) });
    const stream = shopify.orders?.(session).stream;
    if (stream?.mode !== 'cursor') return expect.unreachable();
    return had(await stream.read(JSON.parse(JSON.stringify(cursor)) as Cursor | null, since));
  };
  const states = new Map<string, string>();
  const readAll = async (from: Cursor | null, until: (page: Page<ChannelOrder>) => boolean) => {
    for (let cursor = from, reads = 1; ; reads += 1) {
      const page = await read(cursor);
      expect(page.unreadable).toEqual([]);
      for (const { remoteId, state } of page.records) states.set(remoteId, state);
      cursor = page.next;
      if (until(page)) return { cursor, reads };
    }
  };
  const isOfFile = ({ next }: Page<ChannelOrder>) => 'operation' in (next as object);
  const begun = await readAll(null, ({ again }) => again !== undefined);
  // What happens while Shopify works: one that the file has is cancelled, and one comes that it does not have.
  clock.advance(60_000);
  const [gone] = entered.slice(-1);
  if (gone) shop.orders.change(gone, { cancelledAt: clock.now() });
  const late = shop.enter({ items: [{ sku: 'LATE', quantity: 1 }] });
  const file = await readAll(begun.cursor, (page) => !isOfFile(page));
  expect(file.reads).toBe(1 + Math.ceil(many / 50));
  expect([...states.values()].filter((state) => state === 'shipped')).toHaveLength(490);
  // It was open by the file, and is read as it is now.
  expect(states.get(String(gone?.id))).toBe('cancelled');
  expect(states.has(String(late.id))).toBe(false);
  states.clear();
  await readAll(file.cursor, ({ more }) => !more);
  expect(states.get(String(late.id))).toBe('ready');
  expect(states.get(String(gone?.id))).toBe('cancelled');
  expect(states.size).toBe(2);
});
