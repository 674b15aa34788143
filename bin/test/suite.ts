import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Count, countOf, type Report } from './count.ts';
import { failuresOf } from './failures.ts';
import { run } from './steps.ts';
import type { Timings } from './suite-reporter.ts';

export type Suite = { count: Count; failures: string[]; timings: Timings };

/** Runs the tests of one Vitest project, seen as they run; counts and times them from its own reports. */
export async function runSuite(project: 'unit' | 'e2e', env: Record<string, string> = {}): Promise<Suite> {
  const folder = await mkdtemp(join(tmpdir(), 'crossdock-report-'));
  const [report, timings] = [join(folder, 'report.json'), join(folder, 'timings.json')];
  const reporters = ['--reporter=default', `--reporter=${join(import.meta.dirname, 'suite-reporter.ts')}`];
  const files = [`--outputFile.json=${report}`, `--outputFile.timings=${timings}`];
  const { code } = await run('vitest/vitest.mjs', ['run', '--project', project, ...reporters, ...files], { env });
  const results = await read<Report>(report);
  const ran = (await read<Timings>(timings)) ?? { tests: [], files: [], errors: [] };
  const suite = {
    count: countOf(results, code),
    failures: failuresOf(results, project, ran.errors),
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
