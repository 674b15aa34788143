import { ProgressBar } from '../ui/progress-bar.tsx';
import { StatusBadge } from '../ui/status/status-badge.tsx';
import { handled, type RunView, runCounts, runStatus, runTitle } from './run.ts';
import classes from './run-progress.module.css';

/** A run: a progress bar while it runs, then its outcome. */
export function RunProgress({ run }: { run: RunView }) {
  if (run.state === 'running')
    return <ProgressBar label={runTitle(run)} done={handled(run)} total={run.total} failed={run.failed} detail={run.sentence} />;
  return (
    <p className={classes.over}>
      <StatusBadge {...runStatus(run)} />
      <span>{runTitle(run)}</span>
      <span className={classes.counts}>{run.state === 'done' ? runCounts(run) : run.sentence}</span>
    </p>
  );
}
