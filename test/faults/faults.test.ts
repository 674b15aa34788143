import { afterAll, beforeAll, expect, test } from 'vitest';
import { importThrough } from './imports/import-through.ts';
import { importStrikes } from './imports/strikes.ts';
import { type Product, startProduct } from './product.ts';
import { runRound } from './round.ts';
import { atOnce } from './strikes.ts';
import { runPagesRound } from './trade/pages.ts';
import { runSplitRound } from './trade/split-by-hand.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct(['test/faults/web.ts'], { everySeconds: 3 });
});
afterAll(() => product.stop());

// First: pages that have what was split in an earlier round are not stored at once.
test('when every worker is killed while the second of two pages is stored and the first is not, each order leaves once', async () => {
  const { seconds, verdict, crashes } = await runPagesRound(product, 'Q', 400_000);
  expect(verdict, Object.values(verdict).flat().join('\n')).toEqual({ lost: [], doubled: [], false: [] });
  expect(crashes).toBe(0);
  expect(seconds).not.toBeNull();
}, 900_000);

test('after a bad day the channel, Crossdock and the warehouse agree by themselves: none lost, doubled or falsely marked', async () => {
  // Within a minute is for the suite to show, on a machine of its own; here they only have to agree.
  const { seconds, verdict, crashes } = await runRound(product, atOnce, 'S', { orders: 120, perSecond: 40, bought: 12 }, 480_000);
  expect(verdict, Object.values(verdict).flat().join('\n')).toEqual({ lost: [], doubled: [], false: [] });
  expect(crashes).toBe(0);
  expect(seconds).not.toBeNull();
  // Twice the round's deadline, for a database that does not come back.
}, 1_000_000);

test('when every worker is killed between the two parcels of an order, each leaves once, with its own goods', async () => {
  const { seconds, verdict, crashes } = await runSplitRound(product, 'P', 6, 400_000);
  expect(verdict, Object.values(verdict).flat().join('\n')).toEqual({ lost: [], doubled: [], false: [] });
  expect(crashes).toBe(0);
  expect(seconds).not.toBeNull();
  // Until the orders have come, and until a second parcel is sent, besides.
}, 900_000);

test('an import that is struck in the middle of each phase: nothing of the phase is there or all, and the index of words says the same', async () => {
  const { web, workers, database } = importStrikes;
  const struck = { upload: web, check: workers, apply: workers, index: web, undo: database };
  const { begun, trouble } = await importThrough(product, 'S', struck);
  expect(trouble).toEqual([]);
  // Each was begun by a worker that died or lost its database, and done by another.
  for (const phase of ['check', 'apply', 'undo'] as const) expect(begun[phase], phase).toBeGreaterThanOrEqual(2);
  expect(product.crashes()).toBe(0);
  // Five phases, each of which is struck and begun again.
}, 300_000);
