import type { Count } from './count.ts';
import { type Finished, run } from './steps.ts';

export type Check = { count: Count; output: string };

export async function lint(): Promise<Check> {
  return verdict(
    await run('@biomejs/biome/bin/biome', ['check', '--colors=off', '.'], { quietly: true }),
    'The format and the lint rules hold.',
  );
}

/** Generates the pages' types from the list of routes first. */
export async function typeCheck(): Promise<Check> {
  const generated = await run('@react-router/dev/bin.cjs', ['typegen'], { quietly: true });
  if (generated.code !== 0) return verdict(generated, '');
  return verdict(await run('typescript/bin/tsc', ['--pretty', 'false'], { quietly: true }), 'The types hold.');
}

function verdict({ code, output }: Finished, good: string): Check {
  return code === 0 ? { count: { passed: 1, failed: 0 }, output: good } : { count: { passed: 0, failed: 1 }, output };
}

export function show({ count, output }: Check): Count {
  console.log(output.trim());
  return count;
}
