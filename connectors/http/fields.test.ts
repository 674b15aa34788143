import { expect, test } from 'vitest';
import { z } from 'zod';
import { looking, several, severalIn } from './fields.ts';

const settings = z.object({
  key: looking({ begins: ['ck_'], length: 8 })
    .min(1)
    .meta({ title: 'Key', secret: true }),
  sites: several({ least: 1 }).meta({ title: 'Sites', choices: 'sites' }),
});
const wrongIn = (input: object) => settings.safeParse(input).error?.issues.map(({ path, message }) => [path.join('.'), message]);

test('a field checks how it looks, and says so in its schema beside what else it says', () => {
  expect(wrongIn({ key: 'ck_1234', sites: '["uk"]' })).toEqual([['key', 'Must have 8 characters, and has 7']]);
  expect(z.toJSONSchema(settings, { io: 'input' })).toMatchObject({
    properties: {
      key: { type: 'string', title: 'Key', secret: true, looks: { begins: ['ck_'], length: 8 } },
      sites: { type: 'string', title: 'Sites', choices: 'sites', many: true, default: '[]' },
    },
    required: ['key'],
  });
});

test('several choices are one text, whatever their order; what is no list of texts is refused', () => {
  const parsed = settings.parse({ key: ' ck_12345 ', sites: '["uk", "de","uk"]' });
  expect(parsed).toEqual({ key: 'ck_12345', sites: '["de","uk"]' });
  expect(severalIn(parsed, 'sites')).toEqual(['de', 'uk']);
  expect([severalIn({}, 'sites'), severalIn({ sites: '' }, 'sites')]).toEqual([[], []]);
  for (const sites of ['', 'uk', '{"uk":1}', '[1]', '[""]', `[${'"a",'.repeat(5_000)}"a"]`, JSON.stringify(['x'.repeat(201)])])
    expect(wrongIn({ key: 'ck_12345', sites })).toEqual([['sites', 'Must be a list of choices']]);
  expect(wrongIn({ key: 'ck_12345', sites: '[]' })).toEqual([['sites', 'Choose one at least']]);
});
