import { href, Link } from 'react-router';
import { importTexts } from '../../../../shared/imports/texts.ts';
import { Notice } from '../../../../ui/blocks/notice.tsx';
import type { ShownImport } from '../shown-import.ts';

/** What became of an import that has ended, or why it waits. */
export function Outcome({ shown: { state, run, problem, kept, isUnsure } }: { shown: ShownImport }) {
  if (state === 'mapping') return <Notice>{isUnsure ? importTexts.unsure : importTexts.unknownColumns}</Notice>;
  if (state === 'failed') return <Notice tone="danger">{problem} Nothing was changed.</Notice>;
  if (state === 'cancelled') return <Notice>This import was cancelled. Nothing was changed.</Notice>;
  if (state === 'checked') return <Notice>Nothing is changed yet. Only the good rows are applied, all of them at once.</Notice>;
  if ((state === 'applied' || state === 'undone') && run?.state === 'done')
    return (
      <Notice tone={kept > 0 ? 'warning' : 'info'}>
        {run.sentence} {kept > 0 && <Link to={href('/activity/:id', { id: String(run.id) })}>See why</Link>}
      </Notice>
    );
  return state === 'applied' && problem ? <Notice tone="danger">{problem}</Notice> : null;
}
