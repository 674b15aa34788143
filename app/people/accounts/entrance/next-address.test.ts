import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { matchPath } from 'react-router';
import { expect, test } from 'vitest';
import routes from '../../../routes.ts';
import { behindTheScenes, nextAddress, signInAddress } from './next-address.ts';

test.each([
  ['/orders?status=error', '/orders?status=error'],
  ['/', '/'],
  [null, '/'],
  ['', '/'],
  ['//evil.example/x', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/.//evil.example/x', '/'],
  ['/..//evil.example/x', '/'],
  ['/%2e//evil.example/x', '/'],
  ['/x/..//evil.example', '/'],
  ['/.\\/evil.example', '/'],
  ['//', '/'],
  ['/a//b', '/a//b'],
])('%s leads to %s', (next, address) => {
  expect(nextAddress(next)).toBe(address);
});

test.each([
  ['/', '/'],
  ['/orders?status=error', '/orders?status=error'],
  ['/orders.data?status=error&_routes=orders%2Flist-page', '/orders?status=error'],
  ['/_.data', '/'],
  ['/_root.data?_routes=x', '/'],
  ['/shell.data?_routes=shell%2Frefresh', '/orders/7?tab=1'],
  ['/orders/refresh.data?newest=9&ids=9', '/orders/7?tab=1'],
  ['/purchase-orders/choices/lots.data', '/orders/7?tab=1'],
])('signed out, a request for %s leads after sign-in to %s', (path, page) => {
  const headers = { referer: 'https://crossdock.example/orders/7?tab=1' };
  const address = signInAddress(new Request(`https://crossdock.example${path}`, { headers }));
  expect(new URL(address, 'https://x').searchParams.get('next') ?? '/').toBe(page);
});

test('every address that only gives data is requested behind the scenes', async () => {
  const onlyData = routes.filter(({ file }) => !/export default/.test(readFileSync(`${import.meta.dirname}/../../../${file}`, 'utf8')));
  expect(onlyData.length).toBeGreaterThan(7);
  const isNamed = (path = '') => [...behindTheScenes].some((address) => matchPath(`/${path}`, address));
  expect(onlyData.filter(({ path }) => !isNamed(path))).toEqual([]);
});

test('a referrer of another site is no address to come back to', () => {
  const headers = { referer: 'https://evil.example/orders' };
  expect(signInAddress(new Request('https://crossdock.example/shell.data', { headers }))).toBe('/sign-in');
});

test('no address after sign-in leaves the site', () => {
  const ours = 'https://crossdock.example';
  const pieces = [
    '/',
    '//',
    '\\',
    '.',
    '..',
    '%2e',
    '%2F',
    '\t',
    '\n',
    '\r',
    ' ',
    '@',
    ':',
    '?',
    '#',
    ';',
    'http:',
    'evil.example',
    'x',
    'é',
    '\u0000',
    '\ud800',
  ];
  const next = fc.array(fc.constantFrom(...pieces), { maxLength: 10 });
  fc.assert(
    fc.property(next, (parts) => {
      const address = nextAddress(`/${parts.join('')}`);
      return new URL(address, `${ours}/sign-in`).origin === ours && nextAddress(address) === address;
    }),
    { numRuns: 1_000 },
  );
});
