import { until } from '../faults/until.ts';
import type { EdgeSize } from './edge.ts';
import { pace, type Stage } from './stage.ts';

type Started = { runId: number };
/** So many times as many orders as other edges have. */
const times = 6.5;

/** Everything is put on hold in bulk and taken off again before the warehouse was asked, twice, orders and purchase orders. */
export async function holdInBulk(stage: Stage, { orders, bought }: EdgeSize): Promise<void> {
  const { control } = stage.sandbox;
  control.set({ pace: { ...pace, open: 8_000, receiving: 8_000 } });
  const count = Math.ceil(orders * times);
  stage.sell(count);
  await stage.buy(bought);
  await stage.atWarehouse(Math.ceil(count / 2));
  await stage.announced(1);
  stage.sell(count);
  await stage.buy(bought);
  for (let turn = 0; turn < 2; turn++) {
    const purchases = await start(stage, '/purchase-orders/bulk-action', 'hold');
    const runs = [await start(stage, '/api/orders/bulk-action', 'hold'), await start(stage, '/api/orders/bulk-action', 'unhold')];
    await ended(stage, [purchases, ...runs]);
    await stage.person.call('POST', `/api/runs/${purchases}/undo`).catch(unlessNothingWasHeld);
  }
  control.set({ pace });
}

/** Of all that there are, as the list's “Select all” does. */
async function start({ person }: Stage, path: string, action: 'hold' | 'unhold'): Promise<number> {
  const { runId } = (await person.call('POST', `${path}/prepare`, { filter: {} })) as Started;
  await person.call('POST', path, { action, runId });
  return runId;
}

async function ended({ person }: Stage, runs: number[]): Promise<void> {
  const state = async (id: number) => ((await person.call('GET', `/api/runs/${id}`)) as { state: string }).state;
  for (const id of runs)
    if (!(await until(async () => (await state(id)) === 'done', 120_000))) throw new Error(`Run ${id} is ${await state(id)}.`);
}

function unlessNothingWasHeld(error: Error): void {
  if (!error.message.startsWith('409 ')) throw error;
}
