import type { AuditEntry } from './contract.ts';

/** What was done, after the name of who did it: `paused connection “Shop”`. Browser-safe. */
export function sentenceOf({ verb, noun, record_name }: Pick<AuditEntry, 'verb' | 'noun' | 'record_name'>): string {
  return record_name === noun || record_name === '' ? `${verb} ${noun}` : `${verb} ${noun} “${record_name}”`;
}

type Shown = { field: string; from: string | null; to: string | null };

/** How many changes an entry shows: a list of a thousand links is in the export. */
const mostShown = 12;

/** The changes of an entry in words; a last one says how many more there are. */
export function changesIn({ changes }: Pick<AuditEntry, 'changes'>): Shown[] {
  const all = Object.entries(changes).map(([field, { from, to }]) => ({ field: labelOf(field), from: written(from), to: written(to) }));
  const left = all.length - mostShown;
  return left > 0 ? [...all.slice(0, mostShown), { field: `and ${left} more`, from: null, to: null }] : all;
}

const labelOf = (field: string) => field.replaceAll('_', ' ');

function written(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(String).join(', ') || null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
