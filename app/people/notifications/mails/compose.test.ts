import { expect, test } from 'vitest';
import { composeMail } from './compose.ts';

const subjectOf = (sentence: string) =>
  composeMail(
    {
      id: 1,
      user_id: 2,
      address: null,
      email: 'ann@shop.example',
      account: 'Northwind',
      lines: [{ kind: 'mention', sentence, path: '/' }],
      to: 'ann@shop.example',
    },
    { accountId: 1, baseUrl: 'https://portal.example', token: 't' },
  ).subject;

test('a subject that is too long ends with its last whole word and an ellipsis', () => {
  expect(subjectOf('Short enough.')).toBe('Northwind: Short enough.');
  const fits = 'a'.repeat(139);
  expect(subjectOf(fits)).toBe(`Northwind: ${fits}`);
  const long = subjectOf(`${'word '.repeat(40)}end`);
  expect(long).toMatch(/^Northwind: (word )+word…$/);
  expect(long.length).toBeLessThanOrEqual(150);
});
