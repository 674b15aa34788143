import type { Database } from '../../platform/db.ts';
import { type Actor, inTenant } from '../../platform/tenant.ts';
import { advanceRun } from '../runs/commands.ts';

export type Progress = {
  add: (rows: number) => void;
  /** Ends the reports. Returns how many rows were not reported yet, and the total. */
  end: () => Promise<{ rest: number; total: number }>;
  settled: () => Promise<void>;
};

const everyMs = 500;

/** Reports a run's progress in separate transactions, at most twice a second, beside the one that does the work. */
export function reportProgress(database: Database, actor: Actor, runId: number): Progress {
  let total = 0;
  let told = 0;
  let last = performance.now();
  let telling: Promise<void> | undefined;
  let ended = false;
  // A report may fail: the work itself goes on.
  const untold = () => undefined;
  const tell = async () => {
    const done = total - told;
    await inTenant(database, actor, (tenant) => advanceRun(tenant, runId, { done })).then(() => {
      told += done;
    }, untold);
    telling = undefined;
  };
  return {
    add(rows) {
      total += rows;
      if (ended || telling || performance.now() - last < everyMs) return;
      last = performance.now();
      telling = tell();
    },
    async end() {
      ended = true;
      await telling;
      return { rest: total - told, total };
    },
    async settled() {
      ended = true;
      await telling;
    },
  };
}
