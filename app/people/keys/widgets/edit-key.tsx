import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogButtons, DialogEnd } from '../../../ui/dialog/dialog-buttons.tsx';
import { useDialogGuard } from '../../../ui/form/use-dialog-guard.tsx';
import { useCall } from '../../../ui/hooks/use-call.ts';
import { type ApiKey, changeKeyCall } from '../contract.ts';
import type { Scope } from '../scopes.ts';
import { daysIn, isChanged, type KeyDraft, KeyFields, kept, networksIn, useFaults } from './key-fields.tsx';

type Props = { of: ApiKey; onClose: () => void };

/** Changes what a key is called and may. Its secret stays. */
export default function EditKey({ of, onClose }: Props) {
  const [began] = useState(() => draftOf(of));
  const [draft, setDraft] = useState(began);
  const [faults, setFaults] = useFaults();
  const { revalidate } = useRevalidator();
  const change = useCall(changeKeyCall, { onDone: () => revalidate(), onError: setFaults });
  const { guard, question } = useDialogGuard(isChanged(began, draft), onClose);
  const send = (close: () => void) =>
    change
      .mutateAsync({ params: { id: of.id }, body: changesOf(began, draft) })
      .then(close)
      .catch(() => undefined);
  return (
    <>
      <Dialog title={`Edit ${of.name}`} size={640} {...guard} closable={guard.closable && !change.isPending} onClose={onClose}>
        {(close) => (
          <Stack>
            <KeyFields draft={draft} faults={faults} stays={of.expires_at ? 'As it is' : 'Never, as it is'} onChange={setDraft} />
            <Text c="dimmed">If you allow it more, it is your key from then on: what it does is done in your name.</Text>
            <DialogEnd>
              <DialogButtons onCancel={close} leavable={!change.isPending}>
                <SubmitButton run={() => send(close)}>Save</SubmitButton>
              </DialogButtons>
            </DialogEnd>
          </Stack>
        )}
      </Dialog>
      {question}
    </>
  );
}

const draftOf = ({ name, scopes, networks }: ApiKey): KeyDraft => ({
  ...{ name, scopes: scopes as Scope[], days: kept, networks: networks.join(', '), shop_id: '' },
});

/** What was changed, with what it was, and nothing else: a colleague may have changed the rest. */
const changesOf = (began: KeyDraft, draft: KeyDraft) => ({
  seen: {
    ...(draft.scopes !== began.scopes && { scopes: began.scopes }),
    ...(draft.networks !== began.networks && { networks: networksIn(began) }),
  },
  ...(draft.name !== began.name && { name: draft.name }),
  ...(draft.scopes !== began.scopes && { scopes: draft.scopes }),
  ...(draft.days !== kept && { days: daysIn(draft) }),
  ...(draft.networks !== began.networks && { networks: networksIn(draft) }),
});
