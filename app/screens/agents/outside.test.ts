import { expect, test } from 'vitest';
import { fromOutside, maybeOutside } from './outside.ts';

test.each([
  ['two\nlines\u2028and  a tab\t.', 'two lines and a tab .'],
  ['a\u200Bb\u202Ec\u{E0041}\u{E0100}d\uFE0F', 'abcd'],
  ['x'.repeat(300), `${'x'.repeat(200)}…`],
  ['Grüße 名前 🎁', 'Grüße 名前 🎁'],
])('%j is marked as %j', (text, data) => {
  expect(fromOutside(text)).toEqual({ data });
});

test('nothing stays nothing', () => {
  expect([maybeOutside(null), maybeOutside(''), maybeOutside('a')]).toEqual([null, null, { data: 'a' }]);
});
