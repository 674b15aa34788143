import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { WholeNumbers } from './whole-numbers.tsx';

const whole = (text: string) =>
  renderToStaticMarkup(<WholeNumbers text={text} />).match(/(?<=<span style="white-space:nowrap">)[^<]*(?=<\/span>)/g) ?? [];

test.each([
  ['numbers in a row', 'SO-90, SO-89 and SO-88 have left.', ['SO-90,', 'SO-89', 'SO-88']],
  ['SKUs', '5 of GLOBE-24 needed, of 85123A-PACK6 and MUG-BLUE: 2 left.', ['GLOBE-24', '85123A-PACK6', 'MUG-BLUE:']],
  ['no words', 'A pick-up, 3 - 4 of them', []],
  ['nothing that is wider than a line of a phone', `SO-1${'2'.repeat(60)}`, []],
])('%s stay whole', (_, text, numbers) => {
  expect(whole(text)).toEqual(numbers);
  expect(renderToStaticMarkup(<WholeNumbers text={text} />).replaceAll(/<[^>]*>/g, '')).toBe(text);
});
