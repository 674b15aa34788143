import type { Run } from '../contract.ts';

/** A run of the list, or several syncs in a row that brought nothing: the newest of them, and how many they are. */
export type ListedRun = Run & { folded: number; since: Run['started_at'] };

/** A sync that ended well and brought nothing. */
const isQuiet = ({ kind, state, done, failed }: Run) => kind === 'sync' && state === 'done' && done === 0 && failed === 0;

/** Folds syncs in a row that brought nothing into one line, so that what happened stands out. */
export function foldQuiet(runs: readonly Run[]): ListedRun[] {
  const rows: ListedRun[] = [];
  for (const run of runs) {
    const last = rows.at(-1);
    if (last && isQuiet(last) && isQuiet(run)) {
      last.folded += 1;
      last.since = run.started_at;
    } else rows.push({ ...run, folded: 0, since: run.started_at });
  }
  return rows;
}
