import { expect, test } from 'vitest';
import {
  changedFields,
  type FieldsDraft,
  keepMine,
  type Stored,
  stateOfField,
  storedFields,
  takeTheirs,
  typeInto,
  undecidedFields,
} from './fields.ts';

const order = storedFields({
  customer_name: 'Ada',
  customer_phone: null,
  customer_email: null,
  company_name: null,
  address: '1 High St',
  address_2: null,
  city: 'Bath',
  state: null,
  postal_code: 'BA1',
  country: 'GB',
  note: null,
  shipping_code: 'rm24',
  warehouse_code: 'RNO',
  edited_fields: [],
});
test('a warehouse that the mappings say is no choice of a person', () => {
  expect(order.warehouse_code).toBe('');
});

const saved = (change: Partial<Stored>): Stored => ({ ...order, ...change });
const typed = (text: string, over: Stored = order) => typeInto({}, over, 'city', text);

test.each<[string, FieldsDraft, Stored, { text: string; isChanged: boolean; theirs?: string }, Partial<Stored>]>([
  ['nothing was typed', {}, order, { text: 'Bath', isChanged: false }, {}],
  ['somebody else changed it', {}, saved({ city: 'York' }), { text: 'York', isChanged: false }, {}],
  ['it was typed into', typed('Wells '), order, { text: 'Wells ', isChanged: true }, { city: 'Wells' }],
  ['it was emptied', typed(''), order, { text: '', isChanged: true }, { city: '' }],
  ['what was typed reads as before', typed(' Bath'), order, { text: ' Bath', isChanged: false }, {}],
  ['both changed it', typed('Wells'), saved({ city: 'York' }), { text: 'Wells', isChanged: true, theirs: 'York' }, { city: 'Wells' }],
  ['both made the same of it', typed('York'), saved({ city: 'York' }), { text: 'York', isChanged: false }, {}],
  [
    'it was typed after theirs was seen',
    typed('Wells', saved({ city: 'York' })),
    saved({ city: 'York' }),
    { text: 'Wells', isChanged: true },
    { city: 'Wells' },
  ],
  [
    'one’s own was chosen',
    keepMine(typed('Wells'), saved({ city: 'York' }), 'city'),
    saved({ city: 'York' }),
    { text: 'Wells', isChanged: true },
    { city: 'Wells' },
  ],
  ['theirs was chosen', takeTheirs(typed('Wells'), 'city'), saved({ city: 'York' }), { text: 'York', isChanged: false }, {}],
])('a field when %s', (_, draft, stored, shown, sent) => {
  expect(stateOfField(draft, stored, 'city')).toEqual(shown);
  expect(changedFields(draft, stored)).toEqual(sent);
  expect(undecidedFields(draft, stored)).toEqual(shown.theirs === undefined ? [] : ['city']);
});

test('a value that is typed back is no change, and a code is sent as it is stored', () => {
  expect(typeInto(typed('Wells'), order, 'city', 'Bath')).toEqual({});
  expect(changedFields(typeInto({}, order, 'country', 'fr'), order)).toEqual({ country: 'FR' });
  expect(changedFields(typeInto({}, order, 'country', 'gb'), order)).toEqual({});
});

test('theirs that came while one’s own was chosen asks again when it changes again', () => {
  const chosen = keepMine(typed('Wells'), saved({ city: 'York' }), 'city');
  expect(stateOfField(chosen, saved({ city: 'Leeds' }), 'city').theirs).toBe('Leeds');
});
