import { isStreamName, streamKinds } from '../../base/stream-names.ts';
import type { Run } from './contract.ts';

/** A run's title: `Orders from ShipStation`. */
export function runTitle({ kind, subject, connection_name }: Pick<Run, 'kind' | 'subject' | 'connection_name'>): string {
  // It names a record: a number or a code stays as it is.
  if (kind === 'action') return subject;
  const what = kind === 'sync' ? (isStreamName(subject) ? streamKinds[subject].label : inWords(subject)) : inWords(subject);
  // By their noun alone nobody knows what was done with them.
  if (kind === 'export') return `${what}: export`;
  // A bulk run over a connection sends something there.
  return connection_name ? `${what} ${kind === 'bulk' ? 'to' : 'from'} ${connection_name}` : what;
}

export const kindLabels: Record<string, string> = {
  sync: 'Sync',
  import: 'Import',
  export: 'Export',
  bulk: 'Bulk action',
  action: 'Action',
  remedy: 'Remedy',
  replay: 'Replay',
  comparison: 'Comparison',
};

/** A run's status badge. */
export function runStatus({ state, failed, undone, undone_in_part }: Pick<Run, 'state' | 'failed' | 'undone' | 'undone_in_part'>): {
  status: 'running' | 'done' | 'failed' | 'skipped';
  label?: string;
} {
  if (undone) return { status: 'skipped', label: 'Undone' };
  if (undone_in_part) return { status: 'skipped', label: 'Undone in part' };
  if (state === 'cancelled') return { status: 'skipped', label: 'Not done' };
  return state === 'done' && failed > 0 ? { status: 'failed', label: 'Done, some failed' } : { status: state };
}

/** `40 done, 3 unchanged, 1 failed`, without zero counts. */
export function runCounts({ kind, done, skipped, failed }: Pick<Run, 'kind' | 'done' | 'skipped' | 'failed'>): string {
  const left = skippedWord(kind).toLowerCase();
  const parts = [done > 0 && `${write(done)} done`, skipped > 0 && `${write(skipped)} ${left}`, failed > 0 && `${write(failed)} failed`];
  return parts.filter(Boolean).join(', ') || (kind === 'export' ? 'no rows' : 'nothing new');
}

/** Rows that a sync skips were unchanged; other runs give a reason per row. */
export const skippedWord = (kind: string) => (kind === 'sync' ? 'Unchanged' : 'Skipped');

export const handled = ({ done, skipped, failed }: Pick<Run, 'done' | 'skipped' | 'failed'>) => done + skipped + failed;

/** `clear_errors` reads `Clear errors`. */
const inWords = (subject: string) => (subject.charAt(0).toUpperCase() + subject.slice(1)).replaceAll(/[_-]/g, ' ');

const write = (count: number) => count.toLocaleString('en-US');
