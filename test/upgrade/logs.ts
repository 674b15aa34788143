import { glob, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const grave = new Set(['error', 'fatal']);

/** What the processes whose logs are below this folder should not have written, and how they should not have ended: a sentence each. */
export async function troubleInLogs(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const path of glob(join(folder, '*/*.log'))) {
    const name = `${basename(dirname(path))}/${basename(path)}`;
    for (const line of (await readFile(path, 'utf8')).split('\n')) if (isTrouble(line)) found.push(`${name}: ${line.slice(0, 600)}`);
  }
  return found;
}

/** A line is an entry, or how the process ended; anything else was printed by a process that broke. */
export function isTrouble(line: string): boolean {
  if (line.trim() === '' || line === '-- ended: 0') return false;
  try {
    return grave.has((JSON.parse(line) as { level?: string }).level ?? 'fatal');
  } catch {
    return true;
  }
}
