import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Whether a process with that pid runs, ours or not. A zombie does not count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return process.platform !== 'linux' || !/^[ZX]/.test(fieldsOf(pid)[0] ?? 'Z');
}

/** Its start time in the system's format: distinguishes it from a later process with the same pid. Empty when unknown. */
export async function startOf(pid: number): Promise<string> {
  if (process.platform === 'linux') return fieldsOf(pid)[19] ?? '';
  return ps(pid, 'lstart=').then((text) => text ?? '');
}

/** Its command line; undefined when the system does not tell. */
export async function commandOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return ps(pid, 'command=');
}

/** The fields of /proc/PID/stat from the state on: the name before may contain spaces, and ends with the last parenthesis. */
function fieldsOf(pid: number): string[] {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return line.slice(line.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

async function ps(pid: number, column: string): Promise<string | undefined> {
  if (process.platform === 'win32') return undefined;
  return run('ps', ['-o', column, '-p', String(pid)]).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
}
