import type { DateStyle } from '../../../../platform/date-style.ts';
import { writeCalendarDay } from '../../../ui/time/write-time.ts';

/** What an edit changed, in the order in which it is told: a field, or what the edit calls a line's. */
export type Edited = { parts: { field: string; from: unknown; to: unknown }[] };
type Part = Edited['parts'][number];

/** `Changed the carrier from Estes to Saia; added 2 of MUG.` Days as the account writes them. */
export function editedInWords({ parts }: Edited, style: DateStyle): string {
  if (parts.length === 0) return 'Saved without a change.';
  const words = parts.map((part) => partInWords(part, style)).join('; ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

const fields: Record<string, string> = {
  mapped_warehouse: 'mapped location',
  expected_at: 'expected date',
  carrier: 'carrier',
  freight_number: 'freight number',
  note: 'note',
};

/** By how a field of a line begins: what follows is its SKU. */
const ofLines = [
  ['Qty of ', 'quantity'],
  ['Lot of ', 'lot'],
  ['Delivery of ', 'delivery date'],
] as const;

function partInWords({ field, from, to }: Part, style: DateStyle): string {
  const write = (value: unknown) => (field === 'note' ? `“${value}”` : written(value, style));
  const line = ofLines.find(([begin]) => field.startsWith(begin));
  const item = line && field.slice(line[0].length);
  if (line?.[1] === 'quantity' && isEmpty(from)) return `added ${written(to, style)} of ${item}`;
  if (line?.[1] === 'quantity' && to === 0) return `removed ${item}`;
  const name = line ? `${line[1]} of ${item}` : (fields[field] ?? field);
  if (isEmpty(to)) return `took away the ${name} ${write(from)}`;
  return isEmpty(from) ? `set the ${name} to ${write(to)}` : `changed the ${name} from ${write(from)} to ${write(to)}`;
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === '';

function written(value: unknown, style: DateStyle): string {
  if (typeof value === 'number') return value.toLocaleString('en-US');
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? writeCalendarDay(value, style) : String(value);
}
