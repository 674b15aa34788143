import { expect, test } from 'vitest';
import type { z } from 'zod';
import { windowEntities } from '../app/base/scheduled-entities.ts';
import { fieldTitles } from '../app/nouns/catalogue/values/fields.ts';
import { editableColumns, fieldLabels } from '../app/nouns/order-flow/values/fields.ts';
import { saveAccountCall } from '../app/people/accounts/settings/contract.ts';
import { wordOf } from '../app/people/audit/words/words.ts';
import { connectors } from '../connectors/index.ts';

/** The audit has a category by its name. */
const named = (field: string) => (field === 'category_id' ? 'category' : field);

/** Of each noun that people edit field by field, all that can be changed, as its schema has it. */
const edited: Record<string, readonly string[]> = {
  account: Object.keys(saveAccountCall.body?.shape ?? {}).filter((field) => field !== 'was'),
  order: editableColumns,
  product: Object.keys(fieldTitles).map(named),
  'raw material': Object.keys(fieldTitles).map(named),
  schedule: windowEntities.flatMap((entity) => [
    `use_time_window_${entity}`,
    ...['start', 'end'].map((end) => `${end}_sync_time_window_${entity}`),
  ]),
  connection: [...new Set(connectors.flatMap(({ settings }) => Object.keys(settings.shape)))],
};

test.each(Object.entries(edited).flatMap(([noun, fields]) => fields.map((field) => [noun, field] as const)))(
  'the audit has words for a field of a %s: %s',
  (noun, field) => {
    expect(wordOf(noun, field)).toBeDefined();
  },
);

test.each(editableColumns)('of an order the audit calls %s as the page of an order does', (field) => {
  expect(wordOf('order', field)).toBe(fieldLabels[field]);
});

test.each(Object.entries(fieldTitles))('of an item the audit calls %s as its form does: %s', (field, title) => {
  expect(wordOf('product', named(field))).toBe(title);
});

test.each(connectors.map(({ name, settings }) => [name, settings.shape as Record<string, z.ZodType>] as const))(
  'the audit calls the settings of %s as the form that connects it does',
  (_, shape) => {
    for (const [field, setting] of Object.entries(shape)) {
      const title = String(setting.meta()?.title ?? '');
      // One word stands for the same setting of several connectors, as “Client secret” for “LWA client secret”.
      const words = String(wordOf('connection', field)).toLowerCase().split(' ');
      expect(
        words.some((word) => title.toLowerCase().split(' ').includes(word)),
        `${field}: ${title}`,
      ).toBe(true);
    }
  },
);
