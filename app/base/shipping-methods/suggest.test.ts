import { expect, test } from 'vitest';
import { alikeMethods, equalMethod } from './suggest.ts';

const method = (code: string, name: string) => ({ code, name });
const groups = [
  { carrier: 'UPS', methods: [method('UPSGR', 'Ground'), method('UPS2D', '2nd Day Air'), method('UPSSV', 'Worldwide Saver')] },
  { carrier: 'Royal Mail', methods: [method('RM24', 'Royal Mail Tracked 24'), method('RM48', 'Royal Mail Tracked 48')] },
  { carrier: 'DHL', methods: [method('DHLGR', 'DHL Parcel')] },
];

test.each([
  [['ups_ground', null], 'UPSGR'],
  [['upsgr', null], 'UPSGR'],
  [['x', 'Royal Mail: tracked-24'], 'RM24'],
  [['GROUND', null], 'UPSGR'],
  [['ups_ground_saver', null], null],
  [['rm_tracked', 'Royal Mail Tracked'], null],
  [['', ''], null],
])('%j means %s by its name', (names, code) => {
  expect(equalMethod(groups, names)?.code ?? null).toBe(code);
});

test('a name that two methods have is no suggestion', () => {
  const twice = [...groups, { carrier: 'FedEx', methods: [method('FXGR', 'Ground')] }];
  expect(equalMethod(twice, ['Ground'])).toBeNull();
});

test.each([
  [['RoyalMail TRACKED24 signed', null], ['RM24']],
  [['ups_2nd_day', 'UPS 2nd Day'], ['UPS2D']],
  [['parcel', 'Parcel delivery'], []],
  [['carrier_pigeon', 'Carrier pigeon'], []],
])('%j looks like %j', (names, codes) => {
  expect(alikeMethods(groups, names).map(({ code }) => code)).toEqual(codes);
});
