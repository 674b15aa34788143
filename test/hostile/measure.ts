import { setTimeout as pause } from 'node:timers/promises';
import type { Input } from './inputs.ts';
import type { Attacked } from './product.ts';

/** In ms: how long the good account's requests took at the 99th percentile, and the longest health check. */
export type Measured = { p99: number; health: number; refused: number };
export type Row = Measured & { input: Input; statuses: number[]; seconds: number };

/** What the good account and the health check see while nothing else happens. */
export const measureIdle = (attacked: Attacked, ms: number): Promise<Measured> => measure(attacked, pause(ms));

/** The same while the hostile account sends an input. */
export async function measureInput(attacked: Attacked, input: Input): Promise<Row> {
  const started = performance.now();
  const sent = input.send(attacked);
  const measured = await measure(attacked, sent);
  return { ...measured, input, statuses: [...new Set(await sent)].sort(), seconds: (performance.now() - started) / 1_000 };
}

async function measure({ good, health }: Attacked, meanwhile: Promise<unknown>): Promise<Measured> {
  let isDone = false;
  const done = meanwhile.finally(() => {
    isDone = true;
  });
  let refused = 0;
  const read = async () => {
    if ((await good.call('GET', '/api/connectors')).status !== 200) refused += 1;
  };
  const [own, checks] = await Promise.all([times(read, () => isDone), times(health, () => isDone), done]);
  return { p99: own[Math.ceil(own.length * 0.99) - 1] ?? 0, health: checks.at(-1) ?? 0, refused };
}

/** How long each call took, one after the other until the end, in ms, sorted. */
async function times(call: () => Promise<unknown>, isDone: () => boolean): Promise<number[]> {
  const took: number[] = [];
  do {
    const started = performance.now();
    await call();
    took.push(performance.now() - started);
    await pause(5);
  } while (!isDone());
  return took.sort((a, b) => a - b);
}
