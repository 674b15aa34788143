import type { z } from 'zod';
import type { Page, Result, Unreadable } from '../contract.ts';
import type { Reason } from './reasons.ts';
import { problemOf } from './wrong-shape.ts';

/** A translated record, or the reason why it cannot be read. Never throws. */
export type Translated<T> = { ok: true; record: T } | { ok: false; unreadable: Unreadable };
export type Translate<T> = (raw: unknown) => Translated<T>;

/** Each record by itself, so that a bad one does not take its page with it. */
export function translateAll<T>(raws: unknown[], translate: Translate<T>): Pick<Page<T>, 'records' | 'unreadable' | 'gone'> {
  const page: Pick<Page<T>, 'records' | 'unreadable' | 'gone'> = { records: [], unreadable: [], gone: [] };
  for (const raw of raws) {
    const translated = translate(raw);
    if (translated.ok) page.records.push(translated.record);
    else page.unreadable.push(translated.unreadable);
  }
  return page;
}

/** The first thing that is wrong with a record: `items.0.quantity: is not a whole number`. `within`: the field that holds it. */
export function firstIssue({ issues: [issue] }: z.ZodError, within?: string): Reason {
  const path = [...(within === undefined ? [] : [within]), ...(issue?.path ?? [])];
  return { code: 'field', field: path.join('.').slice(0, longestField) || 'record', problem: problemOf(issue) };
}

/** The other side names its fields. */
const longestField = 200;

/** The one record that was read; a failure where it cannot be. */
export function oneRecord<T>([record]: T[], [wrong]: Unreadable[]): Result<T> {
  if (record !== undefined) return { ok: true, value: record };
  return orderUnreadable(wrong?.reason ?? { code: 'field', field: 'record', problem: 'is not there' });
}

/** Of one order that was asked for: a person has to look at it. */
export const orderUnreadable = (because: Reason): Extract<Result<never>, { ok: false }> => ({
  ok: false,
  failure: { kind: 'rejected', code: 'other', reason: { code: 'order_unreadable', because } },
});

/** The id that an unreadable record seems to have, by the first of these fields that holds one. */
export function idIn(raw: unknown, fields: string[]): string | null {
  if (typeof raw !== 'object' || raw === null) return null;
  const values = new Map(Object.entries(raw));
  const found = fields.map((field) => values.get(field)).find((value) => typeof value === 'string' || typeof value === 'number');
  return found === undefined ? null : String(found);
}

/** Longer ones are not taken everywhere. Every line of an order keeps one, and some are kept in memory. */
const longestAddress = 2_048;

/** The text when it is an http(s) address that may be shown as a link or an image; null for `javascript:`, `data:` and the rest. */
export function webAddress(text: string | null): string | null {
  return text !== null && text.length <= longestAddress && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : null;
}
