import type { FormField } from './field-schema.ts';

type Values = Record<string, string | number | boolean>;

/** The values of these fields, without the empty ones; numbers as such, and text that is no number as typed, for the server to refuse. */
export function filled(fields: readonly Pick<FormField, 'name' | 'kind'>[], typed: Values): Values {
  return Object.fromEntries(
    fields.flatMap(({ name, kind }) => {
      const value = typed[name] ?? '';
      return value === '' ? [] : [[name, kind === 'number' && isNumber(value) ? Number(value) : value]];
    }),
  );
}

/** A blank is none, though JavaScript takes it for 0. */
const isNumber = (value: Values[string]) => String(value).trim() !== '' && Number.isFinite(Number(value));
