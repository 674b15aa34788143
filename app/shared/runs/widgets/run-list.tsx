import { href } from 'react-router';
import { ProgressBar } from '../../../ui/blocks/progress-bar.tsx';
import type { Filter, List } from '../../../ui/list/declaration.ts';
import { StatusBadge } from '../../../ui/status/status-badge.tsx';
import { ExactTime, RelativeTime } from '../../../ui/time/relative-time.tsx';
import { handled, kindLabels, runCounts, runStatus, runTitle } from '../run.ts';
import type { ListedRun } from '../working/fold.ts';
import { UndoRun } from './undo-button.tsx';

/** The filters of the list; who is asked for only where people started the runs. */
export const runFilters = (tab: 'people' | 'syncs', people: readonly { id: number; name: string }[]): Filter[] => [
  ...(tab === 'people' ? [{ ...who, options: people.map(({ id, name }) => ({ value: String(id), label: name })) }, kind] : []),
  { kind: 'choice', key: 'outcome', label: 'Outcome', options: outcomes },
  { kind: 'days', key: 'start_at', endKey: 'end_at', label: 'Date' },
];

const who = { kind: 'choice', key: 'who', label: 'Person', open: true } as const;
const kind: Filter = {
  kind: 'choice',
  key: 'kind',
  label: 'Kind',
  options: ['action', 'bulk', 'import', 'export', 'remedy'].map((value) => ({ value, label: kindLabels[value] ?? value })),
};
const outcomes = [
  { value: 'running', label: 'Under way' },
  { value: 'done', label: 'Done' },
  { value: 'failed', label: 'Failed, all or in part' },
  { value: 'cancelled', label: 'Not done' },
];

/** The list of these runs. None has a column for Undo where there is nothing to undo, as among syncs. */
export const runList = (runs: readonly ListedRun[]): List<ListedRun> => ({
  ...list,
  columns: runs.some(({ undoable }) => undoable) ? [...list.columns, undo] : list.columns,
});

const list: List<ListedRun> = {
  noun: { one: 'run', many: 'runs' },
  rowKey: ({ id }) => id,
  rowHref: ({ id }) => href('/activity/:id', { id: String(id) }),
  rowName: titleOf,
  columns: [
    { key: 'title', title: 'What', cell: titleOf, wraps: true, card: 'title' },
    { key: 'kind', title: 'Kind', cell: ({ kind }) => kindLabels[kind] ?? kind, width: 110, hideBelow: 'md', card: 'text' },
    { key: 'state', title: 'State', cell: (run) => <StatusBadge {...runStatus(run)} />, width: 156, card: 'badge' },
    { key: 'progress', title: 'Rows', cell: (run) => <Rows run={run} />, width: 210, hideBelow: 'sm', card: 'text' },
    { key: 'who', title: 'Started by', cell: whoOf, width: 140, hideBelow: 'md' },
    { key: 'when', title: 'Started', cell: ({ started_at }) => <RelativeTime at={started_at} />, width: 110, align: 'right', card: 'meta' },
  ],
};

const undo: List<ListedRun>['columns'][number] = {
  ...{ key: 'undo', title: 'Undo', width: 96, align: 'right', card: 'figure' },
  cell: (run) => <UndoRun run={run} />,
};

/** Syncs in a row that brought nothing are one line. */
function titleOf(run: ListedRun): string {
  return run.folded > 0 ? `${(run.folded + 1).toLocaleString('en-US')} reads without news` : runTitle(run);
}

function whoOf({ requested_by }: ListedRun) {
  return requested_by ?? <span className="faint">automatic</span>;
}

function Rows({ run }: { run: ListedRun }) {
  if (run.folded > 0)
    return (
      <span className="soft">
        since <ExactTime at={run.since} />
      </span>
    );
  if (run.state !== 'running') return <span className="soft">{run.state === 'done' ? runCounts(run) : run.sentence}</span>;
  return <ProgressBar label={kindLabels[run.kind] ?? run.kind} hideLabel done={handled(run)} total={run.total} failed={run.failed} />;
}
