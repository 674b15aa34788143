import { spawn } from 'node:child_process';
import { styleText } from 'node:util';
import { root } from '../stop.mjs';

export function heading(text: string): void {
  console.log(`\n${styleText('bold', `── ${text} `.padEnd(80, '─'))}`);
}

export type Finished = { code: number | null; output: string };

/** Runs a program of the packages to its end. `quietly` collects its output, otherwise it is seen as it comes. */
export function run(
  program: string,
  args: string[],
  { quietly = false, env = {} }: { quietly?: boolean; env?: Record<string, string> } = {},
): Promise<Finished> {
  const child = spawn(process.execPath, [`${root}/node_modules/${program}`, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', quietly ? 'pipe' : 'inherit', quietly ? 'pipe' : 'inherit'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, output: error.message }));
    child.once('close', (code) => resolve({ code, output }));
  });
}
