import { expect, test } from 'vitest';
import type { MappingBody } from './contract.ts';
import { whyNothing } from './why-nothing.ts';

const mapping: MappingBody = {
  ...{ source_field: 'country', source_name: 'Country', source_value: 'GB' },
  ...{ destination_field: 'note', destination_name: 'Note', destination_value: 'Fragile' },
};
const any = { ...mapping, source_value: '', destination_value: '' };
const kept = (note?: string) => {
  const fields: Record<string, string> = note ? { note } : {};
  return { before: fields, after: fields };
};

test.each<[string, Parameters<typeof whyNothing>, string | null]>([
  ['matches', [{ mapping }, { source: { country: 'GB' }, before: {}, after: { note: 'Fragile' } }], null],
  ['matches but for spaces', [{ mapping }, { source: { country: ' GB ' }, before: {}, after: { note: 'Fragile' } }], null],
  ['does not match', [{ mapping }, { source: { country: 'DE' }, ...kept() }], 'Country is DE, so it does not apply.'],
  ['reads what the order lacks', [{ mapping }, { source: {}, ...kept() }], 'The order has no Country, so it does not apply.'],
  ['reads nothing to copy', [{ mapping: any }, { source: {}, ...kept() }], 'The order has no Country, so it does not apply.'],
  ['copies what is there already', [{ mapping: any }, { source: { country: 'DE' }, ...kept('DE') }], 'Note is “DE” already.'],
  [
    'comes after another',
    [{ mapping }, { source: { country: 'GB' }, ...kept('Ring twice') }],
    'It applies, but Note stays “Ring twice”: what a person edited, or another rule, comes first, or the warehouse has no “Fragile”.',
  ],
  [
    'is a preset that is set already',
    [{ preset: { field_name: 'note', field_description: 'Note', field_value: 'Fragile' } }, { source: {}, ...kept('Fragile') }],
    'Note is “Fragile” already.',
  ],
  ['is not typed yet', [{}, { source: {}, ...kept() }], null],
])('a rule that %s', (_, [change, outcome], why) => {
  expect(whyNothing(change, outcome)).toBe(why);
});
