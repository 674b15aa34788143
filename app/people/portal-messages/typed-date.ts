import { Temporal } from 'temporal-polyfill';

const typed = /^(\d\d)\/(\d\d)\/(\d{4}) (\d\d):(\d\d)$/;

/**
 * The instant that a person means by `11/24/2026 09:30` in this IANA zone, or by a time with a zone of its own; null for what is no
 * time. Where clocks are set, a time that comes twice is the earlier, and one that is left out is an hour later.
 */
export function readTypedDate(text: string, timezone: string): Date | null {
  const [, month, day, year, hour, minute] = typed.exec(text) ?? [];
  try {
    if (month === undefined) return new Date(Temporal.Instant.from(text).epochMilliseconds);
    const moment = Temporal.PlainDateTime.from(`${year}-${month}-${day}T${hour}:${minute}`, { overflow: 'reject' });
    return new Date(moment.toZonedDateTime(timezone).epochMilliseconds);
  } catch {
    return null;
  }
}

/** An instant as it is typed in this zone: `11/24/2026 09:30`. */
export function writeTypedDate(at: Date, timezone: string): string {
  const { month, day, year, hour, minute } = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(month)}/${two(day)}/${String(year).padStart(4, '0')} ${two(hour)}:${two(minute)}`;
}
