import { href, Link } from 'react-router';
import { Section } from '../../../../ui/blocks/section.tsx';
import { DataTable } from '../../../../ui/list/data-table.tsx';
import type { List } from '../../../../ui/list/declaration.ts';
import { StatusBadge } from '../../../../ui/status/status-badge.tsx';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import type { Run } from '../../../runs/contract.ts';
import { runCounts, runStatus, runTitle } from '../../../runs/run.ts';

const mostShown = 8;

/** A connection's recent runs. Reads without news are not listed; every exchange is in the log. */
export function RecentRuns({ runs, slug }: { runs: readonly Run[]; slug: string }) {
  return (
    <Section title="Recent runs" actions={<Link to={href('/settings/connectors/:name/logs', { name: slug })}>Log of every exchange</Link>}>
      {runs.length === 0 ? (
        <p className="soft">Nothing new has been read yet.</p>
      ) : (
        <DataTable list={recentRuns} rows={runs.slice(0, mostShown)} label="Recent runs" />
      )}
    </Section>
  );
}

const titleOf = (run: Run) => runTitle({ ...run, connection_name: null });

const recentRuns: List<Run> = {
  noun: { one: 'run', many: 'runs' },
  rowKey: ({ id }) => id,
  rowHref: ({ id }) => href('/activity/:id', { id: String(id) }),
  rowName: titleOf,
  columns: [
    { key: 'title', title: 'What', width: 250, card: 'title', cell: titleOf },
    { key: 'state', title: 'State', width: 140, card: 'badge', cell: (run) => <StatusBadge {...runStatus(run)} /> },
    {
      key: 'rows',
      title: 'Rows',
      card: 'text',
      cell: (run) => <span className="soft">{run.state === 'done' ? runCounts(run) : run.sentence}</span>,
    },
    { key: 'when', title: 'Started', width: 84, align: 'right', card: 'meta', cell: ({ started_at }) => <RelativeTime at={started_at} /> },
  ],
};
