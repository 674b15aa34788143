import { Stack, Text } from '@mantine/core';
import { useRevalidator } from 'react-router';
import { call } from '../../../../../platform/call.ts';
import type { Reply } from '../../../../../platform/endpoint.ts';
import { dismissAllUnreadableCall, listUnreadableCall } from '../../../../shared/connections/contract.ts';
import { showAlert } from '../../../../ui/alerts/alerts.ts';
import { ShortTable } from '../../../../ui/blocks/short-table.tsx';
import { Skeleton } from '../../../../ui/blocks/skeleton.tsx';
import { SubmitButton } from '../../../../ui/buttons/submit-button.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../../../ui/dialog/dialog-buttons.tsx';
import { useQuery } from '../../../../ui/hooks/use-query.ts';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import { countedWords } from '../../../../ui/words/counted-words.ts';
import { errorMessage } from '../../../../ui/words/error-message.ts';

/** All records that cannot be read, each with its reason, and the one decision about those that are shown. */
export default function UnreadableList({ onClose }: { onClose: () => void }) {
  const { revalidate } = useRevalidator();
  const { data, error } = useQuery({
    queryKey: ['unreadable records'],
    staleTime: 0,
    queryFn: ({ signal }) => call(listUnreadableCall, {}, signal),
  });
  const dismiss = async (ids: number[], close: () => void) => {
    const { message } = await call(dismissAllUnreadableCall, { body: { ids } });
    showAlert('success', message);
    close();
    await revalidate();
  };
  return (
    <Dialog title="Records that cannot be read" size={760} onClose={onClose}>
      {(close) => (
        <Stack gap={12}>
          {!data && (error ? <p role="alert">{errorMessage(error)}</p> : <Skeleton rows={6} />)}
          {data && (
            <>
              <Records {...data} />
              <Text size="sm" c="dimmed">
                Correct them at their source, and the next sync reads them. Dismiss those that are not needed: they are kept, and listed
                under Activity.
              </Text>
              <DialogButtons onCancel={close} back="Close">
                <SubmitButton
                  disabled={data.data.length === 0}
                  run={() =>
                    dismiss(
                      data.data.map(({ id }) => id),
                      close,
                    )
                  }
                >
                  Dismiss {countedWords(data.data.length, 'record')}
                </SubmitButton>
              </DialogButtons>
            </>
          )}
        </Stack>
      )}
    </Dialog>
  );
}

function Records({ data, total }: Reply<typeof listUnreadableCall>) {
  return (
    <>
      {total > data.length && (
        <p>
          The oldest {data.length.toLocaleString('en-US')} of {total.toLocaleString('en-US')}:
        </p>
      )}
      <ShortTable aria-label="Records that cannot be read">
        <tbody>
          {data.map(({ id, connection, remote_id, reason, first_seen_at }) => (
            <tr key={id}>
              <td>{connection}</td>
              <td className="mono">{remote_id ?? 'without an id'}</td>
              <td>{reason}</td>
              <td data-figure>
                <RelativeTime at={first_seen_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </ShortTable>
    </>
  );
}
