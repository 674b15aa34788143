import { expect, test } from 'vitest';
import { rendered } from '../../../../test/rendered.tsx';
import { Outcomes } from './outcomes.tsx';

const none = { done: 0, skipped: 0, failed: 0 };

test.each([
  ['is at work', { state: 'running', ...none, done: 5 }, 'None so far.'],
  ['did all of it', { state: 'done', ...none, done: 5 }, 'None: every row succeeded or had nothing new.'],
  ['failed at once', { state: 'failed', ...none }, 'None: it ended before any row was done.'],
  ['failed later', { state: 'failed', ...none, done: 5 }, 'None: every row that it came to succeeded or had nothing new.'],
  ['failed with some', { state: 'done', ...none, done: 5, failed: 2 }, 'What failed is not listed row by row.'],
] as const)('of a run that %s and lists no row its page says why', (_, run, words) => {
  expect(rendered(<Outcomes outcomes={[]} run={{ kind: 'sync', ...run }} />)).toContain(words);
});
