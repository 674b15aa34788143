import { performance } from 'node:perf_hooks';

/** How much of the last second an account may use before it gives way, in ms. A page with all that it loads takes far less. */
const littleMs = 250;
/** From then on the process counts as busy: what comes next often waits for what is there. */
const busyShare = 0.3;
const sampleMs = 50;
const servedWithinMs = 1_000;
/** After a long request nobody has to wait as long again. */
const longestRestMs = 50;

/** An account's use, which a second takes two thirds of. */
export type Use = { id: number; recent: number };

export type GivingWay = {
  /** A request of this account came. */
  came: (id: number) => void;
  /** Whether this account used much just now, while others are served by a process that is busy. */
  mustYield: (use: Use) => boolean;
  /** How long after a request that took so many ms the account's next one begins. */
  restAfter: (use: Use, ms: number) => number;
};

/** `utilisation`: which part of the time since it was read last this process was at work. */
export function givingWay(now: () => number, utilisation = utilisationOfProcess()): GivingWay {
  let [last, before] = [
    { id: -1, at: Number.NEGATIVE_INFINITY },
    { id: -1, at: Number.NEGATIVE_INFINITY },
  ];
  let sample = { at: Number.NEGATIVE_INFINITY, isBusy: false };
  const isBusy = () => {
    if (now() - sample.at >= sampleMs) sample = { at: now(), isBusy: utilisation() > busyShare };
    return sample.isBusy;
  };
  const servesOthersThan = (id: number) => now() - (last.id === id ? before : last).at <= servedWithinMs;
  const mustYield = ({ id, recent }: Use) => recent > littleMs && servesOthersThan(id) && isBusy();
  return {
    came(id) {
      if (last.id !== id) before = last;
      last = { id, at: now() };
    },
    mustYield,
    restAfter: (use, ms) => (mustYield(use) ? Math.min(ms, longestRestMs) : 0),
  };
}

function utilisationOfProcess(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const current = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(current, last);
    last = current;
    return utilization;
  };
}
