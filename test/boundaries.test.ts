import { expect, test } from 'vitest';
import { readGraph } from './boundaries/graph.ts';
import { rules } from './boundaries/rules.ts';

const graph = await readGraph(`${import.meta.dirname}/..`);

test.each(Object.entries(rules))('%s', (_, rule) => {
  expect(rule(graph)).toEqual([]);
});

test('the check finds sources', () => {
  expect(graph.size).toBeGreaterThan(50);
});
