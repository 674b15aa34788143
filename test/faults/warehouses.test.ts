import { expect, onTestFinished, test } from 'vitest';
import { startProduct } from './product.ts';
import { runRound } from './round.ts';
import { atOnce } from './strikes.ts';
import { shipBob } from './warehouses/shipbob.ts';

test('after a bad day a warehouse that is for sale agrees as well, with cartons of several lots and deliveries that are counted again', async () => {
  const product = await startProduct(['test/faults/web.ts'], { everySeconds: 3, warehouse: shipBob });
  onTestFinished(product.stop);
  const { seconds, verdict, crashes } = await runRound(product, atOnce, 'W', { orders: 40, perSecond: 20, bought: 6 }, 480_000);
  expect(verdict, Object.values(verdict).flat().join('\n')).toEqual({ lost: [], doubled: [], false: [] });
  expect([crashes, seconds === null]).toEqual([0, false]);
  // Twice the round's deadline, for a database that does not come back.
}, 1_000_000);
