import { Group } from '@mantine/core';
import { ProgressBar } from '../../ui/blocks/progress-bar.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import type { Run } from './contract.ts';
import { handled, runCounts, runStatus, runTitle } from './run.ts';

/** A run: a progress bar while it runs, then its outcome. */
export function RunProgress({ run }: { run: Run }) {
  if (run.state === 'running')
    return <ProgressBar label={runTitle(run)} done={handled(run)} total={run.total} failed={run.failed} detail={run.sentence} />;
  return (
    <Group gap="2px 12px" fz="sm">
      <StatusBadge {...runStatus(run)} />
      <span>{runTitle(run)}</span>
      <span className="soft figure">{run.state === 'done' ? runCounts(run) : run.sentence}</span>
    </Group>
  );
}
