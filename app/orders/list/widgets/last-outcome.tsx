import { CloseButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { href, Link } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { getRunCall } from '../../../runs/contract.ts';
import { Notice } from '../../../ui/notice.tsx';
import { keepLastRun, useLastRun } from './last-run.ts';

/** How often a run at work is looked at, in ms. */
const lookAgainAfter = 2_000;

/** What came of the last bulk action, for as long as nobody puts it away: its alert may be gone before it is read. */
export function LastOutcome() {
  const last = useLastRun();
  const { data: run } = useQuery({
    queryKey: ['bulk run', last?.runId],
    enabled: last !== null,
    staleTime: 0,
    retry: false,
    queryFn: ({ signal }) => call(getRunCall, { params: { id: last?.runId ?? 0 } }, signal),
    refetchInterval: ({ state: { data } }) => (data?.state === 'running' ? lookAgainAfter : false),
  });
  if (!last || !run) return null;
  return (
    <Notice
      tone={run.failed > 0 ? 'danger' : 'info'}
      actions={
        <>
          <Link to={href('/activity/:id', { id: String(run.id) })}>{run.undoable ? 'See each, or undo' : 'See each'}</Link>
          <CloseButton size="sm" aria-label="Put this away" onClick={() => keepLastRun(null)} />
        </>
      }
    >
      {last.label}: {run.sentence ?? 'at work.'}
    </Notice>
  );
}
