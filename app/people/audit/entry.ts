import { type TimeStyle, writeCalendarDay, writeDateTime } from '../../ui/time/write-time.ts';
import type { AuditEntry } from './contract.ts';

type Done = Pick<AuditEntry, 'verb' | 'noun' | 'record_name'> & Partial<Pick<AuditEntry, 'changes'>>;

/** What was done, after the name of who did it: `paused connection “Shop”`, `changed weight of product “MUG”`. Browser-safe. */
export function sentenceOf({ verb, noun, record_name, changes = {} }: Done): string {
  const what = verb === 'connected' && noun === 'connection' ? '' : `${noun} `;
  const fields = verb === 'changed' ? namedFields(changes) : '';
  return record_name === noun || record_name === '' ? `${verb} ${fields}${noun}` : `${verb} ${fields}${what}“${record_name}”`;
}

/** More are named below the sentence. */
const mostNamed = 3;

/** `weight and name of `; nothing where there are many fields, or they are SKUs and codes. */
function namedFields(changes: AuditEntry['changes']): string {
  const fields = Object.entries(changes).flatMap(([field, change]) => valuesOf(field, change).map((value) => value.field));
  if (fields.length === 0 || fields.length > mostNamed || !fields.every((field) => isName(field))) return '';
  const [last, ...others] = fields.map(labelOf).reverse();
  return `${others.length > 0 ? `${others.reverse().join(', ')} and ${last}` : last} of `;
}

type Changed = Pick<AuditEntry, 'changes'> & Partial<Pick<AuditEntry, 'verb' | 'record_name'>>;
type Shown = { field: string; from: string | null; to: string | null };

/** How many changes an entry shows: a list of a thousand links is in the export. */
const mostShown = 12;

/**
 * The changes of an entry in words, times in the account's zone and style; a last one says how many more there are. Without those of a new
 * record that its sentence has already: `created category “Boxes”`.
 */
export function changesIn({ verb, record_name = '', changes }: Changed, style: TimeStyle): Shown[] {
  const known = verb === 'created' ? [record_name, ...record_name.split(': ')] : [];
  const all = Object.entries(changes)
    .flatMap(([field, change]) => valuesOf(field, change))
    .map(({ field, from, to }) => {
      const write = (value: unknown) => (isDay(field, value) ? writeCalendarDay(value, style.dateStyle) : written(value, style));
      return { field: labelOf(field), from: write(from), to: write(to) };
    })
    .filter(({ from, to }) => from !== null || to === null || !known.includes(to));
  const left = all.length - mostShown;
  return left > 0 ? [...all.slice(0, mostShown), { field: `and ${left} more`, from: null, to: null }] : all;
}

type Change = AuditEntry['changes'][string];

/** A change of a whole record, as a rule, by those of its values that differ. */
function valuesOf(field: string, { from, to }: Change): ({ field: string } & Change)[] {
  if (!isRecord(from ?? to) || !isRecord(to ?? from)) return [{ field, from, to }];
  const [before, after] = [(from ?? {}) as Record<string, unknown>, (to ?? {}) as Record<string, unknown>];
  return Object.keys({ ...before, ...after })
    .map((key) => ({ field: key, from: before[key], to: after[key] }))
    .filter((value) => JSON.stringify(value.from) !== JSON.stringify(value.to));
}

const isRecord = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A column's or setting's name in words; a SKU or code that was linked stays as it is. */
const labelOf = (field: string) =>
  isName(field)
    ? field
        .replaceAll('_', ' ')
        .replaceAll(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
        .replaceAll(/\b(?:api|asn|id|po|sku|upc|url)\b/g, (word) => word.toUpperCase())
    : field;

const isName = (field: string) => /^[a-z][A-Za-z_]*$/.test(field);

function written(value: unknown, style: TimeStyle): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' && instant.test(value)) return writeDateTime(new Date(value), style);
  if (Array.isArray(value)) return value.map((each) => written(each, style)).join(value.some(isRecord) ? '; ' : ', ') || null;
  return typeof value === 'object' ? writtenRecord(value, style) : String(value);
}

/** A record within a change: `SKU MUG, quantity 2`. */
function writtenRecord(record: object, style: TimeStyle): string | null {
  const parts = Object.entries(record).map(([field, value]) => [labelOf(field), written(value, style)] as const);
  return (
    parts
      .filter(([, value]) => value !== null)
      .map(([field, value]) => `${field} ${value}`)
      .join(', ') || null
  );
}

/** Whether a field is a day, as a person picks one: a SKU or a number may look like one, too. */
const isDay = (field: string, value: unknown): value is string =>
  /(?:_at|_on|_date|^until)$|^Delivery of /.test(field) && typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);

/** As the database writes a time. */
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
