import { Temporal } from 'temporal-polyfill';
import { changeTime } from '../http/repeated-hour.ts';

// V1 writes and reads Pacific wall-clock time without a zone, with up to seven digits of a second.
const zone = 'America/Los_Angeles';
const hours = 3_600_000;

/**
 * The instant that V1 means, or null when the text is not a time. Of the hour that comes twice in November the earlier is
 * taken: a watermark that lags re-reads, one that leads would lose. A time with a zone of its own keeps it.
 */
export function fromPacific(text: string): Date | null {
  const trimmed = text.trim().replace(' ', 'T');
  const [, hour, minutes, seconds, fraction = ''] = usual.exec(trimmed) ?? [];
  if (hour === undefined) return read(trimmed);
  const began = beginningOf(hour);
  return began === null
    ? null
    : new Date(began + Number(minutes) * 60_000 + Number(seconds) * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3)));
}

const usual = /^(\d{4}-\d\d-\d\dT\d\d):([0-5]\d):([0-5]\d)(?:\.(\d{1,9}))?$/;
const beginnings = new Map<string, number>();
const mostKept = 10_000;

/** Clocks change at a full hour only, so each hour's offset is computed once: computing it three times an order is expensive. */
function beginningOf(hour: string): number | null {
  const instant = beginnings.get(hour);
  if (instant !== undefined) return instant;
  const began = read(`${hour}:00:00`)?.getTime() ?? null;
  if (beginnings.size >= mostKept) beginnings.clear();
  if (began !== null) beginnings.set(hour, began);
  return began;
}

function read(trimmed: string): Date | null {
  try {
    if (/(Z|[+-]\d\d:?\d\d)$/i.test(trimmed)) return new Date(Temporal.Instant.from(trimmed).epochMilliseconds);
    const moment = Temporal.PlainDateTime.from(trimmed).toZonedDateTime(zone, { disambiguation: 'compatible' });
    return new Date(moment.epochMilliseconds);
  } catch {
    return null;
  }
}

/** When an order was modified, so that it tells which of two is the newer. */
export const modifiedIn = (instant: Date): Date => changeTime(zone, instant);

/** An instant as V1 reads it, to the millisecond: `2026-11-20T02:15:30.123`. */
export function toPacific(instant: Date): string {
  return inPacific(instant).toPlainDateTime().toString({ fractionalSecondDigits: 3 });
}

/** The Pacific day of an instant: `2026-11-20`. */
export function pacificDay(instant: Date): string {
  return inPacific(instant).toPlainDate().toString();
}

/** Whether a text begins with that day, or with the one before or after: V1 does not say in which zone a hold ends. */
export function isNearPacificDay(text: unknown, instant: Date): boolean {
  if (typeof text !== 'string') return false;
  return Math.abs(Date.parse(text.slice(0, 10)) - Date.parse(pacificDay(instant))) <= 24 * hours;
}

/**
 * The same instant, or two hours and more before it when the clock is set back nearby: there V1's times are ambiguous,
 * and neither its filter nor its order can be trusted.
 */
export function clearOfRepeatedHour(instant: Date): Date {
  const [before, after] = [offsetAt(instant, -2 * hours), offsetAt(instant, 2 * hours)];
  return before > after ? new Date(instant.getTime() - 2 * hours) : instant;
}

const inPacific = (instant: Date) => Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone);
const offsetAt = (instant: Date, shift: number) => inPacific(new Date(instant.getTime() + shift)).offsetNanoseconds;
