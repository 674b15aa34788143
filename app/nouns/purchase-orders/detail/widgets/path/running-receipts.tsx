import { call } from '../../../../../../platform/call.ts';
import { getRunCall } from '../../../../../shared/runs/contract.ts';
import { RunProgress } from '../../../../../shared/runs/run-progress.tsx';
import { useQuery } from '../../../../../ui/hooks/use-query.ts';

/** How often it is looked at, in ms. */
const lookAgainAfter = 1_000;

/** How far the receipts that are being processed have come. */
export function RunningReceipts({ runId }: { runId: number }) {
  const { data: run } = useQuery({
    queryKey: ['run', runId],
    queryFn: ({ signal }) => call(getRunCall, { params: { id: runId } }, signal),
    refetchInterval: ({ state: { data } }) => (data?.state === 'running' ? lookAgainAfter : false),
    staleTime: 0,
  });
  return run ? <RunProgress run={run} /> : null;
}
