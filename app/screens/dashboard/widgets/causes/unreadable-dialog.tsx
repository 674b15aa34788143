import { Stack, Text } from '@mantine/core';
import { call } from '../../../../../platform/call.ts';
import { dismissUnreadableCall, getUnreadableCall } from '../../../../shared/connections/contract.ts';
import { Payload } from '../../../../ui/blocks/payload.tsx';
import { Skeleton } from '../../../../ui/blocks/skeleton.tsx';
import { SubmitButton } from '../../../../ui/buttons/submit-button.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../../../ui/dialog/dialog-buttons.tsx';
import { useQuery } from '../../../../ui/hooks/use-query.ts';
import { useSave } from '../../../../ui/hooks/use-save.ts';
import { errorMessage } from '../../../../ui/words/error-message.ts';

/** The payload of a record, and why it cannot be read. Its issue closes by itself when the record is read again without a fault. */
export default function UnreadableDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const save = useSave();
  const { data, error } = useQuery({
    queryKey: ['unreadable', id],
    queryFn: ({ signal }) => call(getUnreadableCall, { params: { id } }, signal),
  });
  return (
    <Dialog title="A record that cannot be read" size={640} onClose={onClose}>
      {(close) => (
        <Stack gap={12}>
          {!data && (error ? <p role="alert">{errorMessage(error)}</p> : <Skeleton rows={6} />)}
          {data && (
            <>
              <p>{data.reason}</p>
              <Payload content={data.raw} label="Record as it was sent" />
              <Text size="sm" c="dimmed">
                Correct it at its source, and the next sync reads it. Dismiss it if it is not needed.
              </Text>
              <DialogButtons onCancel={close} back="Close">
                <SubmitButton run={() => save(dismissUnreadableCall, { params: { id } }, close)}>Dismiss</SubmitButton>
              </DialogButtons>
            </>
          )}
        </Stack>
      )}
    </Dialog>
  );
}
