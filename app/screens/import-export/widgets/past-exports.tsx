import type { PastOrdersExport } from '../../../nouns/orders/export/contract.ts';
import { writeBytes } from '../../../shared/exports/export.ts';
import { OnCard } from '../../../ui/list/columns/on-card.tsx';
import { DataTable } from '../../../ui/list/data-table.tsx';
import type { List } from '../../../ui/list/declaration.ts';
import { StatusBadge } from '../../../ui/status/status-badge.tsx';
import { ExactTime } from '../../../ui/time/relative-time.tsx';
import classes from './past-exports.module.css';
import { DeleteExport } from './past-items-exports.tsx';

/** `startedAt`: when one was started that is not among them yet. */
type Props = { exports: readonly PastOrdersExport[]; startedAt?: string | null };

/** Past exports, newest first, with their contents. */
export function PastExports({ exports, startedAt = null }: Props) {
  const rows = startedAt === null ? exports : [{ ...justStarted, createdAt: startedAt }, ...exports];
  if (rows.length === 0)
    return <p className="soft">No exports yet. A file that you export is kept here, for everyone in the account to download.</p>;
  return <DataTable list={exportList} rows={rows} label="Past exports of orders" />;
}

/** Takes the place of an export until it is read. */
const justStarted: Omit<PastOrdersExport, 'createdAt'> = {
  ...{ id: 0, runId: 0, state: 'running', written: 0, bytes: null, rows: 'orders', described: null },
  ...{ downloadLink: null, downloadText: 'this export', sourceName: '', status: '', startAtText: '', endAtText: '' },
};

const exportList: List<PastOrdersExport> = {
  noun: { one: 'export', many: 'exports' },
  rowKey: ({ id }) => id,
  rowName: ({ downloadText }) => downloadText,
  columns: [
    { key: 'file', title: 'File', cell: (row) => <File row={row} />, card: 'title', wraps: true },
    { key: 'rows', title: 'Rows', width: 80, align: 'right', cell: (row) => <Rows row={row} />, card: 'figure' },
    { key: 'created', title: 'Created', width: 192, cell: ({ createdAt }) => <ExactTime at={createdAt} />, card: 'meta' },
    { key: 'source', title: 'Source', width: 120, cell: (row) => <Source row={row} />, card: 'text' },
    { key: 'status', title: 'Status', width: 116, hideBelow: 'md', cell: ({ status }) => status },
    { key: 'start', title: 'Start', width: 106, hideBelow: 'md', cell: ({ startAtText }) => startAtText },
    { key: 'end', title: 'End', width: 106, hideBelow: 'md', cell: ({ endAtText }) => endAtText },
    { key: 'delete', title: 'Delete', width: 64, align: 'right', cell: (row) => <Delete row={row} />, card: 'badge' },
  ],
};

function File({ row: { state, downloadLink, downloadText, bytes, described } }: { row: PastOrdersExport }) {
  if (!downloadLink)
    return (
      <>
        <StatusBadge status={state === 'running' ? 'running' : 'failed'} />
        <span className={classes.described}>{state === 'running' ? 'The file is being written' : 'No file was written'}</span>
      </>
    );
  return (
    <>
      <a href={downloadLink} download className="mono">
        {downloadText}
      </a>
      {bytes !== null && <span className={classes.size}>{writeBytes(bytes)}</span>}
      {described && <span className={classes.described}>{described}</span>}
    </>
  );
}

function Rows({ row: { written, rows } }: { row: PastOrdersExport }) {
  return (
    <>
      {written.toLocaleString('en-US')}
      <OnCard> {written === 1 ? rows.slice(0, -1) : rows}</OnCard>
    </>
  );
}

/** What the file contains, as shown on a phone's card. */
function Source({ row: { sourceName, status, startAtText, endAtText } }: { row: PastOrdersExport }) {
  return (
    <>
      {sourceName}
      <OnCard>
        {' '}
        · {status} · {startAtText} – {endAtText}
      </OnCard>
    </>
  );
}

const Delete = ({ row }: { row: PastOrdersExport }) => row.id !== justStarted.id && <DeleteExport row={row} />;
