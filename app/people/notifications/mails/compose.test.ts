import { expect, test } from 'vitest';
import { composeMail } from './compose.ts';

const mailOf = (sentence: string, account = 'Northwind') =>
  composeMail(
    {
      id: 1,
      user_id: 2,
      address: null,
      email: 'ann@shop.example',
      account,
      lines: [{ kind: 'mention', sentence, path: '/' }],
      all: 1,
      to: 'ann@shop.example',
    },
    { accountId: 1, baseUrl: 'https://portal.example', token: 't' },
  );
const subjectOf = (sentence: string) => mailOf(sentence).subject;

test('a subject that is too long ends with its last whole word and an ellipsis', () => {
  expect(subjectOf('Short enough.')).toBe('Northwind: Short enough.');
  const fits = 'a'.repeat(139);
  expect(subjectOf(fits)).toBe(`Northwind: ${fits}`);
  const long = subjectOf(`${'word '.repeat(40)}end`);
  expect(long).toMatch(/^Northwind: (word )+word…$/);
  expect(long.length).toBeLessThanOrEqual(150);
});

test('what people wrote is one line without a web address, in the subject and in the body', () => {
  const { subject, text } = mailOf('Ann\r\n\r\nYour password ends: https://evil.example/x', 'North\nwind http://evil.example');
  expect(subject).toBe('North wind http: //evil.example: Ann Your password ends: https: //evil.example/x');
  const [first = '', last = ''] = text.split('\n\n');
  expect(first).toBe('Ann Your password ends: https: //evil.example/x\nhttps://portal.example/');
  expect(last).toContain('because North wind http: //evil.example names you');
});
