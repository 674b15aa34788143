import { expect, test } from 'vitest';
import { exampleOf, hintOf, type Looks, misfitOf } from './looks.ts';

const key: Looks = { begins: ['ck_'], of: 'hexadecimal digits', length: 43 };
const good = `ck_${'0123456789abcdef'.repeat(3).slice(0, 40)}`;

test.each<[Looks, string, string | null]>([
  [key, good, null],
  [key, '', null],
  [key, good.replace('ck_', 'cs_'), 'Must begin with ck_'],
  [key, good.slice(0, -2), 'Must have 43 characters, and has 41'],
  [key, `${good.slice(0, -1)}g`, 'Must have only hexadecimal digits after ck_'],
  [{ of: 'digits', length: [1, 8] }, '12000001', null],
  [{ of: 'digits', length: [1, 8] }, '120000012', 'Must have 1 to 8 characters, and has 9'],
  [{ of: 'digits' }, 'profile 5', 'Must have only digits'],
  [{ begins: ['a-', 'b-'] }, 'c-1', 'Must begin with a- or b-'],
  [{ begins: ['a-', 'b-'] }, 'b-anything at all', null],
])('%o looks at %s: %s', (looks, text, wrong) => {
  expect(misfitOf(looks, text)).toBe(wrong);
});

test.each<[Looks]>([[key], [{ of: 'digits', length: [1, 8] }], [{ begins: ['shpat_'] }], [{ of: 'letters, digits, - and _', length: 30 }]])(
  'an example of %o looks so',
  (looks) => {
    expect([exampleOf(looks).length > 0, misfitOf(looks, exampleOf(looks))]).toEqual([true, null]);
  },
);

test('a hint says what is expected', () => {
  expect(hintOf(key)).toBe('Begins with ck_, then hexadecimal digits; 43 characters.');
  expect(hintOf({ of: 'digits', length: [1, 8] })).toBe('Digits; 1 to 8 characters.');
  expect(hintOf({ begins: ['shpat_'] })).toBe('Begins with shpat_.');
});
