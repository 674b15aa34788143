import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Count, countOf, type Report } from './count.ts';
import { run } from './steps.ts';

/** Runs the tests of one Vitest project, seen as they run, and counts them from its own report. */
export async function runSuite(project: 'unit' | 'e2e', env: Record<string, string> = {}): Promise<Count> {
  const folder = await mkdtemp(join(tmpdir(), 'crossdock-report-'));
  const file = join(folder, 'report.json');
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { code } = await run('vitest/vitest.mjs', args, { env });
  const report = await readFile(file, 'utf8').then(
    (text): Report => JSON.parse(text),
    () => undefined,
  );
  await rm(folder, { recursive: true, force: true });
  return countOf(report, code);
}
