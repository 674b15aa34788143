import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { kitNames } from './kit/names.ts';

/** What the kit is for: a stand-in is what is its vendor's own. */
const most = 600;

/** Lines of `stand-in.ts` of a folder and of all that it imports from there: what tests alone use does not count. */
function linesOf(folder: string): number {
  const counted = new Map<string, number>();
  const count = (file: string) => {
    if (counted.has(file)) return;
    const text = readFileSync(`${import.meta.dirname}/${folder}/${file}`, 'utf8');
    counted.set(file, text.trimEnd().split('\n').length);
    for (const [, imported = ''] of text.matchAll(/ from '\.\/([^']+)'/g)) count(imported);
  };
  count('stand-in.ts');
  return [...counted.values()].reduce((sum, lines) => sum + lines, 0);
}

test.each(kitNames)('the stand-in of %s has no more lines than it may have', (name) => {
  const lines = linesOf(name);
  expect(lines).toBeLessThanOrEqual(most);
  expect(lines, 'the folder is read').toBeGreaterThan(most / 3);
});
