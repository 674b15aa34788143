import type { Database } from '../../../../platform/db.ts';
import { type Actor, inTenant } from '../../../../platform/tenant.ts';
import { raiseDone } from '../commands.ts';

export type Progress = {
  /** Counts from none again: the work is done anew after what it did was taken back. What was reported stays so, and is not again. */
  restart: () => void;
  add: (rows: number) => void;
  /** Ends the reports. Returns how many rows were added. */
  end: () => Promise<{ total: number }>;
  settled: () => Promise<void>;
};

const everyMs = 500;

/**
 * Reports a run's progress in separate transactions, at most twice a second, beside the one that does the work. The run begins with none
 * done. Another worker may report it as well, where one of them was taken for dead: what is furthest stands.
 */
export function reportProgress(database: Database, actor: Actor, runId: number): Progress {
  let total = 0;
  let reported = 0;
  let last = performance.now();
  let reporting: Promise<void> | undefined;
  let ended = false;
  // A report may fail: the work itself goes on.
  const ignoreFailure = () => undefined;
  const report = async () => {
    const done = total;
    await inTenant(database, actor, (tenant) => raiseDone(tenant, runId, done)).then(() => {
      reported = done;
    }, ignoreFailure);
    reporting = undefined;
  };
  return {
    restart() {
      total = 0;
      ended = false;
    },
    add(rows) {
      total += rows;
      if (ended || reporting || total <= reported || performance.now() - last < everyMs) return;
      last = performance.now();
      reporting = report();
    },
    async end() {
      ended = true;
      await reporting;
      return { total };
    },
    async settled() {
      ended = true;
      await reporting;
    },
  };
}
