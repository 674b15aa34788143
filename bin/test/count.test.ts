import { expect, test } from 'vitest';
import { countOf, total } from './count.ts';

const file = (status: string, ...tests: string[]) => ({
  name: 'list.test.ts',
  status,
  assertionResults: tests.map((each) => ({ status: each, fullName: 'a test' })),
});

test.each([
  [
    'tests that passed',
    { numPassedTests: 2, numFailedTests: 0, testResults: [file('passed', 'passed', 'passed')] },
    0,
    { passed: 2, failed: 0 },
  ],
  [
    'a test that failed',
    { numPassedTests: 1, numFailedTests: 1, testResults: [file('failed', 'passed', 'failed')] },
    1,
    { passed: 1, failed: 1 },
  ],
  [
    'a file that does not load',
    { numPassedTests: 1, numFailedTests: 0, testResults: [file('passed', 'passed'), file('failed')] },
    1,
    { passed: 1, failed: 1 },
  ],
  ['a failing clean-up', { numPassedTests: 1, numFailedTests: 0, testResults: [file('failed', 'passed')] }, 1, { passed: 1, failed: 1 }],
  [
    'an error outside every file',
    { numPassedTests: 1, numFailedTests: 0, testResults: [file('passed', 'passed')] },
    1,
    { passed: 1, failed: 1 },
  ],
  ['no report at all', undefined, 1, { passed: 0, failed: 1 }],
])('%s', (_, report, exitCode, expected) => {
  expect(countOf(report, exitCode)).toEqual(expected);
});

test('steps add up', () => {
  expect(
    total([
      { passed: 2, failed: 1 },
      { passed: 3, failed: 0 },
    ]),
  ).toEqual({ passed: 5, failed: 1 });
});
