import { useClock } from '../../../ui/time/clock.tsx';

/** `3/4/26 09:14` in the account's zone. */
export function ShortDate({ at }: { at: Date | string }) {
  const { timezone } = useClock();
  const time = new Date(at);
  return <time dateTime={time.toISOString()}>{writeShortDate(time, timezone)}</time>;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** `3/4/26 09:14` in this zone, the format of search results. */
export function writeShortDate(time: Date, timeZone: string): string {
  const format = formatters.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...shape, timeZone });
  formatters.set(timeZone, format);
  const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
  return `${parts.month}/${parts.day}/${parts.year} ${parts.hour}:${parts.minute}`;
}

const shape = { month: 'numeric', day: 'numeric', year: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
