/** The age of a time: `now`, `40 s`, `2 min`, `3 h`, `5 d`; older than a month, the day. */
export function writeAge(then: Date, now: number, timezone: string): string {
  const seconds = Math.round((now - then.getTime()) / 1_000);
  const ahead = seconds < 0 ? 'in ' : '';
  const age = Math.abs(seconds);
  if (age < 10) return 'now';
  if (age < 60) return `${ahead}${age} s`;
  if (age < 3_600) return `${ahead}${Math.round(age / 60)} min`;
  if (age < 86_400) return `${ahead}${Math.round(age / 3_600)} h`;
  if (age < 31 * 86_400) return `${ahead}${Math.round(age / 86_400)} d`;
  return writeDay(then, timezone);
}

/** `Mar 4, 2026` */
export const writeDay = (time: Date, timezone: string) => formatter('day', timezone).format(time);

/** `Mar 4, 2026 9:14 am`, as the specification writes an order's date. */
export const writeDateTime = (time: Date, timezone: string) => spoken(formatter('minute', timezone), time);

/** `Mar 4, 2026 9:14:03 am`, for what happens many times a minute. */
export const writeToSecond = (time: Date, timezone: string) => spoken(formatter('second', timezone), time);

/** `Mar 4, 2026 9:14:03 am GMT+1`, with the zone. */
export const writeExact = (time: Date, timezone: string) => spoken(formatter('exact', timezone), time);

/** `9:14 am` */
export const writeTimeOfDay = (time: Date, timezone: string) => spoken(formatter('clock', timezone), time);

const day = { year: 'numeric', month: 'short', day: 'numeric' } as const;
const clock = { hour: 'numeric', minute: '2-digit', hour12: true } as const;
const shapes = {
  day,
  clock,
  minute: { ...day, ...clock },
  second: { ...day, ...clock, second: '2-digit' },
  exact: { ...day, ...clock, second: '2-digit', timeZoneName: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Creating a formatter costs a thousand times what using one does. */
function formatter(shape: keyof typeof shapes, timeZone: string): Intl.DateTimeFormat {
  const key = `${shape} ${timeZone}`;
  const known = formatters.get(key) ?? new Intl.DateTimeFormat('en-US', { ...shapes[shape], timeZone });
  formatters.set(key, known);
  return known;
}

/** Browsers and Node disagree on the space before am and the comma after the year, so the parts are joined here. */
function spoken(format: Intl.DateTimeFormat, time: Date): string {
  const parts = format.formatToParts(time);
  const get = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  const date = get('month') ? `${get('month')} ${get('day')}, ${get('year')} ` : '';
  const second = get('second') ? `:${get('second')}` : '';
  const zone = get('timeZoneName') ? ` ${get('timeZoneName')}` : '';
  return `${date}${get('hour')}:${get('minute')}${second} ${get('dayPeriod').toLowerCase()}${zone}`;
}
