import { expect, test } from 'vitest';
import type { Filter } from './declaration.ts';
import { leftOut } from './left-out.ts';

const filters: Filter[] = [
  { kind: 'choice', key: 'status', label: 'Status', options: [] },
  { kind: 'days', key: 'start_at', endKey: 'end_at', label: 'Date' },
];
const read = { search: '', orderBy: 'order_date', page: 1, perPage: 50 };

test.each([
  ['', {}, []],
  ['status=error&perPage=50', { status: 'error' }, []],
  ['status=lost', {}, ['Status lost']],
  ['statsu=error', {}, ['statsu error']],
  ['orderBy=colour&perPage=7', {}, ['sorted by colour', 'rows a page 7']],
  ['constructor=1&__proto__=2', {}, ['constructor 1', '__proto__ 2']],
  ['start_at=2026-02-30', {}, ['Date 2026-02-30']],
  ['start_at=2026-03-05&end_at=2026-03-01', {}, ['Date from 2026-03-05 to 2026-03-01, which ends before it starts']],
  ['search=+mug+&columns=city&saved=3&view=all&page=900000', {}, []],
  ['open=558&after=12', {}, []],
])('%s', (address, more, expected) => {
  expect(leftOut(new URLSearchParams(address), { ...read, ...more }, filters)).toEqual(expected);
});
