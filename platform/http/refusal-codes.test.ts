import { expect, test } from 'vitest';
import { readGraph } from '../../test/boundaries/graph.ts';
import { refusalCodes } from './refusal-codes.ts';

/** After a status, in a table of statuses, or by the name of a constant. */
const use = /(?:\b[45]\d\d|\bstatus),\s*'(\w+)'|\b[45]\d\d: \['(\w+)'|needsConfirmation = '(\w+)'/g;

test('no two codes of refusals are equal', () => {
  expect(new Set(refusalCodes).size).toBe(refusalCodes.length);
});

test('each code refuses something', async () => {
  const graph = await readGraph(`${import.meta.dirname}/../..`);
  const sources = [...graph.values()].filter(({ path }) => /^(app|platform)\//.test(path) && !/\.(test|e2e)\.tsx?$/.test(path));
  const used = new Set(sources.flatMap(({ text }) => [...text.matchAll(use)].flatMap(([, ...found]) => found.filter(Boolean))));
  expect(refusalCodes.filter((code) => !used.has(code))).toEqual([]);
});
