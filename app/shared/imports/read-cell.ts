import type { z } from 'zod';
import { wrongValue } from '../../../platform/http/wrong-value.ts';
import type { Cell } from './entity.ts';
import type { Expected } from './expectations.ts';
import type { Problem } from './problems.ts';

type Read = (text: string) => Cell;

/** Spaces that look like none or like another: copied from web pages and spreadsheets. */
const oddSpaces = /[\u00a0\u2000-\u200b\u202f\u205f\u2060\u3000\ufeff]/g;
const inExponents = /^\d+(?:[.,]\d+)?E[+-]?\d+$/i;
const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)';
const likeDate = new RegExp(`^(?:\\d{1,2}-${month}(?:-\\d{2,4})?|${month}-\\d{2,4}|\\d{4}-\\d\\d-\\d\\d 00:00:00)$`, 'i');

/** A key: with ordinary spaces, and not what a spreadsheet makes of one that looks like a number or a date. */
export function readKey(otherwise: Read): Read {
  return (text) => {
    if (/^[\w./-]{1,100}$/.test(text) && !/^\d/.test(text) && !likeDate.test(text)) return text;
    if (inExponents.test(text)) return { problem: { code: 'made_number' }, expected: { code: 'as_text' } };
    if (likeDate.test(text)) return { problem: { code: 'made_date' }, expected: { code: 'as_text' } };
    return otherwise(text.replace(oddSpaces, ' ').trim());
  };
}

/** A text of so many characters. */
export const atMost =
  (most: number): Read =>
  (text) =>
    text.length <= most ? text : { problem: { code: 'too_long', characters: text.length }, expected: { code: 'at_most', most } };

export function readUpc(otherwise: Read): Read {
  return (text) => {
    if (/^(?:\d{8}|\d{12,14})$/.test(text)) return text;
    if (inExponents.test(text)) return { problem: { code: 'mangled' }, expected: { code: 'upc' } };
    if (/^\d+\.0+$/.test(text)) return { problem: { code: 'made_number' }, expected: { code: 'value', value: text.replace(/\.0+$/, '') } };
    if (/^\d{6,11}$/.test(text)) {
      const value = text.padStart(text.length < 8 ? 8 : 12, '0');
      return { problem: { code: 'dropped_zeros', digits: text.length }, expected: { code: 'value', value } };
    }
    return otherwise(text);
  };
}

/** A decimal with a point. What is meant by `1,5` is shown and not guessed: elsewhere `1,500` is fifteen hundred. */
export function readDecimal(otherwise: Read): Read {
  return (text) => {
    if (/^\d+(?:\.\d+)?$/.test(text)) return otherwise(text);
    if (isNegative(text)) return { problem: { code: 'negative' }, expected: { code: 'not_negative' } };
    return { problem: { code: 'no_number' }, expected: meant(text) ?? { code: 'decimal' } };
  };
}

/** A weight in kilograms, with its unit or without. */
export function readWeight(otherwise: Read): Read {
  const plain = readDecimal(otherwise);
  return (text) => {
    const [, number, unit] = /^(-?\d+(?:\.\d+)?) ?(k?g)\.?$/i.exec(text) ?? [];
    if (number === undefined) return plain(text);
    return plain(unit?.toLowerCase() === 'g' ? String(Number(number) / 1_000) : number);
  };
}

const isNegative = (text: string) => /^-\d[\d.,]*$/.test(text);

export function readWhole(otherwise: Read): Read {
  return (text) => {
    if (/^\d+$/.test(text)) return otherwise(text);
    if (/^\d+\.0+$/.test(text)) return otherwise(text.replace(/\.0+$/, ''));
    if (isNegative(text)) return { problem: { code: 'negative' }, expected: { code: 'whole' } };
    return { problem: { code: 'no_whole_number' }, expected: wholeMeant(text) ?? { code: 'whole' } };
  };
}

/** `1,5 kg` means 1.5; of `1,500` nobody knows. */
function meant(text: string): Expected | undefined {
  const [, number = '', unit = ''] = /^(-?[\d.,' ]*\d)\s*(\p{L}*)\.?$/u.exec(text) ?? [];
  if (/^\d+(?:\.\d+)?$/.test(number) && unit) return { code: 'without_unit', number, unit };
  if (/^\d{1,3},\d{3}$/.test(number)) return { code: 'either', one: number.replace(',', ''), other: number.replace(',', '.') };
  if (/^\d+,\d+$/.test(number)) return { code: 'value', value: number.replace(',', '.') };
  if (/^\d{1,3}(?:[,' ]\d{3})+(?:\.\d+)?$/.test(number)) return { code: 'value', value: number.replaceAll(/[,' ]/g, '') };
  if (/^\d{1,3}(?:[.' ]\d{3})+,\d+$/.test(number)) return { code: 'value', value: number.replaceAll(/[.' ]/g, '').replace(',', '.') };
  return undefined;
}

const wholeMeant = (text: string): Expected | undefined =>
  /^\d{1,3}(?:[.,' ]\d{3})+$/.test(text) ? { code: 'value', value: text.replaceAll(/[.,' ]/g, '') } : undefined;

/** The rule of forms and calls, for files. */
export function bySchema(schema: z.ZodType, expected: Expected): Read {
  return (text) => {
    const { success, data, error } = safely(schema, text);
    return success ? String(data ?? '') : { problem: brokenRule(error), expected };
  };
}

/** A value of a file by the schema of a form, in the words of one. */
export const safely = <Schema extends z.ZodType>(schema: Schema, value: string | number) =>
  schema.safeParse(value, { error: (issue) => wrongValue(issue, value) });

export const brokenRule = (error: z.ZodError | undefined): Problem => ({
  ...{ code: 'rule', says: error?.issues[0]?.message ?? 'It cannot be read.' },
});
