import { expect, test } from 'vitest';
import { visiblePages } from './pages.ts';

test.each([
  [1, 1, '1'],
  [1, 5, '1 2 3 4 5'],
  [1, 7, '1 2 3 4 5 6 7'],
  [1, 8, '1 2 3 4 5 … 8'],
  [4, 6, '1 2 3 4 5 6'],
  [4, 7, '1 2 3 4 5 6 7'],
  [6, 7, '1 2 3 4 5 6 7'],
  [50, 40_269, '1 … 48 49 50 51 52 … 40269'],
  [40_269, 40_269, '1 … 40265 40266 40267 40268 40269'],
])('page %d of %d shows %s', (page, lastPage, shown) => {
  expect(
    visiblePages(page, lastPage)
      .map((each) => each ?? '…')
      .join(' '),
  ).toBe(shown);
});
