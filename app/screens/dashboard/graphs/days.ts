import type { DateStyle } from '../../../../platform/date-style.ts';
import { dayAt } from '../../../ui/time/day.ts';
import { writeCalendarDay, writeShortDay } from '../../../ui/time/write-time.ts';

/** Calendar days as YYYY-MM-DD: how they are counted and written. Browser-safe. */
export type Days = { startDate: string; endDate: string };

const dayMs = 86_400_000;

/** The day `n` days after another; before it when negative. */
export const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** How many days there are, both ends included; none when the end is before the start. */
export const countDays = ({ startDate, endDate }: Days) => Math.max(0, (Date.parse(endDate) - Date.parse(startDate)) / dayMs + 1);

export const eachDay = (days: Days) => Array.from({ length: countDays(days) }, (_, at) => dayAfter(days.startDate, at));

/** The days that end with `today`. */
export const lastDays = (count: number, today: string): Days => ({ startDate: dayAfter(today, 1 - count), endDate: today });

/** So many days the figures cover, today included. */
const shownDays = 7;

/**
 * The days of the figures end with today by the clock of the browser. Where the account is a day ahead they go by its clock, or its orders
 * of today would be in none of them.
 */
export function daysShown(now: number | Date, own: string, account: string): { days: Days; zone: string } {
  const zone = dayAt(now, account) > dayAt(now, own) ? account : own;
  return { days: lastDays(shownDays, dayAt(now, zone)), zone };
}

/** `Nov 15 – Nov 21, 2026`; the year of the first day only where it differs. */
export function writeDays({ startDate, endDate }: Days, dateStyle: DateStyle): string {
  const sameYear = startDate.slice(0, 4) === endDate.slice(0, 4);
  const start = sameYear && dateStyle !== 'year_first' ? writeShortDay(startDate, dateStyle) : writeCalendarDay(startDate, dateStyle);
  return `${start} – ${writeCalendarDay(endDate, dateStyle)}`;
}
