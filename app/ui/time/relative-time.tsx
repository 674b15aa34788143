import { useClock } from './clock.tsx';
import { daysUntil, type TimeStyle, writeAge, writeDateTime, writeDay, writeDueDay, writeExact, writeToSecond } from './write-time.ts';

/** The age of a time, with the exact time in the account's zone on hover; on paper the time itself. */
export function RelativeTime({ at }: { at: Date | string | number }) {
  const clock = useClock();
  const time = new Date(at);
  return written(time, clock, clock.isPrinting ? writeDateTime(time, clock) : writeAge(time, clock.now, clock));
}

/**
 * The same within a sentence: `just now`, `2 min ago`, `on Mar 4, 2026`. With `zone`, the exact time is in that one instead of the
 * account's.
 */
export function Ago({ at, zone }: { at: Date | string | number; zone?: string }) {
  const own = useClock();
  const clock = zone ? { ...own, timezone: zone } : own;
  const time = new Date(at);
  if (clock.isPrinting) return written(time, clock, `on ${writeDateTime(time, clock)}`);
  const age = writeAge(time, clock.now, clock);
  if (age === 'now' || age.startsWith('in ')) return written(time, clock, 'just now');
  return written(time, clock, age === writeDay(time, clock) ? `on ${age}` : `${age} ago`);
}

/** A day that may be over, whatever its time: `tomorrow`, `in 6 d`, `2 d ago`; on paper the day itself. */
export function Due({ at }: { at: Date | string | number }) {
  const clock = useClock();
  const day = new Date(at);
  return written(day, clock, clock.isPrinting ? writeDay(day, clock) : writeDueDay(day, clock.now, clock));
}

/** By how many days it is late: `3 d`. */
export function Late({ at }: { at: Date | string | number }) {
  const clock = useClock();
  const day = new Date(at);
  return written(day, clock, clock.isPrinting ? `since ${writeDay(day, clock)}` : `${-daysUntil(day, clock.now, clock.timezone)} d`);
}

/** The exact time: `Mar 4, 2026 9:14 am`; with `seconds`, `9:14:03 am`. */
export function ExactTime({ at, seconds = false }: { at: Date | string | number; seconds?: boolean }) {
  const clock = useClock();
  const time = new Date(at);
  return written(time, clock, seconds ? writeToSecond(time, clock) : writeDateTime(time, clock));
}

/** The exact time is formatted on hover: fifty of them would cost more than the rest of their rows. */
function written(time: Date, style: TimeStyle, words: string) {
  return (
    <time
      dateTime={time.toISOString()}
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = writeExact(time, style);
      }}
    >
      {words}
    </time>
  );
}
