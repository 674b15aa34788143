import type { EdgeSize } from './edge.ts';
import type { Stage } from './stage.ts';

/** Nothing is restored from it: the processes lose their connections for a moment, and go on. */
export async function dumpAlone(stage: Stage, size: EdgeSize): Promise<void> {
  await takenInMidFlow(stage, size);
}

/** A dump from while orders are in every state, and as many orders again that reach the warehouse after it. */
async function takenInMidFlow(stage: Stage, { orders, bought }: EdgeSize): Promise<string> {
  stage.sell(orders);
  await stage.buy(bought);
  await stage.atWarehouse(Math.ceil(orders / 2));
  const dump = await stage.dumps.take();
  stage.sell(orders);
  await stage.buy(bought);
  await stage.atWarehouse(Math.ceil(orders * 1.7));
  return dump;
}
