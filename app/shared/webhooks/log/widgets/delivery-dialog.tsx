import { Stack } from '@mantine/core';
import { call } from '../../../../../platform/call.ts';
import { Facts } from '../../../../ui/blocks/facts.tsx';
import { Payload } from '../../../../ui/blocks/payload.tsx';
import { Section } from '../../../../ui/blocks/section.tsx';
import { Skeleton } from '../../../../ui/blocks/skeleton.tsx';
import { SubmitButton } from '../../../../ui/buttons/submit-button.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../../../ui/dialog/dialog-buttons.tsx';
import { useQuery } from '../../../../ui/hooks/use-query.ts';
import { useSave } from '../../../../ui/hooks/use-save.ts';
import { ExactTime } from '../../../../ui/time/relative-time.tsx';
import { errorMessage } from '../../../../ui/words/error-message.ts';
import { type DeliveryWithTries, readDeliveryCall, replayDeliveryCall } from '../contract.ts';

type Props = { subscriptionId: number; id: number; mayReplay: boolean; onClose: () => void };

/** What was sent, and each try with its reply. */
export default function DeliveryDialog({ subscriptionId, id, mayReplay, onClose }: Props) {
  const params = { id: subscriptionId, deliveryId: id };
  const save = useSave();
  const { data, error } = useQuery({
    queryKey: ['delivery', subscriptionId, id],
    queryFn: ({ signal }) => call(readDeliveryCall, { params }, signal),
    staleTime: 0,
  });
  return (
    <Dialog title={data?.type ?? 'Delivery'} size={720} onClose={onClose}>
      {(close) => (
        <Stack>
          {data ? <Tries delivery={data} /> : error ? <p role="alert">{errorMessage(error)}</p> : <Skeleton rows={8} />}
          {data && mayReplay && (
            <DialogButtons onCancel={close} back="Close">
              <SubmitButton run={() => save(replayDeliveryCall, { params }, close)}>Send again</SubmitButton>
            </DialogButtons>
          )}
        </Stack>
      )}
    </Dialog>
  );
}

const Tries = ({ delivery: { webhook_id, body, due_at, tries } }: { delivery: DeliveryWithTries }) => (
  <>
    <Facts
      facts={[
        { label: 'webhook-id', value: <span className="mono">{webhook_id}</span> },
        due_at !== null && { label: 'Next try', value: <ExactTime at={due_at} seconds /> },
      ]}
    />
    <Payload content={body} label="Request" />
    {tries.map(({ id, at, url, took_ms, status, reason, reply }, index) => (
      <Section key={id} title={`Try ${tries.length - index}`}>
        <Stack gap="xs">
          <Facts
            facts={[
              { label: 'Sent', value: <ExactTime at={at} seconds /> },
              { label: 'To', value: url },
              { label: 'Took', value: `${took_ms.toLocaleString('en-US')} ms` },
              { label: 'Outcome', value: status ?? reason },
            ]}
          />
          {reply && <Payload content={reply} label="Reply" />}
        </Stack>
      </Section>
    ))}
  </>
);
