import { useClock } from './clock.tsx';
import { writeAge, writeDateTime, writeExact, writeToSecond } from './write-time.ts';

/** How long ago, with the exact time in the account's zone on hover. */
export function RelativeTime({ at }: { at: Date | string | number }) {
  const { now, timezone } = useClock();
  const time = new Date(at);
  return <Time time={time}>{writeAge(time, now, timezone)}</Time>;
}

/** The same within a sentence: `just now`, `2 min ago`, `on Mar 4, 2026`. */
export function Ago({ at }: { at: Date | string | number }) {
  const { now, timezone } = useClock();
  const time = new Date(at);
  const age = writeAge(time, now, timezone);
  if (age === 'now' || age.startsWith('in ')) return <Time time={time}>just now</Time>;
  return <Time time={time}>{age.endsWith(String(time.getUTCFullYear())) ? `on ${age}` : `${age} ago`}</Time>;
}

/** The time itself: `Mar 4, 2026 9:14 am`; with `seconds`, `9:14:03 am`. */
export function ExactTime({ at, seconds = false }: { at: Date | string | number; seconds?: boolean }) {
  const { timezone } = useClock();
  const time = new Date(at);
  return <Time time={time}>{seconds ? writeToSecond(time, timezone) : writeDateTime(time, timezone)}</Time>;
}

/** The exact time is written when it is pointed at: fifty of them would cost more than the rest of their rows. */
function Time({ time, children }: { time: Date; children: string }) {
  const { timezone } = useClock();
  return (
    <time
      dateTime={time.toISOString()}
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = writeExact(time, timezone);
      }}
    >
      {children}
    </time>
  );
}
