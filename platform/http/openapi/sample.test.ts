import { expect, test } from 'vitest';
import { z } from 'zod';
import { jsonSchema } from './json-schema.ts';
import { sampleOf } from './sample.ts';

const samples = { sku: 'MUG', 'lines.name': 'A mug', name: 'Ann', page: 'not a number', next: null };
const of = (schema: z.ZodType, reply = false) => sampleOf(jsonSchema(schema, reply ? 'output' : 'input'), { samples, reply });

const within = { lines: [{ name: 'A mug' }], name: 'Ann' };

test.each<[what: string, schema: z.ZodType, sample: unknown]>([
  ['a text by its name', z.object({ sku: z.string() }), { sku: 'MUG' }],
  ['a text by what it stands within', z.object({ lines: z.array(z.object({ name: z.string() })), name: z.string() }), within],
  ['a number, where its name has no sample that fits', z.object({ page: z.number() }), { page: 1 }],
  ['an id', z.object({ order_id: z.number() }), { order_id: 1042 }],
  ['nothing, where that is the sample and allowed', z.object({ next: z.string().nullable() }), { next: null }],
  ['the first choice that says something', z.object({ status: z.enum(['', 'open']) }), { status: 'open' }],
  ['a value in place of none', z.object({ at: z.iso.datetime({ offset: true }).nullable() }), { at: '2026-11-20T09:30:00Z' }],
  ['what a text without a sample is called', z.object({ other: z.string() }), { other: '(other)' }],
])('a sample of a schema is %s', (_, schema, sample) => {
  expect(of(schema)).toEqual(sample);
});

test('a request has what it cannot do without, and a reply everything', () => {
  const schema = z.object({ sku: z.string(), name: z.string().optional() });
  expect([of(schema), of(schema, true)]).toEqual([{ sku: 'MUG' }, { sku: 'MUG', name: 'Ann' }]);
});
