/** The clock of a stand-in: milliseconds since 1970. Tests pass one that they move themselves. */
export type Clock = { now: () => number };

export const systemClock: Clock = { now: () => Date.now() };

/** A clock that does not run until it is moved. Call `control.runDue()` after moving it. */
export function manualClock(start: Date | string): Clock & { advance: (ms: number) => void } {
  let time = new Date(start).getTime();
  return {
    now: () => time,
    advance: (ms) => {
      time += ms;
    },
  };
}
