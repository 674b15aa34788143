import { until } from '../faults/until.ts';
import type { EdgeSize } from './edge.ts';
import { inMidFlow, type Stage } from './stage.ts';

/** As docs/operations.md says: everything is stopped, the dump takes the database's place, and everything is started again. */
export async function restoreFromDump(stage: Stage, size: EdgeSize): Promise<void> {
  const dump = await takenInMidFlow(stage, size);
  await stage.installation.kill();
  await stage.dumps.putBack(dump);
  // They come before those that were lost, so that whatever counts up gives their numbers to others.
  stage.sell(Math.ceil(size.orders / 2));
  await stage.installation.up();
}

/** A dump from while orders are in every state, and as many orders again that reach the warehouse and their buyers after it. */
async function takenInMidFlow(stage: Stage, { orders, bought }: EdgeSize): Promise<string> {
  await inMidFlow(stage, { orders, bought });
  const dump = await stage.dumps.take();
  stage.sell(orders);
  await stage.buy(bought);
  await stage.atWarehouse(Math.ceil(orders * 1.7));
  await until(async () => (await stage.shipped()) >= Math.ceil(orders * 1.2));
  return dump;
}
