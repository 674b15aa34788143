import type { z } from 'zod';
import type { Page, Unreadable } from '../contract.ts';

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

/** The first thing that is wrong with a record, as a sentence: `items.0.quantity: is not a whole number`. */
export function firstIssue({ issues: [issue] }: z.ZodError): string {
  return `${issue?.path.join('.') || 'record'}: ${issue?.message}`;
}

/** The id that an unreadable record seems to have, by the first of these fields that holds one. */
export function idIn(raw: unknown, fields: string[]): string | null {
  if (typeof raw !== 'object' || raw === null) return null;
  const values = new Map(Object.entries(raw));
  const found = fields.map((field) => values.get(field)).find((value) => typeof value === 'string' || typeof value === 'number');
  return found === undefined ? null : String(found);
}

/** The text when it is an http(s) address that may be shown as a link or an image; null for `javascript:`, `data:` and the rest. */
export function webAddress(text: string | null): string | null {
  return text !== null && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : null;
}
