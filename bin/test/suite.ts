import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Count, countOf, type Report } from './count.ts';
import { failuresOf } from './failures.ts';
import { run } from './steps.ts';
import type { Timings } from './suite-reporter.ts';

export type Suite = { count: Count; failures: string[]; timings: Timings };

export type Project = 'unit' | 'e2e';

/** A suite that could not begin. */
export const failedSuite: Suite = { count: { passed: 0, failed: 1 }, failures: [], timings: { tests: [], files: [], errors: [] } };

/** Runs the tests of Vitest's projects, all or those of these files, seen as they run; counts and times them from its own reports. */
export async function runSuite(
  projects: Project[],
  { env = {}, files = [] }: { env?: Record<string, string>; files?: string[] } = {},
): Promise<Suite> {
  const folder = await mkdtemp(join(tmpdir(), 'crossdock-report-'));
  const [report, timings] = [join(folder, 'report.json'), join(folder, 'timings.json')];
  const reporters = ['--reporter=default', `--reporter=${join(import.meta.dirname, 'suite-reporter.ts')}`];
  const outputs = [`--outputFile.json=${report}`, `--outputFile.timings=${timings}`];
  const { code } = await run(
    'vitest/vitest.mjs',
    ['run', ...projects.flatMap((project) => ['--project', project]), ...reporters, ...outputs, ...files],
    { env },
  );
  const results = await read<Report>(report);
  const ran = (await read<Timings>(timings)) ?? { tests: [], files: [], errors: [] };
  const suite = {
    count: countOf(results, code),
    failures: failuresOf(results, projects.join(' and '), ran.errors),
    timings: ran,
  };
  await rm(folder, { recursive: true, force: true });
  return suite;
}

async function read<T>(file: string): Promise<T | undefined> {
  return readFile(file, 'utf8').then(
    (text): T => JSON.parse(text),
    () => undefined,
  );
}
