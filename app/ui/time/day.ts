/** A valid day, as `2026-11-21`; undefined for anything else. */
export function dayIn(value: string | null | undefined): string | undefined {
  if (!value || !/^\d{4}-\d\d-\d\d$/.test(value) || value < '1970' || value >= '3000') return undefined;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value) ? value : undefined;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The calendar day of a time in a zone, as `2026-11-21`. */
export function dayAt(time: number | Date, timezone: string): string {
  let format = formats.get(timezone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formats.set(timezone, format);
  }
  return format.format(time);
}

/** The day that is `days` before a day. */
export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
}
