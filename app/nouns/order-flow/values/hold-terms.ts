import type { DateStyle } from '../../../../platform/date-style.ts';
import { writeCalendarDay } from '../../../ui/time/write-time.ts';
import { asSentence } from '../../../ui/words/as-sentence.ts';

/** Why orders are put on hold, and the day, in the account's time zone, on which they go on by themselves. Browser-safe. */
export type HoldTerms = { reason?: string | undefined; until?: string | undefined };

/** ` until Mar 4, 2026: the buyer is away.`, or just a full stop. */
export function termsInWords({ reason, until }: HoldTerms, dateStyle: DateStyle): string {
  const day = until ? ` until ${writeCalendarDay(until, dateStyle)}` : '';
  const why = reason?.trim();
  return `${day}${why ? `: ${asSentence(why)}` : '.'}`;
}
