import { refuse } from '../../../../platform/http/refusal.ts';

const mostAMinute = 60;
const minuteMs = 60_000;
const mostKnown = 10_000;

/** Counts wrong keys, by address and minute: beyond so many, no more are looked up for it. In the memory of this process. */
export function failures(now: () => number) {
  const counts = new Map<string, { minute: number; count: number }>();
  const minuteOf = () => Math.floor(now() / minuteMs);
  return {
    note(address: string): void {
      const entry = counts.get(address);
      if (counts.size >= mostKnown && !entry) counts.clear();
      const count = entry?.minute === minuteOf() ? entry.count + 1 : 1;
      counts.set(address, { minute: minuteOf(), count });
    },
    /** @throws Refusal 429 */
    check(address: string): void {
      const entry = counts.get(address);
      if (!entry || entry.minute !== minuteOf() || entry.count < mostAMinute) return;
      const seconds = Math.ceil(((entry.minute + 1) * minuteMs - now()) / 1_000);
      throw refuse(429, 'too_many_attempts', `Too many wrong keys came from this address. Try again in ${seconds} seconds.`, {
        'retry-after': String(seconds),
      });
    },
  };
}
