import { type TimeStyle, writeDateTime } from '../../ui/time/write-time.ts';
import type { AuditEntry } from './contract.ts';

/** What was done, after the name of who did it: `paused connection “Shop”`. Browser-safe. */
export function sentenceOf({ verb, noun, record_name }: Pick<AuditEntry, 'verb' | 'noun' | 'record_name'>): string {
  const what = verb === 'connected' && noun === 'connection' ? '' : `${noun} `;
  return record_name === noun || record_name === '' ? `${verb} ${noun}` : `${verb} ${what}“${record_name}”`;
}

type Shown = { field: string; from: string | null; to: string | null };

/** How many changes an entry shows: a list of a thousand links is in the export. */
const mostShown = 12;

/** The changes of an entry in words, times in the account's zone and style; a last one says how many more there are. */
export function changesIn({ changes }: Pick<AuditEntry, 'changes'>, style: TimeStyle): Shown[] {
  const all = Object.entries(changes)
    .flatMap(([field, change]) => valuesOf(field, change))
    .map(({ field, from, to }) => ({ field: labelOf(field), from: written(from, style), to: written(to, style) }));
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
  /^[a-z][A-Za-z_]*$/.test(field)
    ? field
        .replaceAll('_', ' ')
        .replaceAll(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
        .replaceAll(/\b(?:api|asn|id|po|sku|upc|url)\b/g, (word) => word.toUpperCase())
    : field;

function written(value: unknown, style: TimeStyle): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' && instant.test(value)) return writeDateTime(new Date(value), style);
  if (Array.isArray(value)) return value.map((each) => written(each, style)).join(', ') || null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** As the database writes a time. */
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
