import { useClock } from './clock.tsx';
import { writeAge, writeDateTime, writeExact, writeToSecond } from './write-time.ts';

/** The age of a time, with the exact time in the account's zone on hover. */
export function RelativeTime({ at }: { at: Date | string | number }) {
  const { now, timezone } = useClock();
  const time = new Date(at);
  return written(time, timezone, writeAge(time, now, timezone));
}

/** The same within a sentence: `just now`, `2 min ago`, `on Mar 4, 2026`. */
export function Ago({ at }: { at: Date | string | number }) {
  const { now, timezone } = useClock();
  const time = new Date(at);
  const age = writeAge(time, now, timezone);
  if (age === 'now' || age.startsWith('in ')) return written(time, timezone, 'just now');
  return written(time, timezone, age.endsWith(String(time.getUTCFullYear())) ? `on ${age}` : `${age} ago`);
}

/** The exact time: `Mar 4, 2026 9:14 am`; with `seconds`, `9:14:03 am`. */
export function ExactTime({ at, seconds = false }: { at: Date | string | number; seconds?: boolean }) {
  const { timezone } = useClock();
  const time = new Date(at);
  return written(time, timezone, seconds ? writeToSecond(time, timezone) : writeDateTime(time, timezone));
}

/** The exact time is formatted on hover: fifty of them would cost more than the rest of their rows. */
function written(time: Date, timezone: string, words: string) {
  return (
    <time
      dateTime={time.toISOString()}
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = writeExact(time, timezone);
      }}
    >
      {words}
    </time>
  );
}
