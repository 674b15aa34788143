import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../stop.mjs';
import type { Count } from './count.ts';
import { type Finished, run } from './steps.ts';

export type Check = { count: Count; output: string };

/** Of these files, or of all. */
export async function lint(files: readonly string[] = ['.']): Promise<Check> {
  const options = ['--colors=off', '--files-ignore-unknown=true', '--no-errors-on-unmatched'];
  const left = files.filter((path) => existsSync(join(root, path)));
  if (left.length === 0) return verdict({ code: 0, output: '' }, lintHolds);
  return verdict(await run('@biomejs/biome/bin/biome', ['check', ...options, ...left], { quietly: true }), lintHolds);
}

const lintHolds = 'The format and the lint rules hold.';

/** What the compiler knows from its last run, by which it reads only what changed and what that touches. */
const typesCache = 'node_modules/.cache/types.tsbuildinfo';

/** Generates the pages' types from the list of routes first. */
export async function typeCheck(): Promise<Check> {
  const generated = await run('@react-router/dev/bin.cjs', ['typegen'], { quietly: true });
  if (generated.code !== 0) return verdict(generated, '');
  const options = ['--pretty', 'false', '--incremental', '--tsBuildInfoFile', typesCache];
  return verdict(await run('typescript/bin/tsc', options, { quietly: true }), 'The types hold.');
}

function verdict({ code, output }: Finished, good: string): Check {
  return code === 0 ? { count: { passed: 1, failed: 0 }, output: good } : { count: { passed: 0, failed: 1 }, output };
}

export function show({ count, output }: Check): Count {
  console.log(output.trim());
  return count;
}
