import { PerformanceObserver } from 'node:perf_hooks';

/**
 * How long this thread computes for `work`, in ms. A machine that is busy otherwise counts nothing, nor do pauses for collecting garbage:
 * most of it was left by the tests before.
 */
export async function threadTimeOf<Result>(work: () => Promise<Result>): Promise<{ ms: number; result: Result }> {
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
