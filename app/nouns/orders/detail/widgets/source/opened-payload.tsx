import { Select } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../../../platform/call.ts';
import { ErrorState } from '../../../../../ui/blocks/empty-state.tsx';
import { Payload } from '../../../../../ui/blocks/payload.tsx';
import { Skeleton } from '../../../../../ui/blocks/skeleton.tsx';
import { Dialog } from '../../../../../ui/dialog/dialog.tsx';
import { useQuery } from '../../../../../ui/hooks/use-query.ts';
import { useClock } from '../../../../../ui/time/clock.tsx';
import { writeExact } from '../../../../../ui/time/write-time.ts';
import { listPayloadsCall } from '../../../../order-flow/contract/orders.ts';

export type PayloadProps = { orderId: number; source: string; onClose: () => void };

/** The channel's payloads, newest first. */
export default function OpenedPayload({ orderId, source, onClose }: PayloadProps) {
  const clock = useClock();
  const [chosen, setChosen] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['payloads', orderId],
    queryFn: ({ signal }) => call(listPayloadsCall, { params: { id: orderId } }, signal),
    staleTime: 0,
  });
  const payloads = data?.data ?? [];
  const payload = payloads.find(({ id }) => String(id) === chosen) ?? payloads[0];
  return (
    <Dialog title={`As ${source} sent it`} size={760} onClose={onClose}>
      {error && <ErrorState title="This could not be loaded" error={error} onRetry={refetch} />}
      {!error && !data && <Skeleton rows={8} />}
      {payloads.length > 1 && (
        <Select
          label="Version"
          data={payloads.map(({ id, received_at }, place) => ({
            value: String(id),
            label: `${writeExact(new Date(received_at), clock)}${place === 0 ? ' (newest)' : ''}`,
          }))}
          value={String(payload?.id)}
          onChange={setChosen}
          allowDeselect={false}
          openOnFocus={false}
          comboboxProps={{ withinPortal: false }}
          mb={12}
        />
      )}
      {payload && <Payload content={payload.raw} label={`Received ${writeExact(new Date(payload.received_at), clock)}`} />}
    </Dialog>
  );
}
