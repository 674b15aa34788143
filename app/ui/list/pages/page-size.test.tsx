import { expect, test } from 'vitest';
import { rendered } from '../../../../test/rendered.tsx';
import { PageSize } from './page-size.tsx';

const choices = (size: number) => rendered(<PageSize size={size} total={300} />).match(/\d+ rows/g);

test('a size that is not offered is a choice of its own while the page has it', () => {
  expect(choices(50)).toEqual(['25 rows', '50 rows', '100 rows']);
  expect(choices(5)).toEqual(['5 rows', '25 rows', '50 rows', '100 rows']);
});
