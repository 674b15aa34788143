import type { Log } from '../../../../platform/log.ts';
import type { Directory } from '../../accounts/people/directory.ts';
import { CallCounts, type Counts } from './counts.ts';
import { type NotedCall, type Used, writeCalls, writeUses } from './write-calls.ts';

/** What the keys of this process are used for: counted for the limits, and written for all of them together each second. */
export type KeyCalls = Counts & {
  /** A call has been replied to. */
  note: (call: NotedCall) => void;
  flush: () => Promise<void>;
  /** The same, for the last time. */
  close: () => Promise<void>;
};

const flushMs = 1_000;
/** Of a key, as many as are kept. */
const mostKept = 100;

export function openKeyCalls(directory: Directory, log: Log, now: () => number = Date.now): KeyCalls {
  const counts = new CallCounts(now);
  let calls = new Map<number, NotedCall[]>();
  let written = Promise.resolve();
  const flush = () => {
    const [uses, noted] = [counts.takeUses(), [...calls.values()].flat()];
    calls = new Map();
    // After the current write, so that a flush waits for everything.
    written = written
      .then(() => write(directory, uses, noted))
      .then((rows) => counts.learn(rows))
      .catch((error) => log.warn({ error, lost: noted.length }, 'use of keys not written'));
    return written;
  };
  const timer = setInterval(flush, flushMs).unref();
  return {
    take: (call) => counts.take(call),
    flush,
    note(call) {
      const those = calls.get(call.keyId) ?? [];
      calls.set(call.keyId, [...those.slice(1 - mostKept), call]);
    },
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

async function write(directory: Directory, uses: Used[], calls: NotedCall[]) {
  if (calls.length > 0) await writeCalls(directory, calls, mostKept);
  return uses.length > 0 ? writeUses(directory, uses) : [];
}
