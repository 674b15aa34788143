import { appendFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import type { TestBrowser } from '../../browser.ts';
import type { TestProduct } from '../../product.ts';
import type { Hand } from './hand.ts';
import { keys } from './keys.ts';
import { pointer } from './pointer.ts';
import { written } from './table.ts';
import { type Watched, watch } from './watched.ts';

/** One task of a day, which is done twice: with a pointer, and by keyboard alone. */
export type Walk<Given = void> = {
  /** As docs/tasks.md names it. */
  task: string;
  /** Whose task it is: of one person, or of another in each round. */
  as: string | Record<Round, string>;
  /** Errors of the browser's console that belong to it. */
  expected?: RegExp[];
  /** Makes what there has to be. `round` tells one walk from the other. */
  prepare: (product: TestProduct, round: Round) => Promise<Given>;
  /** From Home until it is done. */
  steps: (hand: Hand, given: Given) => Promise<void>;
};
export type Round = 'P' | 'K';

const rounds = [
  ['with a pointer', 'P', pointer],
  ['by keyboard alone', 'K', keys],
] as const;

/** Where a benchmark wants to know how long each press took. */
const timesFile = process.env.WALK_TIMES;

/** Walks a task in both ways: nothing moves by itself, and it takes no more than docs/tasks.md says. */
export function testWalk<Given>(product: TestProduct, { visit }: TestBrowser, { task, as, expected, prepare, steps }: Walk<Given>): void {
  test.each(rounds)(`${task}, %s`, async (by, round, handOf) => {
    const given = await prepare(product, round);
    const watching = Promise.withResolvers<Watched>();
    const before = (opening: Page) => watch(opening).then(watching.resolve);
    const page = await visit('/', { as: typeof as === 'string' ? as : as[round], before, ...(expected && { expected }) });
    // What moves is counted as for most people, for whom it glides.
    if (timesFile) await page.emulateMedia({ reducedMotion: 'no-preference' });
    const watched = await watching.promise;
    const hand = handOf(page);
    await steps(hand, given);
    await watched.settle();
    if (timesFile) await appendFile(timesFile, `${JSON.stringify(timesOf(watched, task, by))}\n`);
    // A slowed page draws the effect of a press later than a browser takes it for one: the benchmark reports what moved.
    expect(timesFile ? [] : [...watched.unprovoked, ...watched.leaps]).toEqual([]);
    expectAsWritten(task, by, hand);
  });
}

const timesOf = ({ interactions, longest, longestOfPages, moved, farthest }: Watched, task: string, by: string) => ({
  ...{ task, by, ms: interactions(), pages: longestOfPages(), longest: longest(), moved: moved(), farthest: farthest() },
});

function expectAsWritten(task: string, by: (typeof rounds)[number][0], { taken }: Hand): void {
  const row = written().find((each) => each.task === task);
  const most = by === 'with a pointer' ? { clicks: row?.clicks, keys: row?.letters } : { clicks: 0, keys: row?.keys };
  const message = `${taken.clicks} clicks and ${taken.keys} keys ${by}, and docs/tasks.md says ${most.clicks} and ${most.keys}: “${task}”`;
  for (const what of ['clicks', 'keys'] as const) {
    const said = most[what] ?? Number.NaN;
    expect(taken[what], message).toBeLessThanOrEqual(said);
    // What takes a tenth less by now is written down, too.
    expect(taken[what], message).toBeGreaterThanOrEqual(Math.floor(said * 0.9));
  }
}
