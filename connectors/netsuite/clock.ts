import { Temporal } from 'temporal-polyfill';
import { changeTime } from '../http/repeated-hour.ts';

// SuiteQL compares and writes times by the account's wall clock, without a zone. This is the mask that every query of ours uses.
export const timeMask = 'YYYY-MM-DD HH24:MI:SS';
export const dayMask = 'YYYY-MM-DD';
const hours = 3_600_000;

/** An instant as the account's wall clock shows it: `2026-11-20 10:00:00`. */
export function toWall(zone: string, instant: Date): string {
  return inZone(zone, instant).toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ');
}

/** The day of an instant in the account: `2026-11-20`. */
export const dayOf = (zone: string, instant: Date) => inZone(zone, instant).toPlainDate().toString();

/** The instant that a wall clock means, of two the earlier; null when the text is no time. A day alone is its beginning. */
export function fromWall(zone: string, text: string): Date | null {
  try {
    const moment = Temporal.PlainDateTime.from(text.trim().replace(' ', 'T')).toZonedDateTime(zone, { disambiguation: 'compatible' });
    return new Date(moment.epochMilliseconds);
  } catch {
    return null;
  }
}

/** When a record was modified, so that it tells which of two is the newer. */
export function modifiedIn(zone: string, text: string): Date | null {
  const instant = fromWall(zone, text);
  return instant && changeTime(zone, instant);
}

/**
 * The same instant, or two hours before it when the clock is set back nearby: there a later change can have an earlier time, and a
 * walk that begins at the time of the last one would pass it by.
 */
export function clearOfRepeatedHour(zone: string, instant: Date): Date {
  const offsetAt = (shift: number) => inZone(zone, new Date(instant.getTime() + shift)).offsetNanoseconds;
  return offsetAt(-2 * hours) > offsetAt(2 * hours) ? new Date(instant.getTime() - 2 * hours) : instant;
}

export function isZone(name: string): boolean {
  try {
    return inZone(name, new Date(0)).timeZoneId !== '';
  } catch {
    return false;
  }
}

const inZone = (zone: string, instant: Date) => Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone);
