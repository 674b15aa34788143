import { deleteExportCall, type PastExport } from '../../../shared/exports/contract.ts';
import { writeBytes } from '../../../shared/exports/export.ts';
import { DeleteButton } from '../../../ui/dialog/delete-button.tsx';
import { DataTable } from '../../../ui/list/data-table.tsx';
import type { List } from '../../../ui/list/declaration.ts';
import { StatusBadge } from '../../../ui/status/status-badge.tsx';
import { ExactTime } from '../../../ui/time/relative-time.tsx';

/** Past exports of items, newest first. */
export function PastItemsExports({ exports, label }: { exports: readonly PastExport[]; label: string }) {
  if (exports.length === 0)
    return <p className="soft">No files yet. A file that you export is kept here, for everyone in the account to download.</p>;
  return <DataTable list={exportList} rows={exports} label={label} />;
}

const exportList: List<PastExport> = {
  noun: { one: 'export', many: 'exports' },
  rowKey: ({ id }) => id,
  rowName: ({ downloadText }) => downloadText,
  columns: [
    { key: 'file', title: 'File', cell: (row) => <File row={row} />, card: 'title', wraps: true },
    { key: 'rows', title: 'Rows', width: 90, align: 'right', cell: ({ written }) => written.toLocaleString('en-US'), card: 'figure' },
    { key: 'source', title: 'Source', width: 220, cell: ({ sourceName }) => sourceName, card: 'text' },
    { key: 'created', title: 'Created', width: 192, cell: ({ createdAt }) => <ExactTime at={createdAt} />, card: 'meta' },
    { key: 'delete', title: 'Delete', width: 64, align: 'right', cell: (row) => <DeleteExport row={row} />, card: 'badge' },
  ],
};

function File({ row: { state, downloadLink, downloadText, bytes } }: { row: PastExport }) {
  if (!downloadLink) return <StatusBadge status={state === 'running' ? 'running' : 'failed'} />;
  return (
    <>
      <a href={downloadLink} download className="mono">
        {downloadText}
      </a>{' '}
      {bytes !== null && <span className="soft figure">{writeBytes(bytes)}</span>}
    </>
  );
}

/** The button that deletes an export, or gives up one that runs. */
export function DeleteExport({ row: { id, state, downloadLink, downloadText } }: { row: PastExport }) {
  const text =
    state === 'running' ? 'It is being written. It stops, and no file is kept.' : `${downloadText} is deleted for everyone in the account.`;
  return <DeleteButton call={deleteExportCall} id={id} name={downloadLink ? downloadText : 'this export'} text={text} icon />;
}
