import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root } from '../../stop.mjs';
import type { Timing } from '../slowest.ts';
import { isBrowserTest } from './touched.ts';

export type KnownTimes = Record<string, number>;

const file = join(root, 'node_modules/.cache/test-times.json');

/** How long each test file took when it ran last on this machine, in milliseconds. */
export async function knownTimes(): Promise<KnownTimes> {
  return readFile(file, 'utf8').then(
    (text): KnownTimes => JSON.parse(text),
    () => ({}),
  );
}

/** A file that was not run keeps its time. */
export async function keepTimes(timings: Timing[]): Promise<void> {
  const times = { ...(await knownTimes()), ...Object.fromEntries(timings.map(({ name, ms }) => [name, Math.round(ms)])) };
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(times));
}

/** What a file takes of which nothing is known: about the mean of its kind. */
export const timeOf = (path: string, times: KnownTimes): number => times[path] ?? (isBrowserTest(path) ? 20_000 : 3_000);

/** As many of these, in their order, as fit into the time of so many that run side by side; and those that do not. */
export function fitting<Item extends { path: string }>(
  tests: readonly Item[],
  times: KnownTimes,
  { ms, sideBySide }: { ms: number; sideBySide: number },
): { chosen: Item[]; left: Item[] } {
  let spent = 0;
  const [chosen, left]: [Item[], Item[]] = [[], []];
  for (const test of tests) {
    const takes = timeOf(test.path, times);
    const fits = takes <= ms && spent + takes <= ms * sideBySide;
    if (fits) spent += takes;
    (fits ? chosen : left).push(test);
  }
  return { chosen, left };
}
