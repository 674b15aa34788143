import { z } from 'zod';
import { text } from '../../../../platform/endpoint.ts';
import { fieldTitles } from './fields.ts';

/** A text that may be empty, which is null. */
const optional = (most: number, title: string, more: Record<string, unknown> = {}) =>
  text(20_000)
    .trim()
    .max(most, `${title} has at most ${most.toLocaleString('en-US')} characters.`)
    .transform((value) => value || null)
    .nullable()
    .default(null)
    .meta({ title, type: 'string', ...more });

export const sku = text(1_000)
  .trim()
  .min(1, 'Give it a SKU.')
  .max(100, 'A SKU has at most 100 characters.')
  .meta({ title: 'SKU', description: 'As the warehouse calls it. It cannot be changed later.' });

/** A number as forms send it; what is typed and no number reaches this as a text. */
const figure = (title: string, schema: z.ZodType<number, number>, type: 'number' | 'integer') =>
  z
    .preprocess((value) => (value === '' || value === undefined ? null : value), schema.nullable())
    .default(null)
    .meta({ title, type });

const weighs = z
  .number('A weight is a number, as in 0.25.')
  .min(0, 'A weight is not negative.')
  .max(10_000_000, 'A weight is at most 10,000,000.')
  .refine((value) => Math.abs(value * 10_000 - Math.round(value * 10_000)) < 1e-6, 'A weight has at most four decimals.');
const reorders = z
  .number('A reorder point is a whole number.')
  .int('A reorder point is a whole number.')
  .min(0, 'A reorder point is not negative.')
  .max(1_000_000_000, 'A reorder point is at most 1,000,000,000.');

const expires = z
  .number('Expiry days are a whole number.')
  .int('Expiry days are a whole number.')
  .min(0, 'Expiry days are not negative.')
  .max(3_650, 'Expiry days are at most 3,650.');

/** What may be stored in each field of an item: one schema for forms, calls and files. An empty value is null. */
export const itemValues = z.object({
  name: text(20_000).trim().min(1, 'Give it a name.').max(500, 'A name has at most 500 characters.').meta({ title: fieldTitles.name }),
  upc: optional(50, fieldTitles.upc),
  description: optional(5_000, fieldTitles.description, { lines: 3 }),
  /** By its name. */
  category: optional(60, fieldTitles.category_id),
  image_url: z
    .preprocess((value) => (value === '' || value === undefined ? null : value), webAddress().nullable())
    .default(null)
    .meta({ title: fieldTitles.image_url, type: 'string', format: 'uri', description: 'Of a picture on the web' }),
  unit: optional(30, fieldTitles.unit),
  weight: figure(fieldTitles.weight, weighs, 'number'),
  warehouse_location: optional(100, fieldTitles.warehouse_location),
  reorder_point: figure(fieldTitles.reorder_point, reorders, 'integer'),
  expiry_days: figure(fieldTitles.expiry_days, expires, 'integer').meta({
    ...{ title: fieldTitles.expiry_days, type: 'integer' },
    description: 'From this many days before a lot expires, it is no longer offered. Leave empty to use the number of the account.',
  }),
});
export type ItemValues = z.output<typeof itemValues>;

/** Shown as a picture, so nothing but http and https; or a path below `uploads/`, as images that were uploaded here have. */
function webAddress() {
  return text(2_000)
    .trim()
    .refine((value) => isPicture(value), 'An image address begins with https:// or http://, or is the path of an image that was uploaded.');
}

const isPicture = (value: string) => (URL.canParse(value) ? /^https?:$/.test(new URL(value).protocol) : /^[\w./-]+$/.test(value));
