import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Stop } from '../../bin/stop.mjs';

const run = promisify(execFile);

/** What a command prints. `node` is the one that runs this. @throws Stop with what it printed, where it fails. */
export async function output(
  command: string,
  args: string[],
  { cwd, env }: { cwd: string; env?: Record<string, string> },
): Promise<string> {
  const program = command === 'node' ? process.execPath : command;
  const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 64 * 2 ** 20 };
  const { stdout } = await run(program, args, options).catch((error: Error & { stdout?: string; stderr?: string }) => {
    throw new Stop(`"${command} ${args.join(' ')}" failed in ${cwd}: ${[error.stdout, error.stderr].join('\n').trim().slice(-4_000)}`);
  });
  return stdout.trim();
}
