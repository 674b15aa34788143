import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Count, countOf, type Report } from './count.ts';
import { run } from './steps.ts';
import type { Timings } from './timing-reporter.ts';

export type Suite = { count: Count; timings: Timings };

/** Runs the tests of one Vitest project, seen as they run; counts and times them from its own reports. */
export async function runSuite(project: 'unit' | 'e2e', env: Record<string, string> = {}): Promise<Suite> {
  const folder = await mkdtemp(join(tmpdir(), 'crossdock-report-'));
  const [report, timings] = [join(folder, 'report.json'), join(folder, 'timings.json')];
  const reporters = ['--reporter=default', '--reporter=json', `--reporter=${join(import.meta.dirname, 'timing-reporter.ts')}`];
  const files = [`--outputFile.json=${report}`, `--outputFile.timings=${timings}`];
  const { code } = await run('vitest/vitest.mjs', ['run', '--project', project, ...reporters, ...files], { env });
  const suite = {
    count: countOf(await read<Report>(report), code),
    timings: (await read<Timings>(timings)) ?? { tests: [], files: [] },
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
