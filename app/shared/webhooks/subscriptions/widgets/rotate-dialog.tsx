import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { SubmitButton } from '../../../../ui/buttons/submit-button.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../../../ui/dialog/dialog-buttons.tsx';
import { useCall } from '../../../../ui/hooks/use-call.ts';
import { rotateSecretCall, type Subscription } from '../contract.ts';
import { SecretToKeep } from './secret-to-keep.tsx';

type Props = { subscription: Pick<Subscription, 'id' | 'name' | 'rotating_until' | 'secret_lost'>; onClose: () => void };

/** Makes a new secret and shows it, this once. */
export default function RotateDialog({ subscription: { id, name, rotating_until, secret_lost }, onClose }: Props) {
  const [secret, setSecret] = useState<string>();
  const { revalidate } = useRevalidator();
  const rotate = useCall(rotateSecretCall);
  const run = async () => {
    const reply = await rotate.mutateAsync({ params: { id }, body: { rotating_until } }).catch(() => null);
    if (reply) setSecret(reply.secret);
    // Also where it was refused: a colleague has made one since.
    await revalidate();
  };
  return (
    <Dialog title={`New secret for ${name}`} closable={!secret} onClose={onClose}>
      {(close) =>
        secret ? (
          <SecretToKeep secret={secret} onKept={close} />
        ) : (
          <Stack>
            <Text c="dimmed">{rotating_until !== null ? again : secret_lost ? alone : first}</Text>
            <DialogButtons onCancel={close}>
              <SubmitButton run={run}>Make a new secret</SubmitButton>
            </DialogButtons>
          </Stack>
        )
      }
    </Dialog>
  );
}

const first = 'For a day every event is signed with both, so that whoever receives it can change over.';
const alone = 'Whoever receives the events has to enter it: from then on they are signed with it alone.';
const again = 'The secret that was made last ends now. The one before it signs for another day, beside the new one.';
