import type { DateStyle } from '../../../platform/date-style.ts';
import { dayAt } from './day.ts';

/** In which zone and style an account writes its times: a session says it, and the clock of a page. */
export type TimeStyle = { timezone: string; dateStyle: DateStyle };

/** The age of a time: `now`, `40 s`, `2 min`, `3 h`, `5 d`; older than a month, the day. */
export function writeAge(then: Date, now: number, style: TimeStyle): string {
  const seconds = Math.round((now - then.getTime()) / 1_000);
  const ahead = seconds < 0 ? 'in ' : '';
  const age = Math.abs(seconds);
  if (age < 10) return 'now';
  if (age < 60) return `${ahead}${age} s`;
  if (age < 3_600) return `${ahead}${Math.round(age / 60)} min`;
  if (age < 86_400) return `${ahead}${Math.round(age / 3_600)} h`;
  if (age < 31 * 86_400) return `${ahead}${Math.round(age / 86_400)} d`;
  return writeDay(then, style);
}

/** A day without a time, from that of now: `today`, `tomorrow`, `in 3 d`, `2 d ago`; further away than a month, the day itself. */
export function writeDueDay(due: Date, now: number, style: TimeStyle): string {
  const days = daysUntil(due, now, style.timezone);
  if (Math.abs(days) > 31) return writeDay(due, style);
  if (days >= -1 && days <= 1) return days === 0 ? 'today' : days === 1 ? 'tomorrow' : 'yesterday';
  return days > 0 ? `in ${days} d` : `${-days} d ago`;
}

/** How many days later than today a day is; fewer than none where it is over. */
export const daysUntil = (due: Date, now: number, timezone: string) =>
  Math.round((Date.parse(dayAt(due, timezone)) - Date.parse(dayAt(now, timezone))) / 86_400_000);

/** `Mar 4, 2026` */
export const writeDay = (time: Date, { timezone, dateStyle }: TimeStyle) => styles[dateStyle].day(partsAt(time, timezone));

/** `Mar 4, 2026 9:14 am`, as the specification writes an order's date where the account has not chosen another style. */
export const writeDateTime = (time: Date, style: TimeStyle) => `${writeDay(time, style)} ${writeTimeOfDay(time, style)}`;

/** `Mar 4, 2026 9:14:03 am`, for what happens many times a minute. */
export function writeToSecond(time: Date, { timezone, dateStyle }: TimeStyle): string {
  const parts = partsAt(time, timezone);
  const { day, clock } = styles[dateStyle];
  return `${day(parts)} ${clock(parts, `:${twoDigits(parts.second)}`)}`;
}

/** `Mar 4, 2026 9:14:03 am GMT+1`, with the zone. */
export const writeExact = (time: Date, style: TimeStyle) => `${writeToSecond(time, style)} ${zoneAbbreviation(style.timezone, time)}`;

/** `9:14 am` */
export const writeTimeOfDay = (time: Date, { timezone, dateStyle }: TimeStyle) => styles[dateStyle].clock(partsAt(time, timezone), '');

/** `Mar 4, 2026` of a calendar day that was given as `2026-03-04`. */
export const writeCalendarDay = (day: string, dateStyle: DateStyle) => styles[dateStyle].day(partsOf(day));

/** `Mar 4, 2026 9:14 am` of a time by the account's clock that was given as `2026-03-04T09:14`. */
export function writeWallTime(time: string, dateStyle: DateStyle): string {
  const [hour = 0, minute = 0] = time.slice('2026-03-04T'.length).split(':').map(Number);
  const parts = { ...partsOf(time.slice(0, '2026-03-04'.length)), hour, minute };
  return `${styles[dateStyle].day(parts)} ${styles[dateStyle].clock(parts, '')}`;
}

/** `Mar 4` of a calendar day. */
export const writeShortDay = (day: string, dateStyle: DateStyle) => styles[dateStyle].shortDay(partsOf(day));

/** `UTC`, `PST`, `GMT+1`: the abbreviation of a zone at a time. */
export function zoneAbbreviation(timezone: string, at: number | Date): string {
  const parts = formatter('zone', timezone).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timezone;
}

type Parts = { year: number; month: number; day: number; hour: number; minute: number; second: number };
type Style = { day: (parts: Parts) => string; shortDay: (parts: Parts) => string; clock: (parts: Parts, seconds: string) => string };

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const nameOf = (month: number) => months[month - 1] ?? '';
const twoDigits = (value: number) => String(value).padStart(2, '0');
const clock24 = ({ hour, minute }: Parts, seconds: string) => `${twoDigits(hour)}:${twoDigits(minute)}${seconds}`;

const styles: Record<DateStyle, Style> = {
  month_first: {
    day: ({ year, month, day }) => `${nameOf(month)} ${day}, ${year}`,
    shortDay: ({ month, day }) => `${nameOf(month)} ${day}`,
    clock: ({ hour, minute }, seconds) => `${hour % 12 || 12}:${twoDigits(minute)}${seconds} ${hour < 12 ? 'am' : 'pm'}`,
  },
  day_first: {
    day: ({ year, month, day }) => `${day} ${nameOf(month)} ${year}`,
    shortDay: ({ month, day }) => `${day} ${nameOf(month)}`,
    clock: clock24,
  },
  year_first: {
    day: ({ year, month, day }) => `${year}-${twoDigits(month)}-${twoDigits(day)}`,
    shortDay: ({ month, day }) => `${twoDigits(month)}-${twoDigits(day)}`,
    clock: clock24,
  },
};

const number = 'numeric';
const shapes = {
  parts: { year: number, month: number, day: number, hour: number, minute: number, second: number, hourCycle: 'h23' },
  zone: { timeZoneName: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Browsers and Node join a date's parts differently, so they are joined here. */
function partsAt(time: Date, timezone: string): Parts {
  const parts: Parts = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
  for (const { type, value } of formatter('parts', timezone).formatToParts(time))
    if (Object.hasOwn(parts, type)) parts[type as keyof Parts] = Number(value);
  return parts;
}

function partsOf(calendarDay: string): Parts {
  const [year = 0, month = 0, day = 0] = calendarDay.split('-').map(Number);
  return { year, month, day, hour: 0, minute: 0, second: 0 };
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Creating a formatter costs a thousand times what using one does. */
function formatter(shape: keyof typeof shapes, timeZone: string): Intl.DateTimeFormat {
  const key = `${shape} ${timeZone}`;
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat('en-US', { ...shapes[shape], timeZone });
  formatters.set(key, formatter);
  return formatter;
}
