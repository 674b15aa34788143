import { href } from 'react-router';
import type { List } from '../../ui/list/declaration.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import { RelativeTime } from '../../ui/time/relative-time.tsx';
import type { Run } from '../contract.ts';
import { handled, runCounts, runKinds, runStatus, runTitle } from '../run.ts';

/** The list of runs. */
export const runList: List<Run> = {
  noun: { one: 'run', many: 'runs' },
  rowKey: ({ id }) => id,
  rowHref: ({ id }) => href('/activity/:id', { id: String(id) }),
  rowName: runTitle,
  columns: [
    { key: 'title', title: 'What', cell: runTitle, card: 'title' },
    { key: 'kind', title: 'Kind', cell: ({ kind }) => runKinds[kind] ?? kind, width: 110, hideBelow: 'md', card: 'text' },
    { key: 'state', title: 'State', cell: (run) => <StatusBadge {...runStatus(run)} />, width: 120, card: 'badge' },
    { key: 'progress', title: 'Rows', cell: (run) => <Rows run={run} />, card: 'text' },
    { key: 'who', title: 'Started by', cell: whoOf, width: 140, hideBelow: 'md' },
    { key: 'when', title: 'Started', cell: ({ started_at }) => <RelativeTime at={started_at} />, width: 110, align: 'right', card: 'meta' },
  ],
};

function whoOf({ requested_by }: Run) {
  return requested_by ?? <span className="faint">automatic</span>;
}

function Rows({ run }: { run: Run }) {
  if (run.state !== 'running') return <span className="soft">{run.state === 'done' ? runCounts(run) : run.sentence}</span>;
  return <ProgressBar label={runKinds[run.kind] ?? run.kind} hideLabel done={handled(run)} total={run.total} failed={run.failed} />;
}
