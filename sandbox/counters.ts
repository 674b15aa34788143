import type { FaultKind } from './faults.ts';

/** Requests of one key and their results. `earned429` counts exceeded limits, `faults` counts injected faults. */
export type Counters = {
  requests: number;
  operations: Record<string, number>;
  earned429: number;
  duplicatesRefused: number;
  faults: Partial<Record<FaultKind, number>>;
};

export function newCounters(): Counters {
  return { requests: 0, operations: {}, earned429: 0, duplicatesRefused: 0, faults: {} };
}

export function countRequest(counters: Counters, operation: string) {
  counters.requests += 1;
  counters.operations[operation] = (counters.operations[operation] ?? 0) + 1;
}

export function countFault(counters: Counters, kind: FaultKind) {
  counters.faults[kind] = (counters.faults[kind] ?? 0) + 1;
}
