import { expect, test } from 'vitest';
import { actionWords, resultWords, tookWords } from './log-entry.ts';

test('an action reads as words', () => {
  expect(actionWords('mark_as_shipped')).toBe('Mark as shipped');
  expect(actionWords('read_asn_changes')).toBe('Read ASN changes');
});

test.each([
  ['ok', true, 'OK'],
  ['retry: No reply within 15 s.', false, 'Tried again later. No reply within 15 s.'],
  ['rejected: SKU X: is unknown', false, 'Refused. SKU X: is unknown'],
  ['something else', false, 'something else'],
])('the result %s reads as a sentence', (result, ok, sentence) => {
  expect(resultWords(result)).toEqual({ ok, sentence });
});

test('a long wait is written in seconds', () => {
  expect([tookWords(84), tookWords(1_234)]).toEqual(['84 ms', '1.2 s']);
});
