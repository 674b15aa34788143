import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogButtons, DialogEnd } from '../../../ui/dialog/dialog-buttons.tsx';
import { useDialogGuard } from '../../../ui/form/use-dialog-guard.tsx';
import { useCall } from '../../../ui/hooks/use-call.ts';
import { createKeyCall } from '../contract.ts';
import type { KeyShop } from '../shops.ts';
import { daysIn, isChanged, type KeyDraft, KeyFields, networksIn, useFaults } from './key-fields.tsx';
import { KeyToKeep } from './key-to-keep.tsx';

const blank: KeyDraft = { name: '', scopes: [], days: '90', networks: '', shop_id: '' };

/** Makes a key, and shows it once. */
export default function CreateKey({ shops, onClose }: { shops: readonly KeyShop[]; onClose: () => void }) {
  const [draft, setDraft] = useState(blank);
  const [faults, setFaults] = useFaults();
  const { revalidate } = useRevalidator();
  const create = useCall(createKeyCall, { onDone: () => revalidate(), onError: setFaults });
  const { guard, question } = useDialogGuard(!create.data && isChanged(blank, draft), onClose);
  const { name, scopes, shop_id } = draft;
  const send = () =>
    create.mutateAsync({
      body: { name, scopes, days: daysIn(draft), networks: networksIn(draft), shop_id: shop_id === '' ? null : Number(shop_id) },
    });
  return (
    <>
      <Dialog
        size={create.data ? 440 : 640}
        title={create.data ? 'Save this key now' : 'New key'}
        {...guard}
        closable={guard.closable && !create.data && !create.isPending}
        onClose={onClose}
      >
        {(close) =>
          create.data ? (
            <KeyToKeep secret={create.data.key} onKept={close} />
          ) : (
            <Stack>
              <KeyFields draft={draft} faults={faults} shops={shops} onChange={setDraft} />
              <DialogEnd>
                <DialogButtons onCancel={close} leavable={!create.isPending}>
                  <SubmitButton run={() => send().catch(() => undefined)}>Make the key</SubmitButton>
                </DialogButtons>
              </DialogEnd>
            </Stack>
          )
        }
      </Dialog>
      {question}
    </>
  );
}
