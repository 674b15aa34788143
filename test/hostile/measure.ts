import { setTimeout as pause } from 'node:timers/promises';
import type { Done, Input } from './attack.ts';
import type { Attacked, CoreTimes } from './product.ts';

/** Of the good account's requests and of health checks, in ms. */
export type Measured = {
  samples: number;
  p50: number;
  p99: number;
  health: number;
  checks: number;
  refused: number;
  seconds: number;
  /** What the web process used of a core in the meantime, and how long it waited for one, in ms. */
  core: CoreTimes | null;
};
export type Row = Measured & Done & { input: Input };

/** What the good account and the health check see while nothing else happens. */
export const measureIdle = (attacked: Attacked, ms: number): Promise<Measured> => measure(attacked, pause(ms));

/** The same while the hostile account sends an input again and again. */
export async function measureInput(attacked: Attacked, { input, ms }: { input: Input; ms: number }): Promise<Row> {
  const done = attacked.attack(input.name, ms);
  const measured = await measure(attacked, done);
  return { ...measured, ...(await done), input };
}

async function measure({ good, health, productId, coreTimes }: Attacked, meanwhile: Promise<unknown>): Promise<Measured> {
  let isDone = false;
  const [began, before] = [performance.now(), coreTimes()];
  const done = meanwhile.finally(() => {
    isDone = true;
  });
  let refused = 0;
  const paths = ['/api/connectors', '/api/orders', `/api/comments/product/${productId}`];
  const read = async (turn: number) => {
    if ((await good('GET', paths[turn % paths.length] ?? '')).status !== 200) refused += 1;
  };
  const [own, checks] = await Promise.all([times(read, () => isDone), times(health, () => isDone), done]);
  const [after, seconds] = [coreTimes(), (performance.now() - began) / 1_000];
  const core = before && after && { used: after.used - before.used, waited: after.waited - before.waited };
  const at = (part: number) => own[Math.ceil(own.length * part) - 1] ?? 0;
  const counted = { samples: own.length, checks: checks.length, refused };
  return { ...counted, p50: at(0.5), p99: at(0.99), health: checks.at(-1) ?? 0, seconds, core };
}

/** How long each call took, one after the other until the end, in ms, sorted. */
async function times(call: (turn: number) => Promise<unknown>, isDone: () => boolean): Promise<number[]> {
  const took: number[] = [];
  do {
    const started = performance.now();
    await call(took.length);
    took.push(performance.now() - started);
    await pause(5);
  } while (!isDone());
  return took.sort((a, b) => a - b);
}
