import type { z } from 'zod';
import type { Cell } from './entity.ts';

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
    if (inExponents.test(text))
      return { problem: 'was turned into a number by a spreadsheet', expected: 'the code in full, its column as text' };
    if (likeDate.test(text))
      return { problem: 'was turned into a date by a spreadsheet', expected: 'the code in full, its column as text' };
    return otherwise(text.replace(oddSpaces, ' ').trim());
  };
}

export function readUpc(otherwise: Read): Read {
  return (text) => {
    if (/^(?:\d{8}|\d{12,14})$/.test(text)) return text;
    if (inExponents.test(text)) return { problem: 'was mangled by a spreadsheet', expected: '12 or 13 digits' };
    if (/^\d+\.0+$/.test(text)) return { problem: 'was turned into a number by a spreadsheet', expected: text.replace(/\.0+$/, '') };
    if (/^\d{6,11}$/.test(text)) {
      const expected = text.padStart(text.length < 8 ? 8 : 12, '0');
      return { problem: `has ${text.length} digits: a spreadsheet has dropped its zeros`, expected };
    }
    return otherwise(text);
  };
}

/** A decimal with a point. What is meant by `1,5` is shown and not guessed: elsewhere `1,500` is fifteen hundred. */
export function readDecimal(otherwise: Read): Read {
  return (text) => {
    if (/^\d+(?:\.\d+)?$/.test(text)) return otherwise(text);
    if (isNegative(text)) return { problem: 'must not be negative', expected: '0 or more, as 0.25' };
    return { problem: 'is not a number', expected: meant(text) ?? 'a number, as 0.25' };
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
    if (/^\d+\.0+$/.test(text)) return text.replace(/\.0+$/, '');
    if (isNegative(text)) return { problem: 'must not be negative', expected: 'a whole number, as 24' };
    return { problem: 'is not a whole number', expected: wholeMeant(text) ?? 'a whole number, as 24' };
  };
}

/** `1,5 kg` means 1.5; of `1,500` nobody knows. */
function meant(text: string): string | undefined {
  const [, number = '', unit = ''] = /^(-?[\d.,' ]*\d)\s*(\p{L}*)\.?$/u.exec(text) ?? [];
  if (/^\d+(?:\.\d+)?$/.test(number) && unit) return `${number}, without ${unit}`;
  if (/^\d{1,3},\d{3}$/.test(number)) return `${number.replace(',', '')} or ${number.replace(',', '.')}`;
  if (/^\d+,\d+$/.test(number)) return number.replace(',', '.');
  if (/^\d{1,3}(?:[,' ]\d{3})+(?:\.\d+)?$/.test(number)) return number.replaceAll(/[,' ]/g, '');
  if (/^\d{1,3}(?:[.' ]\d{3})+,\d+$/.test(number)) return number.replaceAll(/[.' ]/g, '').replace(',', '.');
  return undefined;
}

const wholeMeant = (text: string) => (/^\d{1,3}(?:[.,' ]\d{3})+$/.test(text) ? text.replaceAll(/[.,' ]/g, '') : undefined);

/** The rule of forms and calls, for files. */
export function bySchema(schema: z.ZodType, expected: string): Read {
  return (text) => {
    const { success, data, error } = schema.safeParse(text);
    return success ? String(data ?? '') : { problem: sentenceOf(error), expected };
  };
}

export const sentenceOf = (error: z.ZodError | undefined) => error?.issues[0]?.message ?? 'It cannot be read.';
