import { expect, test } from 'vitest';
import type { ShipTo } from '../../../../../connectors/contract.ts';
import { differencesFrom } from './differences.ts';

const to: ShipTo = {
  ...{ name: 'Zoë Müller', company: null, line1: '12 Mill Street', line2: 'Flat 3', city: 'Leeds', state: null },
  ...{ postalCode: 'LS1 4DY', country: 'GB', phone: null, email: null },
};
const american: ShipTo = { ...to, line1: '1 Main Street', line2: null, postalCode: '78701', country: 'US' };
const nameless: ShipTo = { ...to, line1: 'The Old Mill, Church Street', line2: null };
const lines = [
  { lineReference: '1', sku: 'MUG', quantity: 2 },
  { lineReference: '2', sku: 'CUP', quantity: 1 },
];
const theirLines = lines.map((line) => ({ ...line, shipped: 0 }));

test.each<[string, ShipTo, ShipTo | null, string[]]>([
  ['the same', to, to, []],
  ['without accents, in capitals, with other spaces and punctuation', to, { ...to, name: 'ZOE  MULLER.', postalCode: 'ls14dy' }, []],
  ['an address in other words and lines', to, { ...to, line1: 'FLAT 3', line2: '12, Mill St.' }, []],
  ['another spelling of the town, which nothing goes by', to, { ...to, city: 'LEEDS CITY', state: 'West Yorkshire' }, []],
  ['the other four digits of an American code', american, { ...american, postalCode: '78701-1234' }, []],
  ['no number, and the words abbreviated', nameless, { ...nameless, line1: 'the old mill church st' }, []],
  ['a letter beside the number that the other side leaves out', { ...to, line1: '12a Mill Street' }, to, []],
  ['another name', to, { ...to, name: 'Zoë Miller' }, ['recipient']],
  ['another house', to, { ...to, line1: '14 Mill Street' }, ['address']],
  ['another letter beside the number', { ...to, line1: '12a Mill Street' }, { ...to, line1: '12b Mill Street' }, ['address']],
  ['a flat that only one side has', to, { ...to, line2: null }, ['address']],
  ['no number, and another street', nameless, { ...nameless, line1: 'The New Mill, Church Street' }, ['address']],
  ['another code', to, { ...to, postalCode: 'LS1 4DZ' }, ['postal code']],
  ['another American code', american, { ...american, postalCode: '78702-1234' }, ['postal code']],
  ['another country', to, { ...to, country: 'IE' }, ['country']],
  ['all of it another', to, { ...american, name: 'Bo' }, ['recipient', 'country', 'postal code', 'address']],
  ['a warehouse that does not tell', to, null, ['unknown']],
])('recipients: %s', (_, ours, theirs, differences) => {
  expect(differencesFrom({ lines, shipTo: ours }, { lines: theirLines, shipTo: theirs }).map(({ what }) => what)).toEqual(differences);
});

test.each<[string, [string, number][], string[]]>([
  [
    'in another order',
    [
      ['CUP', 1],
      ['MUG', 2],
    ],
    [],
  ],
  [
    'a line in two',
    [
      ['MUG', 1],
      ['MUG', 1],
      ['CUP', 1],
    ],
    [],
  ],
  [
    'one more',
    [
      ['MUG', 3],
      ['CUP', 1],
    ],
    ['goods'],
  ],
  ['one SKU less', [['MUG', 2]], ['goods']],
  [
    'one SKU more',
    [
      ['MUG', 2],
      ['CUP', 1],
      ['HAT', 1],
    ],
    ['goods'],
  ],
  [
    'a SKU in other letters',
    [
      ['mug', 2],
      ['CUP', 1],
    ],
    ['goods'],
  ],
  ['nothing', [], ['goods']],
])('goods: %s', (_, goods, differences) => {
  const found = goods.map(([sku, quantity], at) => ({ lineReference: String(at), sku, quantity, shipped: 0 }));
  expect(differencesFrom({ lines, shipTo: to }, { lines: found, shipTo: to }).map(({ what }) => what)).toEqual(differences);
});
