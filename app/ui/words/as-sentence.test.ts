import { expect, test } from 'vitest';
import { asSentence } from './as-sentence.ts';

test.each([
  ['The buyer is away', 'The buyer is away.'],
  ['The buyer is away.', 'The buyer is away.'],
  ['Fraud?', 'Fraud?'],
  ['Stop!', 'Stop!'],
  ['Wait…', 'Wait…'],
])('“%s” is the sentence “%s”', (text, sentence) => {
  expect(asSentence(text)).toBe(sentence);
});
