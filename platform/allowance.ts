/**
 * So many at once, and then as many a minute: what nobody does more often by hand. By account, person or address, in the memory of this
 * process.
 */
export type Allowance = { take: (id: number | string) => void };

/** `take` throws what `refusal` returns, with the seconds after which there is one again. */
export function allowance(mostAMinute: number, refusal: (seconds: number) => Error, now = () => performance.now()): Allowance {
  const perMs = mostAMinute / 60_000;
  const used = new Map<number | string, { taken: number; at: number }>();
  return {
    take(id) {
      const { taken = 0, at = now() } = used.get(id) ?? {};
      const left = Math.max(0, taken - (now() - at) * perMs);
      if (left + 1 > mostAMinute) throw refusal(Math.ceil((left + 1 - mostAMinute) / perMs / 1_000));
      // Those that used nothing for a while need not be known.
      if (used.size >= mostKnown) used.clear();
      used.set(id, { taken: left + 1, at: now() });
    },
  };
}

const mostKnown = 10_000;
