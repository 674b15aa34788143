import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../stop.mjs';
import { failuresOf } from './failures.ts';

const file = join(root, 'app/orders/list.test.ts');
const none = { numPassedTests: 1, numFailedTests: 0 };

test('each test that failed is named with its file and why', () => {
  const failed = { status: 'failed', fullName: 'a page of them', failureMessages: ['expected 1 to be 2\n    at list.test.ts:3'] };
  const passed = { status: 'passed', fullName: 'none of them', failureMessages: [] };
  const report = { ...none, testResults: [{ name: file, status: 'failed', assertionResults: [passed, failed] }] };
  expect(failuresOf(report, 'unit')).toEqual([
    'app/orders/list.test.ts: a page of them\n    expected 1 to be 2\n        at list.test.ts:3',
  ]);
});

test('what failed outside the tests is named, of a file and of the run, and so is a run that wrote no report', () => {
  const report = { ...none, testResults: [{ name: file, status: 'failed', message: 'Cannot find module', assertionResults: [] }] };
  expect(failuresOf(report, 'unit')).toEqual(['app/orders/list.test.ts: (outside its tests)\n    Cannot find module']);
  expect(failuresOf({ ...none, testResults: [] }, 'unit', ['Error: closed'])).toEqual(['.: (outside every test)\n    Error: closed']);
  expect(failuresOf(undefined, 'unit')).toEqual(['unit: the run ended before it wrote its report.']);
});

test('nothing is said of what passed', () => {
  const report = { ...none, testResults: [{ name: file, status: 'passed', assertionResults: [] }] };
  expect(failuresOf(report, 'unit')).toEqual([]);
});
