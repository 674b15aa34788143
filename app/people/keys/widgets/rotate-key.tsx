import { NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../../ui/dialog/dialog-buttons.tsx';
import { useCall } from '../../../ui/hooks/use-call.ts';
import { type ApiKey, rotateKeyCall } from '../contract.ts';
import { KeyToKeep } from './key-to-keep.tsx';

const overlaps = [
  { value: '24', label: 'For a day' },
  { value: '1', label: 'For an hour' },
  { value: '168', label: 'For a week' },
  { value: '0', label: 'Not at all: it is in wrong hands' },
];

/** Gives a key a new secret, and shows it once. */
export default function RotateKey({ of: { id, name, state }, onClose }: { of: ApiKey; onClose: () => void }) {
  const [hours, setHours] = useState('24');
  const { revalidate } = useRevalidator();
  const rotate = useCall(rotateKeyCall, { onDone: () => revalidate() });
  const send = () => rotate.mutateAsync({ params: { id }, body: { hours: Number(hours) } }).catch(() => undefined);
  return (
    <Dialog title={rotate.data ? 'Save this key now' : `Rotate ${name}`} closable={!rotate.data && !rotate.isPending} onClose={onClose}>
      {(close) =>
        rotate.data ? (
          <KeyToKeep secret={rotate.data.key} onKept={close} />
        ) : (
          <Stack>
            <Text c="dimmed">It gets a new secret. What it may do and its limits stay.{state === 'paused' && worksAgain}</Text>
            <NativeSelect
              label="The former secret keeps working"
              value={hours}
              data={overlaps}
              data-autofocus
              onChange={(event) => setHours(event.currentTarget.value)}
            />
            <DialogButtons onCancel={close} leavable={!rotate.isPending}>
              <SubmitButton run={send}>Rotate</SubmitButton>
            </DialogButtons>
          </Stack>
        )
      }
    </Dialog>
  );
}

const worksAgain = ' It works again: you are its maker from then on.';
