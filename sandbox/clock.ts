/** Where a stand-in takes its time from: milliseconds since 1970. Tests hand in one that they move by hand. */
export type Clock = { now: () => number };

export const systemClock: Clock = { now: () => Date.now() };

/** A clock that stands still until it is moved. Call `control.runDue()` after moving it. */
export function manualClock(start: Date | string): Clock & { advance: (ms: number) => void } {
  let time = new Date(start).getTime();
  return {
    now: () => time,
    advance: (ms) => {
      time += ms;
    },
  };
}
