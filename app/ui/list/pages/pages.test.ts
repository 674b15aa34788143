import { expect, test } from 'vitest';
import { leftOutOnPhone, visiblePages } from './pages.ts';

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

test.each([
  [1, 4, '1 2 3 4'],
  [1, 6, '1 2 … 6'],
  [3, 6, '1 2 3 4 5 6'],
  [6, 6, '1 … 5 6'],
  [4, 7, '1 2 3 4 5 6 7'],
  [1, 20, '1 2 … 20'],
  [10, 20, '1 … 9 10 11 … 20'],
  [17, 20, '1 … 16 17 18 19 20'],
  [20, 20, '1 … 19 20'],
])('on a phone, page %d of %d shows %s, and no page is missing without an ellipsis', (page, lastPage, shown) => {
  const pages = visiblePages(page, lastPage);
  const leftOut = leftOutOnPhone(pages, page);
  const onPhone = pages
    .filter((each) => each === null || leftOut.get(each) !== 'hidden')
    .map((each) => (each === null || leftOut.has(each) ? '…' : each));
  expect(onPhone.join(' ')).toBe(shown);
});
