import { expect, test } from 'vitest';
import type { ShipTo, WarehouseOrder, WarehouseOrderState } from '../../../../../connectors/contract.ts';
import { isInPlace } from './in-place.ts';

const to: ShipTo = {
  ...{ name: 'Zoë Müller', company: null, line1: '12 Mill Street', line2: 'Flat 3', city: 'Leeds', state: null },
  ...{ postalCode: 'LS1 4DY', country: 'GB', phone: '0113 496 0000', email: 'zoe@example.com' },
};
const mugs = (quantity: number) => [{ lineReference: 'CD-1', sku: 'MUG', quantity }];
const sent: WarehouseOrder = {
  ...{ reference: 'CD-7', orderNumbers: ['SO-7'], methodCode: 'UPSGR', warehouseId: null, note: null, fields: {} },
  ...{ shipTo: to, lines: mugs(2) },
};
const has = (shipTo: ShipTo | null, lines: WarehouseOrder['lines'] = sent.lines): WarehouseOrderState => ({
  ...{ providerRef: 'AMW-1', reference: 'CD-7', status: 'picking', held: false, changedAt: new Date(0), orderNumbers: ['SO-7'], shipTo },
  lines: lines.map((line) => ({ ...line, shipped: 0 })),
});
const moved = (changes: Partial<ShipTo>) => ({ ...sent, shipTo: { ...to, ...changes } });

test.each<[string, Partial<ShipTo>]>([
  ['a company', { company: 'Acme' }],
  ['another phone number', { phone: '0113 496 0999' }],
  ['another town', { city: 'Bradford' }],
  ['a state', { state: 'West Yorkshire' }],
  ['another mail address', { email: 'z.mueller@example.com' }],
  ['another street with the same number', { line1: '12 Hill Street' }],
  ['another name', { name: 'Zoë Miller' }],
  ['another code', { postalCode: 'LS1 4DZ' }],
])('a new address with %s has been taken where the warehouse shows that, and not where it shows the former one', (_, changes) => {
  const wanted = moved(changes);
  expect(isInPlace(sent, wanted, has(wanted.shipTo))).toBe(true);
  expect(isInPlace(sent, wanted, has(to))).toBe(false);
});

test.each<[string, Partial<ShipTo>, ShipTo | null, boolean]>([
  ['a phone number that the warehouse does not tell', { phone: '0113 496 0999' }, { ...to, phone: null }, false],
  ['one beside a town that it does', { phone: '0113 496 0999', city: 'Bradford' }, { ...to, phone: null, city: 'Bradford' }, false],
  ['a phone number that is left out, which may be one that it does not tell', { phone: null }, { ...to, phone: null }, false],
  ['the same, beside a town that it tells', { phone: null, city: 'Bradford' }, { ...to, phone: null, city: 'BRADFORD' }, true],
  ['a recipient that it does not tell', { city: 'Bradford' }, null, false],
  ['a town whose former name is a part of it', { city: 'Leeds City' }, to, false],
  ['a half of the change', { city: 'Bradford', company: 'Acme' }, { ...to, city: 'Bradford' }, false],
  ['other capitals than ours', { city: 'Bradford', company: 'Acme' }, { ...to, city: 'BRADFORD', company: 'ACME.' }, true],
  ['the code of the country before the number', { phone: '0113 496 0999' }, { ...to, phone: '+44 113 496 0999' }, true],
])('a new address: %s', (_, changes, there, isThere) => {
  expect(isInPlace(sent, moved(changes), has(there))).toBe(isThere);
});

test('new goods are seen by our names for the lines, or by what they hold; new names for the same goods by our names alone', () => {
  const wanted = { ...sent, lines: mugs(3) };
  const theirNames = (quantity: number) => [{ lineReference: '77', sku: 'MUG', quantity }];
  expect([wanted.lines, sent.lines, theirNames(3), theirNames(2)].map((lines) => isInPlace(sent, wanted, has(to, lines)))).toEqual([
    ...[true, false, true, false],
  ]);
  const renamed = { ...sent, lines: [{ lineReference: 'CD-2', sku: 'MUG', quantity: 2 }] };
  expect([renamed.lines, sent.lines, theirNames(2)].map((lines) => isInPlace(sent, renamed, has(to, lines)))).toEqual([true, false, false]);
});

test('a new address at a warehouse with its own names for the lines is seen by the address', () => {
  const wanted = moved({ city: 'Bradford' });
  const lines = [{ lineReference: '77', sku: 'MUG', quantity: 2 }];
  expect([wanted.shipTo, to].map((there) => isInPlace(sent, wanted, has(there, lines)))).toEqual([true, false]);
});

test('what is kept of no former message, or changes neither goods nor recipient, is seen by nothing', () => {
  expect(isInPlace(null, moved({ city: 'Bradford' }), has({ ...to, city: 'Bradford' }))).toBe(false);
  expect(isInPlace(sent, { ...sent, methodCode: 'UPS2D' }, has(to))).toBe(false);
});
