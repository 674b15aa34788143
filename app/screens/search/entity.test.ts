import { expect, test } from 'vitest';
import { isShownAt } from './entity.ts';

test.each([
  ['the same words', 'http://a.example/search/orders?q=nina+grace', true],
  ['one status of them', 'http://a.example/search/orders?q=nina%20grace%20&status=error', true],
  ['other words', 'http://a.example/search/orders?q=nina', false],
  ['another noun', 'http://a.example/search/products?q=nina+grace', false],
  ['another page', 'http://a.example/orders?q=nina+grace', false],
  ['no address', 'search', false],
  ['nothing', null, false],
])('results are on the screen already when %s asks', (_which, referer, is) => {
  expect(isShownAt(referer, 'orders', 'nina grace')).toBe(is);
});
