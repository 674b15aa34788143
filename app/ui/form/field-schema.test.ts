import { expect, test } from 'vitest';
import { z } from 'zod';
import { choosing, type FieldSchema, fieldsOf } from './field-schema.ts';

const settings = z.object({
  api_key: z.string().min(1).meta({ title: 'API key', description: 'From Settings › API.' }),
  api_secret: z.string().min(1).meta({ title: 'API secret', secret: true }),
  api_origin: z.url().default('https://example.com'),
  region: z.enum(['eu', 'us']),
  store_id: z.string().optional(),
  batch: z.int().optional(),
  active: z.boolean().default(true),
});

test('a field that is chosen from a list says from which, and what the list needs first', () => {
  const properties = { account: { type: 'string', choices: 'accounts', dependsOn: ['subsidiary'] } };
  expect(fieldsOf({ properties })).toMatchObject([{ kind: 'listed', choices: 'accounts', dependsOn: ['subsidiary'] }]);
});

test('a form has the fields of its schema, in its order', () => {
  const fields = fieldsOf(z.toJSONSchema(settings, { io: 'input' }) as FieldSchema);
  expect(fields.map(({ name, label, kind, required, initial }) => [name, label, kind, required, initial])).toEqual([
    ['api_key', 'API key', 'text', true, ''],
    ['api_secret', 'API secret', 'secret', true, ''],
    ['api_origin', 'Api origin', 'url', false, 'https://example.com'],
    ['region', 'Region', 'choice', true, ''],
    ['store_id', 'Store id', 'text', false, ''],
    ['batch', 'Batch', 'number', false, ''],
    ['active', 'Active', 'switch', false, true],
  ]);
  expect(fields[0]?.help).toBe('From Settings › API.');
  expect(fields[3]?.options).toEqual(['eu', 'us']);
});

test('a field is chosen from options that are known when the form is loaded, in groups too, after one for none', () => {
  const properties = { note: { type: 'string' }, ship_name: { title: 'Method', default: '', needed: true } };
  const schema = { properties, required: ['note'] };
  const ups = { group: 'UPS', items: [{ value: 'UPSGR', label: 'Ground' }] };
  const fields = fieldsOf(choosing(schema, ['ship_name', 'note'], { ship_name: ['-- Select --', ups] }));
  expect(fields.map(({ name, kind }) => [name, kind])).toEqual([
    ['ship_name', 'choice'],
    ['note', 'text'],
  ]);
  expect(fields[0]).toMatchObject({ label: 'Method', optional: false, required: false, initial: '' });
  expect(fields[0]?.options).toEqual([{ value: '', label: '-- Select --' }, ups]);
  expect(fieldsOf(choosing(schema, ['ship_name'], {})).map(({ name }) => name)).toEqual(['ship_name']);
});

test('a short field says how much of a row it takes', () => {
  const properties = { unit: { type: 'string', thirds: 1 as const }, note: { type: 'string' } };
  expect(fieldsOf({ properties }).map(({ thirds }) => thirds)).toEqual([1, undefined]);
});
