import { type TimeStyle, writeCalendarDay, writeDateTime } from '../../ui/time/write-time.ts';
import type { AuditEntry } from './contract.ts';
import { type AuditedChange, isRecord, valuesOf } from './values.ts';
import { saidElsewhere } from './words/noun-words.ts';
import { wordOf } from './words/words.ts';

type Done = Pick<AuditEntry, 'verb' | 'noun' | 'record_name'> & Partial<Pick<AuditEntry, 'changes'>>;

/** What was done, after the name of who did it: `paused connection “Shop”`, `changed Weight of product “MUG”`. Browser-safe. */
export function sentenceOf({ verb, noun, record_name, changes = {} }: Done): string {
  const what = verb === 'connected' && noun === 'connection' ? '' : `${noun} `;
  const fields = verb === 'changed' ? namedFields(noun, changes) : '';
  return record_name === noun || record_name === '' ? `${verb} ${fields}${noun}` : `${verb} ${fields}${what}“${record_name}”`;
}

/** Of a rule its entry says of which channel it is, which did not change. */
const whereItIs = 'channel';

/** More are named below the sentence. */
const mostNamed = 3;

/** `Weight and Name of `; nothing where there are many fields, or they are SKUs and codes. */
function namedFields(noun: string, changes: AuditEntry['changes']): string {
  const fields = Object.entries(changes)
    .filter(([field]) => field !== whereItIs)
    .flatMap(([field, change]) => valuesOf(field, change).map((value) => value.field))
    .filter((field) => wordOf(noun, field) !== saidElsewhere);
  if (fields.length === 0 || fields.length > mostNamed || !fields.every((field) => isName(field))) return '';
  const [last, ...others] = fields.map((field) => labelOf(noun, field)).reverse();
  return `${others.length > 0 ? `${others.reverse().join(', ')} and ${last}` : last} of `;
}

type Changed = Pick<AuditEntry, 'noun' | 'changes'> & Partial<Pick<AuditEntry, 'verb' | 'record_name'>>;
type Shown = { field: string; from: string | null; to: string | null };

/** How many changes an entry shows: a list of a thousand links is in the export. */
const mostShown = 12;

/**
 * The changes of an entry in words, times in the account's zone and style; a last one says how many more there are. Without those of a new
 * record that its sentence has already: `created category “Boxes”`.
 */
export function changesIn({ verb, noun, record_name = '', changes }: Changed, style: TimeStyle): Shown[] {
  const inSentence = verb === 'created' ? [record_name, ...record_name.split(': ')] : [];
  const all = Object.entries(changes)
    .flatMap(([field, change]) => valuesOf(field, change))
    .flatMap((value) => shownOf(noun, value, style) ?? [])
    // What a record began without says nothing.
    .filter(({ from, to }) => from !== null || (to !== null && to !== '' && !inSentence.includes(to)));
  const left = all.length - mostShown;
  return left > 0 ? [...all.slice(0, mostShown), { field: `and ${left} more`, from: null, to: null }] : all;
}

/** A change in words; undefined where the verb or another field says it. */
function shownOf(noun: string, { field, from, to }: AuditedChange, style: TimeStyle): Shown | undefined {
  const word = wordOf(noun, field);
  if (word === saidElsewhere) return undefined;
  const codes = typeof word === 'object' ? word.values : {};
  const write = (value: unknown) => {
    if (typeof value === 'string' && Object.hasOwn(codes, value)) return codes[value] ?? value;
    return isDay(field, value) ? writeCalendarDay(value, style.dateStyle) : written(noun, value, style);
  };
  return { field: labelOf(noun, field), from: write(from), to: write(to) };
}

/** As the screens name it. What nobody has named, as an older entry's field, is written apart; a SKU or code stays as it is. */
function labelOf(noun: string, field: string): string {
  const word = wordOf(noun, field);
  if (typeof word === 'string') return word;
  return word ? word.label : isName(field) ? spelled(field) : field;
}

const isName = (field: string) => /^[a-z][A-Za-z_]*$/.test(field);

const spelled = (field: string) =>
  field
    .replaceAll('_', ' ')
    .replaceAll(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll(/\b(?:api|asn|id|po|sku|upc|url)\b/g, (word) => word.toUpperCase());

function written(noun: string, value: unknown, style: TimeStyle): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' && instant.test(value)) return writeDateTime(new Date(value), style);
  if (Array.isArray(value)) return value.map((each) => written(noun, each, style)).join(value.some(isRecord) ? '; ' : ', ') || null;
  if (typeof value === 'string' && timeOfDay.test(value)) return value.replace(',', ':');
  return typeof value === 'object' ? writtenRecord(noun, value, style) : String(value);
}

/** A record within a change: `SKU MUG, Quantity 2`. */
function writtenRecord(noun: string, record: object, style: TimeStyle): string | null {
  const parts = Object.entries(record).map(([field, value]) => [labelOf(noun, field), written(noun, value, style)] as const);
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
/** As time windows keep one. */
const timeOfDay = /^\d\d,\d\d$/;
