import { expect, test } from 'vitest';
import { changeAddress } from './list-address.ts';

test('a change goes back to the first page, and leaves out what is empty', () => {
  const params = new URLSearchParams('status=error&page=7&search=mug');
  expect(changeAddress(params, { status: 'pending' })).toBe('?status=pending&search=mug');
  expect(changeAddress(params, { status: '', search: null })).toBe('?view=all');
  expect(changeAddress(params, { page: 8 })).toBe('?status=error&page=8&search=mug');
  expect(changeAddress(params, { page: 1 })).toBe('?status=error&search=mug');
});
