import { CloseButton } from '@mantine/core';
import { href, Link } from 'react-router';
import { call } from '../../../platform/call.ts';
import { type Alert, useAlerts } from '../../ui/alerts/alerts.ts';
import { Notice } from '../../ui/blocks/notice.tsx';
import { useQuery } from '../../ui/hooks/use-query.ts';
import { getRunCall } from './contract.ts';
import { keepLastRun, type LastRun } from './last-run.ts';
import { UndoRun } from './widgets/undo-button.tsx';

/** How often a run at work is looked at, in ms. */
const lookAgainAfter = 2_000;

/** What came of the last bulk action, from when its alert is gone until somebody puts it away. */
export default function ShownOutcome({ last }: { last: LastRun }) {
  const { data: run } = useQuery({
    queryKey: ['bulk run', last.runId],
    staleTime: 0,
    retry: false,
    queryFn: ({ signal }) => call(getRunCall, { params: { id: last.runId } }, signal),
    refetchInterval: ({ state: { data } }) => (data?.state === 'running' ? lookAgainAfter : false),
  });
  const alerts = useAlerts();
  if (!run) return null;
  const address = href('/activity/:id', { id: String(run.id) });
  const isSaid = ({ beside }: Alert) => [beside ?? []].flat().some((one) => 'to' in one && one.to === address);
  if (alerts.some(isSaid)) return null;
  return (
    <Notice
      tone={run.failed > 0 ? 'danger' : 'info'}
      actions={
        <>
          <UndoRun run={run} />
          <Link to={address}>See each</Link>
          <CloseButton size={24} aria-label="Dismiss" onClick={() => keepLastRun(null)} />
        </>
      }
    >
      {last.label}: {run.sentence ?? 'at work.'}
    </Notice>
  );
}
