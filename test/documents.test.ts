import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

test('every link of a document leads to a file that is there', async () => {
  const broken: string[] = [];
  for await (const path of glob('{README.md,docs/**/*.md}', { cwd: root })) {
    const links = (await readFile(join(root, path), 'utf8')).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g);
    for (const [, link = ''] of links) if (!existsSync(join(root, dirname(path), link))) broken.push(`${path}: ${link}`);
  }
  expect(broken).toEqual([]);
});
