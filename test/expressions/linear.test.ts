import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { threadTimeOf } from '../thread-time.ts';
import { hostileTexts } from './attack.ts';
import { type Expression, findExpressions, keyOf } from './find.ts';

const root = join(import.meta.dirname, '../..');
const { expressions, dynamic } = await findExpressions(root);
const proved: string[] = JSON.parse(await readFile(join(import.meta.dirname, 'proved.json'), 'utf8'));

/** Those that are put together while they run, and why that does no harm. */
const harmless: Record<string, string> = {
  'app/people/keys/key-text.ts': 'of constants, anchored at both ends, every repetition of one length',
  'app/shared/comments/widgets/with-mentions.tsx': 'alternatives that are names of people, each character of them escaped',
  'app/shared/imports/read-cell.ts': 'of constants, anchored at both ends, every repetition at most four',
  'app/screens/v1/showing/buyers.ts': 'alternatives that are texts of an order, each character of them escaped',
};

test('every regular expression of the product is proved to be linear', async () => {
  const isProved = new Set(proved);
  const others = expressions.filter((each) => !isProved.has(keyOf(each)));
  // Those written since `npm run expressions` was last run are proved now, which takes seconds each.
  const { prove } = await import('./prove.ts');
  const verdicts = others.map((each) => ({ ...each, verdict: prove(each.pattern, each.flags) }));
  expect(verdicts.filter(({ verdict }) => verdict !== 'linear')).toEqual([]);
});

test('what is put together while it runs is known', () => {
  expect(dynamic).toEqual(Object.keys(harmless).sort());
});

test('no hostile text of 20,000 characters keeps any of them busy', async () => {
  const slow: string[] = [];
  for (const each of expressions)
    for (const text of hostileTexts(each.pattern, 20_000)) if (await isSlow(each, text)) slow.push(`${keyOf(each)} ${text.slice(0, 20)}`);
  expect(slow).toEqual([]);
});

/** A quadratic one takes several times as long. What is compiled in the meantime counts once. */
async function isSlow({ pattern, flags }: Expression, text: string): Promise<boolean> {
  const all = new RegExp(pattern, flags.includes('g') ? flags : `${flags}g`);
  const before = performance.now();
  text.replace(all, '');
  if (performance.now() - before < longestMs) return false;
  const { ms } = await threadTimeOf(async () => text.replace(all, ''));
  return ms >= longestMs;
}

const longestMs = 40;
