import { afterAll, beforeAll, expect, test } from 'vitest';
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
