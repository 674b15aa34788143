/** No two searches of products start closer together than this, in ms. */
export const throttleMs = 250;

export type Throttle<T> = { ask: (wish: T) => void; stop: () => void };

/** Does what is asked at once, and after that at most once in `ms`: of what was asked meanwhile, the last alone. */
export function throttle<T>(work: (wish: T) => void, ms: number, now: () => number = () => performance.now()): Throttle<T> {
  let last = Number.NEGATIVE_INFINITY;
  let waiting: { wish: T } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = (wish: T) => {
    timer = undefined;
    waiting = undefined;
    last = now();
    work(wish);
  };
  return {
    ask(wish) {
      const pause = last + ms - now();
      if (pause <= 0 && !timer) return begin(wish);
      waiting = { wish };
      timer ??= setTimeout(() => waiting && begin(waiting.wish), pause);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Keys that type nothing by themselves. */
export const isSilent = (key: string) => key === 'Shift' || key === 'Alt' || key === 'Control';
