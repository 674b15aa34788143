import { PerformanceObserver } from 'node:perf_hooks';

/**
 * How long this thread computes for `work`, in ms of a quiet machine such as those that the bounds were chosen on. A machine that is busy
 * otherwise counts nothing, nor do pauses for collecting garbage: most of it was left by the tests before.
 */
export async function threadTimeOf<Result>(work: () => Promise<Result>): Promise<{ ms: number; result: Result }> {
  const before = slowness();
  const { ms, result } = await computedFor(work);
  return { ms: ms / Math.max(before, slowness()), result };
}

/** The same in ms of this machine as it is, where to measure its pace in between would hold up what is measured. */
export async function computedFor<Result>(work: () => Promise<Result>): Promise<{ ms: number; result: Result }> {
  let collecting = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) collecting += duration;
  });
  observer.observe({ entryTypes: ['gc'] });
  const before = process.threadCpuUsage();
  const result = await work();
  const { user, system } = process.threadCpuUsage(before);
  // A pause is reported in the turn after it.
  await new Promise(setImmediate);
  for (const { duration } of observer.takeRecords()) collecting += duration;
  observer.disconnect();
  return { ms: (user + system) / 1000 - collecting, result };
}

/** How many times slower a thread computes now than on a quiet machine, at least 1: its core may be shared with another's work. */
export function slowness(): number {
  const before = process.threadCpuUsage();
  let sum = last;
  for (let n = 0; n < steps; n++) sum = (Math.imul(sum, 31) + n) | 0;
  last = sum;
  const { user, system } = process.threadCpuUsage(before);
  return Math.max(1, (user + system) / 1000 / quietMs);
}

const steps = 5_000_000;
/** What they take on a quiet machine. */
const quietMs = 18;
/** What is kept is not optimised away. */
let last = 1;
