import { call } from '../../../../../platform/call.ts';
import { ErrorState } from '../../../../ui/blocks/empty-state.tsx';
import { Payload } from '../../../../ui/blocks/payload.tsx';
import { Skeleton } from '../../../../ui/blocks/skeleton.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { useQuery } from '../../../../ui/hooks/use-query.ts';
import { useClock } from '../../../../ui/time/clock.tsx';
import { writeExact } from '../../../../ui/time/write-time.ts';
import { listPurchasePayloadsCall } from '../../../purchase-flow/contract/purchase-orders.ts';

/** What the source sent, newest first. */
export default function SourcePayload({ id, source, onClose }: { id: number; source: string; onClose: () => void }) {
  const clock = useClock();
  const { data, error, refetch } = useQuery({
    queryKey: ['purchase-payloads', id],
    queryFn: ({ signal }) => call(listPurchasePayloadsCall, { params: { id } }, signal),
    staleTime: 0,
  });
  return (
    <Dialog title={`As ${source} sent it`} size={760} onClose={onClose}>
      {error && <ErrorState title="This could not be loaded" error={error} onRetry={refetch} />}
      {!error && !data && <Skeleton rows={8} />}
      {data?.data.map((payload) => (
        <Payload key={payload.id} content={payload.raw} label={`Received ${writeExact(new Date(payload.received_at), clock)}`} />
      ))}
    </Dialog>
  );
}
