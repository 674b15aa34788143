import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Whether a process of that number exists, ours or not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When it started, in the system's own form: tells a process from a later one of the same number. Empty when unknown. */
export async function startOf(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    // Fields after the command, which may hold spaces and ends with the last parenthesis; the start is field 22 of all.
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  }
  return ps(pid, 'lstart=').then((text) => text ?? '');
}

/** Its command line; undefined when the system does not tell. */
export async function commandOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return ps(pid, 'command=');
}

async function ps(pid: number, column: string): Promise<string | undefined> {
  if (process.platform === 'win32') return undefined;
  return run('ps', ['-o', column, '-p', String(pid)]).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
}
