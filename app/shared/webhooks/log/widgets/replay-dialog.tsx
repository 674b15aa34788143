import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { SubmitButton } from '../../../../ui/buttons/submit-button.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../../../ui/dialog/dialog-buttons.tsx';
import { useSave } from '../../../../ui/hooks/use-save.ts';
import { fieldMessages } from '../../../../ui/words/error-message.ts';
import { replaySinceCall } from '../contract.ts';

type Props = { id: number; name: string; onClose: () => void };

/** From when on events are sent again, by the clock of whoever asks. */
export default function ReplayDialog({ id, name, onClose }: Props) {
  const [since, setSince] = useState(anHourAgo);
  const [wrong, setWrong] = useState<string>();
  const save = useSave();
  const replay = async (close: () => void) => {
    const at = new Date(since);
    if (Number.isNaN(at.getTime())) return setWrong('Enter a day and a time.');
    try {
      await save(replaySinceCall, { params: { id }, body: { since: at.toISOString() } }, close);
    } catch (error) {
      const [message] = fieldMessages(error).since ?? [];
      if (!message) throw error;
      setWrong(message);
    }
  };
  return (
    <Dialog title={`Replay events to ${name}`} onClose={onClose}>
      {(close) => (
        <Stack>
          <TextInput
            type="datetime-local"
            label="Since"
            description="By the clock of this device. Events are kept for 30 days."
            value={since}
            error={wrong}
            data-autofocus
            onChange={(event) => setSince(event.currentTarget.value)}
          />
          <span className="soft">
            All its events since then are sent again in their order, whether they arrived or not: the receiver knows them by their
            webhook-id.
          </span>
          <DialogButtons onCancel={close}>
            <SubmitButton run={() => replay(close)}>Replay</SubmitButton>
          </DialogButtons>
        </Stack>
      )}
    </Dialog>
  );
}

/** As the field has it: `2026-11-27T09:30`. */
function anHourAgo(): string {
  const at = new Date(Date.now() - 3_600_000);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
