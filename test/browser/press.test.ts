import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

test('browser tests press keys on controls only once they can be used', async () => {
  const early: string[] = [];
  for await (const file of glob('{app,test}/**/*.e2e.ts')) {
    const text = await readFile(file, 'utf8');
    for (const { index } of text.matchAll(/\.press\('(?:Enter|Space)'\)/g))
      if (!text.slice(0, index).endsWith('.keyboard'))
        early.push(`${file}:${text.slice(0, index).split('\n').length}: pressEnter or pressSpace`);
  }
  expect(early).toEqual([]);
});
