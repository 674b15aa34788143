import { expect, test } from 'vitest';
import type { ShipTo } from '../../../../../connectors/contract.ts';
import { differencesFrom, verdictOn } from './differences.ts';

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
  [
    'letters that have no accent',
    { ...to, name: 'Søren Łaski-Groẞ', line1: 'Ærøvej 12' },
    { ...to, name: 'SOREN LASKI GROSS', line1: 'AEROVEJ 12' },
    [],
  ],
  ['another vowel of a script that writes them as marks', { ...to, name: 'गीता' }, { ...to, name: 'गोता' }, ['recipient']],
  ['another town, by which nobody tells whose it is', to, { ...to, city: 'LEEDS CITY', state: 'West Yorkshire' }, []],
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

const reached: ShipTo = { ...to, company: 'Acme', state: 'West Yorkshire', phone: '0113 496 0000', email: 'zoe@example.com' };
const texan: ShipTo = { ...reached, state: 'TX', phone: '+1 (512) 555-0100' };

test.each<[string, ShipTo, ShipTo, 'ours' | 'unsure' | 'another']>([
  ['the same', reached, reached, 'ours'],
  ['in other letters', reached, { ...reached, company: 'ACME', city: 'LEEDS', email: 'Zoe@Example.com', phone: '01134960000' }, 'ours'],
  ['a state and a number written out', texan, { ...texan, state: 'Texas', phone: '512.555.0100' }, 'ours'],
  ['more words for the town', reached, { ...reached, city: 'Leeds City' }, 'ours'],
  ['the name as a company, where one is needed', { ...reached, company: null }, { ...reached, company: 'Zoë Müller' }, 'ours'],
  ['another company', reached, { ...reached, company: 'Other Ltd' }, 'unsure'],
  ['its lines the other way round', reached, { ...reached, line1: 'Flat 3', line2: '12 Mill St' }, 'ours'],
  [
    'the number before the street',
    { ...reached, line1: 'Hauptstrasse 12', line2: null },
    { ...reached, line1: '12 Hauptstrasse', line2: null },
    'ours',
  ],
  ['the same numbers of another door', { ...reached, line1: '2-3-5 Mill Street' }, { ...reached, line1: '3-2-5 Mill Street' }, 'unsure'],
  ['house and flat changed for each other', reached, { ...reached, line1: '3 Mill Street', line2: 'Flat 12' }, 'unsure'],
  [
    'the zero after the code of the country',
    { ...reached, phone: '+44 113 496 0000' },
    { ...reached, phone: '+44 (0)113 4960000' },
    'ours',
  ],
  ['a company that we do not name', { ...reached, company: null }, reached, 'unsure'],
  ['another town', reached, { ...reached, city: 'Bradford' }, 'unsure'],
  ['another state', texan, { ...texan, state: 'CA' }, 'unsure'],
  ['another number', reached, { ...reached, phone: '0113 496 0001' }, 'unsure'],
  ['another mail address', reached, { ...reached, email: 'bo@example.com' }, 'unsure'],
  ['another street with the same number', reached, { ...reached, line1: '12 Hill Street' }, 'unsure'],
  ['a number that it does not tell', reached, { ...reached, phone: null }, 'unsure'],
  ['another name', reached, { ...reached, name: 'Bo' }, 'another'],
])('what goes there under our reference: %s', (_, ours, theirs, verdict) => {
  const on = (status: 'open' | 'cancelled') => verdictOn([{ lines, shipTo: ours }], { status, lines: theirLines, shipTo: theirs });
  expect([on('open'), on('cancelled')]).toEqual([verdict, verdict === 'another' ? 'another' : 'ours']);
});

test('what has left went where it went: what the warehouse does not tell of that is not asked, and what is another is shown', () => {
  const on = (shipTo: ShipTo) => verdictOn([{ lines, shipTo: reached }], { status: 'shipped', lines: theirLines, shipTo });
  expect([on({ ...reached, phone: null }), on({ ...reached, city: 'Bradford' })]).toEqual(['ours', 'unsure']);
});
