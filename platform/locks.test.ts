import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { inFunctions, locks } from './locks.ts';

const numbers: number[] = [...Object.values(locks), ...Object.values(inFunctions)];
async function all(pattern: string): Promise<string[]> {
  const files: string[] = [];
  for await (const file of glob(pattern)) files.push(file);
  return files;
}

test('no two locks have the same number', () => {
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
});

test('a lock is taken by a name of the list, and its number is written nowhere else', async () => {
  const files = (await all('{app,platform,connectors,bin}/**/*.{ts,tsx}')).filter(
    (file) => !/locks(\.test)?\.ts$|\.test\.tsx?$/.test(file),
  );
  const found: string[] = [];
  for (const file of files) {
    const text = await readFile(file, 'utf8');
    // Buckets of limits have names, of which the database makes a number of another range.
    const calls = text.matchAll(/pg_(?:try_)?advisory_\w+\((?!\$\{lockOf\(|\$\{locks\.|\$1\)|hashtextextended\()[^)]*/g);
    found.push(...[...calls].map(([call]) => `${file}: ${call}`));
    for (const number of numbers) if (text.replaceAll('_', '').includes(String(number))) found.push(`${file}: ${number}`);
  }
  expect(found).toEqual([]);
});

test('each function of the database takes the lock that the list says', async () => {
  const text = await readFile('db/schema.sql', 'utf8');
  const functions = text.split(/^CREATE (?:OR REPLACE )?(?:FUNCTION|PROCEDURE) /m).slice(1);
  const taken = functions.flatMap((each) =>
    [...each.matchAll(/advisory_\w+\((\d+)/g)].map(([, number]) => [each.slice(0, each.indexOf('(')), Number(number)]),
  );
  expect(taken.sort()).toEqual(Object.entries(inFunctions).sort());
});
