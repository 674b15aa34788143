import { useClock } from '../../ui/time/clock.tsx';
import { writeShortDate } from '../short-date.ts';

/** `3/4/26 09:14` in the account's zone. */
export function ShortDate({ at }: { at: Date | string }) {
  const { timezone } = useClock();
  const time = new Date(at);
  return <time dateTime={time.toISOString()}>{writeShortDate(time, timezone)}</time>;
}
