import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type WrittenTask = { task: string; clicks: number; letters: number; keys: number };

/** The table of docs/tasks.md. */
export function written(): WrittenTask[] {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/tasks.md'), 'utf8');
  return [...text.matchAll(/^\| ([^|]+) \| (\d+) \| (\d+) \| (\d+) \|$/gm)].map(([, task = '', clicks, letters, keys]) => ({
    task,
    clicks: Number(clicks),
    letters: Number(letters),
    keys: Number(keys),
  }));
}
