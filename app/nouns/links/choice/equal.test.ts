import { expect, test } from 'vitest';
import { onlyEqual, onlyNamed, sameIn } from './equal.ts';

const owl = { sku: '22568', name: 'FELTCRAFT CUSHION OWL', upc: '5010000225681' };

test.each([
  ['the same SKU', { sku: '22568', name: 'Anything', upc: null }, 'SKU'],
  ['the same SKU with spaces around', { sku: ' 22568 ', name: '', upc: null }, 'SKU'],
  ['the same UPC', { sku: 'A1', name: 'Anything', upc: '5010000225681' }, 'UPC'],
  ['the same name', { sku: 'A1', name: 'Feltcraft cushion owl', upc: null }, 'name'],
  ['most words in common', { sku: '22569', name: 'FELTCRAFT CUSHION BUTTERFLY', upc: null }, null],
  ['the SKU in other letters', { sku: '85123a', name: '', upc: null }, null],
  ['the SKU with an ending', { sku: '22568A', name: '', upc: '' }, null],
  ['the same but for signs', { sku: '225-68', name: '', upc: null }, null],
  ['the same SKU, but another UPC', { sku: '22568', name: '', upc: '5010000999999' }, null],
  ['the same name, but another UPC', { sku: 'A1', name: owl.name, upc: '5010000999999' }, null],
  ['the same SKU, and the same UPC with a leading zero', { sku: '22568', name: '', upc: '05010000225681' }, 'SKU'],
  ['neither name nor UPC', { sku: 'B2', name: '', upc: null }, null],
])('what is equal may be chosen beforehand, what looks alike may not: %s', (_, product, same) => {
  expect(sameIn(product, owl)).toBe(same);
});

test('an empty name or UPC equals nothing', () => {
  expect(sameIn({ sku: 'A', name: '', upc: '' }, { sku: 'B', name: '', upc: '' })).toBeNull();
});

test.each(['N/A', '0', '000000000000', 'does not apply'])('“%s” is no UPC: it makes nothing the same, and nothing another', (upc) => {
  expect(sameIn({ sku: 'A', name: 'A mug', upc }, { sku: 'B', name: 'A cup', upc })).toBeNull();
  expect(sameIn({ ...owl, upc }, owl)).toBe('SKU');
  expect(onlyEqual([{ ...owl, upc }], owl)).toEqual({ ...owl, upc });
  expect(onlyNamed([{ sku: 'A', name: 'A mug', upc }], upc)).toBeUndefined();
});

test('the SKU decides before the UPC and the name; where two are equal alike, nothing is chosen', () => {
  const bySku = { ...owl, name: 'Another', upc: null };
  const byName = { ...owl, sku: '22568a', upc: null };
  expect(onlyEqual([byName, bySku], owl)).toBe(bySku);
  expect(onlyEqual([byName], owl)).toBe(byName);
  expect(onlyEqual([byName, { ...byName, sku: 'A2' }], owl)).toBeUndefined();
  expect(onlyEqual([{ sku: '22569', name: 'FELTCRAFT CUSHION BUTTERFLY', upc: null }], owl)).toBeUndefined();
});

test('where the SKU is equal and the UPC is another product’s, nothing is chosen', () => {
  const bySku = { ...owl, upc: '5010000999999' };
  const byUpc = { ...owl, sku: 'A1' };
  expect(onlyEqual([bySku, byUpc], owl)).toBeUndefined();
});

test('what is sold as another number of units is not chosen beforehand, by whatever it is equal', () => {
  const pack = { ...owl, name: 'Feltcraft cushion owl, pack of 6' };
  expect(onlyEqual([owl], pack)).toBeUndefined();
  expect(onlyEqual([pack], pack)).toBe(pack);
});

test('what the warehouse no longer names is not chosen beforehand, nor is what equals less in its place', () => {
  const gone = { ...owl, gone_at: '2026-11-20T09:30:00Z' };
  expect(onlyEqual([gone], owl)).toBeUndefined();
  expect(onlyEqual([{ ...owl, sku: '22568a', gone_at: null }, gone], owl)).toBeUndefined();
});

test('what a person typed names the product with that SKU, whatever its UPC', () => {
  expect([onlyNamed([owl], '22568'), onlyNamed([owl], owl.upc), onlyNamed([owl], '2256')]).toEqual([owl, owl, undefined]);
});
