import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../../platform/call.ts';
import { showAlert } from '../../ui/alerts/alerts.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { DataTable } from '../../ui/list/data-table.tsx';
import type { List } from '../../ui/list/declaration.ts';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import { ExactTime } from '../../ui/time/relative-time.tsx';
import { deleteExportCall, type PastExport } from '../contract.ts';
import { writeBytes } from '../export.ts';
import classes from './past-exports.module.css';

/** Past exports, newest first, with their contents. */
export function PastExports({ exports }: { exports: readonly PastExport[] }) {
  const [asked, setAsked] = useState<PastExport | null>(null);
  const { revalidate } = useRevalidator();
  if (exports.length === 0)
    return <EmptyState title="No exports yet">A file that you export is kept here, for everyone of the account to download.</EmptyState>;
  const remove = async ({ id, state }: PastExport) => {
    await call(deleteExportCall, { params: { id } });
    showAlert('success', state === 'running' ? 'The export was stopped and deleted.' : 'The export was deleted.');
    await revalidate();
  };
  return (
    <>
      <DataTable list={exportList(setAsked)} rows={exports} label="Past orders exports" />
      {asked && (
        <ConfirmDialog
          title="Delete this export?"
          text={
            asked.state === 'running'
              ? 'It is being written. It stops, and no file is kept.'
              : `${asked.downloadText} is gone for everyone of the account.`
          }
          verb="Delete export"
          danger
          run={() => remove(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

const exportList = (ask: (asked: PastExport) => void): List<PastExport> => ({
  noun: { one: 'export', many: 'exports' },
  rowKey: ({ id }) => id,
  rowName: ({ downloadText }) => downloadText,
  columns: [
    { key: 'file', title: 'File', cell: (row) => <File row={row} />, card: 'title' },
    { key: 'orders', title: 'Orders', width: 96, align: 'right', cell: ({ orders }) => orders.toLocaleString('en-US'), card: 'figure' },
    { key: 'created', title: 'Created', width: 176, cell: ({ createdAt }) => <ExactTime at={createdAt} />, card: 'meta' },
    { key: 'source', title: 'Source', width: 140, cell: (row) => <Source row={row} />, card: 'text' },
    { key: 'status', title: 'Status', width: 130, hideBelow: 'md', cell: ({ status }) => status },
    { key: 'start', title: 'Start', width: 120, hideBelow: 'md', cell: ({ startAtText }) => startAtText },
    { key: 'end', title: 'End', width: 120, hideBelow: 'md', cell: ({ endAtText }) => endAtText },
    { key: 'delete', title: 'Delete', width: 64, align: 'right', cell: (row) => <Delete row={row} ask={ask} />, card: 'badge' },
  ],
});

function File({ row: { state, downloadLink, downloadText, bytes } }: { row: PastExport }) {
  if (!downloadLink) return <StatusBadge status={state === 'running' ? 'running' : 'failed'} />;
  return (
    <>
      <a href={downloadLink} download className="mono">
        {downloadText}
      </a>
      {bytes !== null && <span className={classes.size}>{writeBytes(bytes)}</span>}
    </>
  );
}

/** What the file contains, as shown on a phone's card. */
function Source({ row: { sourceName, status, startAtText, endAtText } }: { row: PastExport }) {
  return (
    <>
      {sourceName}
      <span className={classes.onCard}>
        {' '}
        · {status} · {startAtText} – {endAtText}
      </span>
    </>
  );
}

function Delete({ row, ask }: { row: PastExport; ask: (asked: PastExport) => void }) {
  return (
    <ActionIcon aria-label={`Delete ${row.downloadLink ? row.downloadText : 'this export'}`} onClick={() => ask(row)}>
      <IconTrash size={16} stroke={1.6} aria-hidden />
    </ActionIcon>
  );
}
