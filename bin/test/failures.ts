import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../stop.mjs';
import type { Report } from './count.ts';

const linesOfEach = 20;

/** What failed and why, by file and test: said again at the end, where whoever keeps only the last lines of a run finds it. */
export function failuresOf(report: Report | undefined, suite: string, unhandled: string[] = []): string[] {
  if (!report) return [`${suite}: the run ended before it wrote its report.`];
  const inFiles = report.testResults.flatMap(({ name, message, status, assertionResults }) => {
    const tests = assertionResults.filter((each) => each.status === 'failed');
    if (tests.length === 0) return status === 'failed' ? [entry(name, '(outside its tests)', message ?? '')] : [];
    return tests.map((test) => entry(name, test.fullName, test.failureMessages?.join('\n') ?? ''));
  });
  return [...inFiles, ...unhandled.map((why) => entry(root, '(outside every test)', why))];
}

function entry(file: string, test: string, why: string): string {
  const lines = stripVTControlCharacters(why).split('\n').slice(0, linesOfEach);
  return [`${relative(root, file) || '.'}: ${test}`, ...lines.map((line) => `    ${line}`)].join('\n');
}
