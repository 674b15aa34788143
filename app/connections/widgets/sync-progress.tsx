import { IconX } from '@tabler/icons-react';
import type { RunView } from '../../runs/run.ts';
import { RunProgress } from '../../runs/run-progress.tsx';
import classes from './sync-progress.module.css';

type Props = {
  runs: readonly RunView[];
  /** Runs that were started on this page: shown until they end. */
  watched: readonly number[];
  onClose: () => void;
};

/** The progress of requested syncs, also of those started elsewhere or before a reload. */
export function SyncProgress({ runs, watched, onClose }: Props) {
  const shown = runs.filter(({ id, state, requested_by }) => watched.includes(id) || (state === 'running' && requested_by !== null));
  if (shown.length === 0) return null;
  const over = shown.every(({ state }) => state !== 'running');
  return (
    <section className={classes.sync} aria-label="Sync">
      <div className={classes.head}>
        <h2 aria-live="polite">{over ? headline(shown) : `Syncing: ${shown.filter(isOver).length} of ${shown.length} read`}</h2>
        {over && (
          <button type="button" className={classes.close} aria-label="Close" onClick={onClose}>
            <IconX size={16} aria-hidden />
          </button>
        )}
      </div>
      <ol className={classes.runs}>
        {shown.toReversed().map((run) => (
          <li key={run.id}>
            <RunProgress run={run} />
          </li>
        ))}
      </ol>
    </section>
  );
}

const isOver = ({ state }: RunView) => state !== 'running';

function headline(shown: readonly RunView[]): string {
  const failed = shown.filter(({ state }) => state !== 'done').length;
  return failed > 0 ? `${failed} of ${shown.length} could not be read` : 'Up to date';
}
