import { expect, test } from 'vitest';
import { mappingInWords, presetInWords } from './in-words.ts';

const country = { source_field: 'country', source_name: 'Country', destination_field: 'note', destination_name: 'Note: For the picker.' };

test.each([
  [{ source_value: 'DE', destination_value: 'Ring twice' }, 'Where Country is “DE”, set Note to “Ring twice”'],
  [{ source_value: 'DE', destination_value: '' }, 'Where Country is “DE”, copy it to Note'],
  [{ source_value: '', destination_value: 'Ring twice' }, 'Set Note to “Ring twice”, whatever Country is'],
  [{ source_value: '', destination_value: '' }, 'Copy Country to Note'],
  [{ source_value: '', destination_value: '', source_name: '', destination_name: '' }, 'Copy country to note'],
])('a field mapping with %o', (values, words) => {
  expect(mappingInWords({ ...country, ...values })).toBe(words);
});

test.each([
  ['Packing slip message: Printed below the lines.', 'Set Packing slip message to “Thank you”'],
  ['', 'Set slip to “Thank you”'],
])('a preset described as “%s”', (field_description, words) => {
  expect(presetInWords({ field_name: 'slip', field_description, field_value: 'Thank you' })).toBe(words);
});
