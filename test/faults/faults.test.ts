import { afterAll, beforeAll, expect, test } from 'vitest';
import { importThroughKills } from './imports.ts';
import { type Product, startProduct } from './product.ts';
import { runRound } from './round.ts';
import { atOnce } from './strikes.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct(['test/faults/web.ts'], { everySeconds: 3 });
});
afterAll(() => product.stop());

test('after a bad day the channel, Crossdock and the warehouse agree by themselves: none lost, doubled or falsely marked', async () => {
  // Within a minute is for the suite to show, on a machine of its own; here they only have to agree.
  const { seconds, verdict, crashes } = await runRound(product, atOnce, 'S', { orders: 120, perSecond: 40, bought: 12 }, 300_000);
  expect(verdict).toEqual({ lost: [], doubled: [], false: [] });
  expect(crashes).toBe(0);
  expect(seconds).not.toBeNull();
}, 700_000);

test('workers that are killed in the middle of a check and of applying it: the import ends with every row applied once', async () => {
  const { attempts, ...ended } = await importThroughKills(product);
  expect(ended).toEqual({
    import: { state: 'applied', applied: 4_500, problem: null },
    stored: { products: 4_500, skus: 4_500, changes: 4_500 },
  });
  // Each phase was begun by a worker that died, and done by another.
  for (const begun of attempts) expect(begun).toBeGreaterThanOrEqual(2);
}, 300_000);
