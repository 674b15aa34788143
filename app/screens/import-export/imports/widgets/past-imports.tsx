import { href } from 'react-router';
import type { ImportState } from '../../../../shared/imports/contract.ts';
import { OnCard } from '../../../../ui/list/columns/on-card.tsx';
import { DataTable } from '../../../../ui/list/data-table.tsx';
import type { List } from '../../../../ui/list/declaration.ts';
import { StatusBadge } from '../../../../ui/status/status-badge.tsx';
import { ExactTime } from '../../../../ui/time/relative-time.tsx';
import type { ShownImport } from '../shown-import.ts';

/** The newest imports, each with what became of it. */
export function PastImports({ imports, label }: { imports: readonly ShownImport[]; label: string }) {
  return <DataTable list={importList} rows={imports} label={label} />;
}

const importList: List<ShownImport> = {
  noun: { one: 'import', many: 'imports' },
  rowKey: ({ id }) => id,
  rowHref: ({ id }) => href('/imports/:id', { id: String(id) }),
  rowName: ({ file_name }) => file_name,
  columns: [
    {
      key: 'file',
      title: 'File',
      cell: ({ file_name, connection }) => (connection ? `${file_name} · ${connection.name}` : file_name),
      card: 'title',
    },
    { key: 'state', title: 'State', width: 180, cell: (shown) => <StatusBadge {...badgeOf(shown)} />, card: 'badge' },
    {
      key: 'applied',
      title: 'Applied',
      width: 100,
      align: 'right',
      cell: ({ applied }) => (
        <>
          {write(applied)}
          <OnCard> applied</OnCard>
        </>
      ),
      card: 'figure',
    },
    { key: 'wrong', title: 'Wrong', width: 100, align: 'right', hideBelow: 'md', cell: ({ wrong }) => write(wrong) },
    { key: 'created', title: 'Uploaded', width: 192, cell: ({ created_at }) => <ExactTime at={created_at} />, card: 'meta' },
    { key: 'by', title: 'By', width: 140, hideBelow: 'md', cell: ({ requested_by }) => requested_by ?? '–' },
  ],
};

const write = (count: number) => count.toLocaleString('en-US');

const badges: Record<ImportState, React.ComponentProps<typeof StatusBadge>> = {
  mapping: { status: 'waiting', label: 'Choose columns' },
  checking: { status: 'running', label: 'Being checked' },
  checked: { status: 'waiting', label: 'Waits to be applied' },
  applying: { status: 'running', label: 'Being applied' },
  applied: { status: 'done', label: 'Applied' },
  undoing: { status: 'running', label: 'Being undone' },
  undone: { status: 'skipped', label: 'Undone' },
  failed: { status: 'failed' },
  cancelled: { status: 'skipped', label: 'Cancelled' },
};

/** What somebody changed since, or uses by now, its undo has left as it is. */
const badgeOf = ({ state, kept }: Pick<ShownImport, 'state' | 'kept'>) =>
  state === 'undone' && kept > 0 ? { ...badges.undone, label: 'Undone in part' } : badges[state];
