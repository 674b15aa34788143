import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { written } from './table.ts';

test('docs/tasks.md has each task that is walked, once, and no other', async () => {
  const walks = join(import.meta.dirname, '..');
  const walked: string[] = [];
  for await (const file of glob('*.ts', { cwd: walks })) {
    const text = await readFile(`${walks}/${file}`, 'utf8');
    walked.push(...[...text.matchAll(/^ {2}task: '(.+)',$/gm)].map(([, task = '']) => task));
  }
  expect(walked.length).toBeGreaterThan(8);
  expect(
    written()
      .map(({ task }) => task)
      .toSorted(),
  ).toEqual(walked.toSorted());
});
