import type { JsonSchema } from './json-schema.ts';

/** What stands in examples for a property of this name, or for one of this name within another: `name`, `lines.name`. */
export type Samples = Readonly<Record<string, unknown>>;

/** Where a schema stands: the property that it is of, and what that is within. */
type Place = { name: string; within: string };

/** `reply`: all properties are filled in, not only those that have to be. */
type Wanted = { samples: Samples; reply: boolean };

const moment = '2026-11-20T09:30:00Z';
const anyId = 1042;

/** A value that fits a schema: by the name of each property what `samples` has for it, else the plainest that its type allows. */
export function sampleOf(schema: JsonSchema, wanted: Wanted, place: Place = { name: '', within: '' }): unknown {
  const { samples } = wanted;
  const sample = [samples[`${place.within}.${place.name}`], samples[place.name]].find(
    (value) => value !== undefined && fits(schema, value),
  );
  if (sample !== undefined) return sample;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum.find((value) => value !== '') ?? '';
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (choices) return sampleOf(choices.find(({ type, const: fixed }) => type !== 'null' && fixed !== '') ?? {}, wanted, place);
  if (Array.isArray(schema.allOf)) return Object.assign({}, ...schema.allOf.map((part) => sampleOf(part, wanted, place)));
  const type = typesOf(schema)[0];
  if (type === 'object') return objectOf(schema, wanted, place);
  if (type === 'array') return arrayOf(schema, wanted, place);
  if (type === 'boolean') return false;
  if (type === 'integer' || type === 'number') return /id$/i.test(place.name) ? anyId : Math.max(1, Number(schema.minimum ?? 1));
  return type === 'string' ? textOf(schema, place) : {};
}

const typesOf = ({ type }: JsonSchema): string[] => [type].flat().filter((each) => each !== undefined && each !== 'null') as string[];

function objectOf({ properties = {}, required = [] }: JsonSchema, wanted: Wanted, { name }: Place): object {
  const filled = Object.entries(properties).filter(([property]) => wanted.reply || required.includes(property));
  return Object.fromEntries(filled.map(([property, schema]) => [property, sampleOf(schema, wanted, { name: property, within: name })]));
}

function arrayOf({ items, prefixItems }: JsonSchema, wanted: Wanted, place: Place): unknown[] {
  if (Array.isArray(prefixItems)) return prefixItems.map((item) => sampleOf(item, wanted, place));
  return [sampleOf((items as JsonSchema | undefined) ?? {}, wanted, place)];
}

function textOf({ format }: JsonSchema, { name }: Place): string {
  if (format === 'date-time') return moment;
  if (format === 'date') return moment.slice(0, 10);
  return format === 'email' ? 'ann@example.com' : unnamed(name);
}

/** What stands for a text that nobody has named a sample for. */
export const unnamed = (name: string): string => `(${name})`;

function fits(schema: JsonSchema, value: unknown): boolean {
  if (schema.const !== undefined) return schema.const === value;
  if (Array.isArray(schema.enum)) return schema.enum.includes(value);
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (choices) return choices.some((each) => fits(each, value));
  if (value === null) return [schema.type].flat().includes('null');
  if (schema.type === 'null') return false;
  const types = typesOf(schema);
  if (Array.isArray(value))
    return types.includes('array') && value.every((each) => fits((schema.items as JsonSchema | undefined) ?? {}, each));
  if (schema.format === 'date-time' || schema.format === 'date') return typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value);
  return types.length === 0 || types.includes(typeof value) || (typeof value === 'number' && types.includes('integer'));
}
