import { writeDay } from '../../ui/time/write-time.ts';

/** Why orders are put on hold, and the day, in the account's time zone, on which they go on by themselves. Browser-safe. */
export type HoldTerms = { reason?: string | undefined; until?: string | undefined };

/** ` until Mar 4, 2026: the buyer is away.`, or just a full stop. */
export function termsInWords({ reason, until }: HoldTerms): string {
  const day = until ? ` until ${writeDay(new Date(`${until}T00:00:00Z`), 'UTC')}` : '';
  const why = reason?.trim().replace(/\.+$/, '');
  return `${day}${why ? `: ${why}` : ''}.`;
}
