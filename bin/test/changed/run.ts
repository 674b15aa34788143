import { readGraph } from '../../../test/boundaries/graph.ts';
import { root, Stop } from '../../stop.mjs';
import { lint, show, typeCheck } from '../checks.ts';
import { fetchChromium, noChromium } from '../chromium.ts';
import type { Outcome } from '../everything.ts';
import { heading } from '../steps.ts';
import { failedSuite, type Project, runSuite, type Suite } from '../suite.ts';
import { changedFiles } from './files.ts';
import { fitting, knownTimes } from './times.ts';
import { isBrowserTest, type Touched, touchedBy } from './touched.ts';

/** What is left of a minute on two cores once everything has started; a file's time is that beside two others. */
const budget = { ms: 35_000, sideBySide: 3 };

/** The checks, and the tests that the changes since a commit can touch, nearest first, as many as fit into a minute. */
export async function testChanged(since?: string): Promise<Outcome> {
  const changed = read(since);
  if (changed.length === 0) {
    console.log('Nothing has changed: npm test runs everything.');
    process.exit(0);
  }
  const [format, types] = [lint(touchesAll(changed) ? undefined : changed), typeCheck()];
  heading('What changed');
  const { chosen, left } = fitting(touchedBy(await readGraph(root), changed), await knownTimes(), budget);
  console.log(summary(changed, chosen, left));
  const suite = await runChosen(chosen.map(({ path }) => path));
  heading('Format, lint and types');
  return { counts: [show(await format), show(await types)], suites: [suite] };
}

/** What every file is linted by. */
const touchesAll = (changed: readonly string[]) => changed.some((path) => ['biome.json', 'package-lock.json', '.gitignore'].includes(path));

function read(since: string | undefined): string[] {
  try {
    return changedFiles(since);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    console.error(error.message);
    process.exit(2);
  }
}

/** Browser tests need the pages, which their own set-up builds where they are stale. */
async function runChosen(files: string[]): Promise<Suite> {
  const browser = files.some(isBrowserTest);
  const projects: Project[] = browser ? ['unit', 'e2e'] : ['unit'];
  heading('Tests that it can touch');
  const path = browser ? await fetchChromium() : undefined;
  if (!browser) return runSuite(projects, { files });
  if (path) return runSuite(projects, { files, env: { CHROMIUM_PATH: path } });
  console.log(noChromium);
  return failedSuite;
}

function summary(changed: string[], chosen: Touched[], left: Touched[]): string {
  const lines = [`${changed.length} changed, ${chosen.length} of ${chosen.length + left.length} test files that this can touch run now.`];
  if (left.length > 0) lines.push('Further away than a minute reaches; npm test runs them too:', ...left.map(({ path }) => `  ${path}`));
  return lines.join('\n');
}
