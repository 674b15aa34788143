import { useClock } from './clock.tsx';
import { writeAge, writeDateTime, writeExact } from './write-time.ts';

/** How long ago, with the exact time in the account's zone on hover. */
export function RelativeTime({ at }: { at: Date | string | number }) {
  const { now, timezone } = useClock();
  const time = new Date(at);
  return (
    <time dateTime={time.toISOString()} title={writeExact(time, timezone)}>
      {writeAge(time, now, timezone)}
    </time>
  );
}

/** The time itself: `Mar 4, 2026 9:14 am`. */
export function ExactTime({ at }: { at: Date | string | number }) {
  const { timezone } = useClock();
  const time = new Date(at);
  return (
    <time dateTime={time.toISOString()} title={writeExact(time, timezone)}>
      {writeDateTime(time, timezone)}
    </time>
  );
}
