import { NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { call, isRefused } from '../../../../../platform/call.ts';
import { SubmitButton } from '../../../../ui/buttons/submit-button.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../../../ui/dialog/dialog-buttons.tsx';
import { useQuery } from '../../../../ui/hooks/use-query.ts';
import { useSave } from '../../../../ui/hooks/use-save.ts';
import { errorMessage, fieldMessages } from '../../../../ui/words/error-message.ts';
import { listAccountsCall, listSubsidiariesCall, type SyncOption, saveSyncOptionsCall, syncOptionsTitle } from '../contract.ts';
import type { SyncOptions } from '../options.ts';

type Props = { slug: string; options: SyncOptions; onClose: () => void };

/** Chooses the subsidiary that is read, then the account that stock is booked to. */
export default function SyncOptionsModal({ onClose, ...form }: Props) {
  const [isSaving, setSaving] = useState(false);
  return (
    <Dialog title={syncOptionsTitle} closable={!isSaving} onClose={onClose}>
      {(close) => <SyncOptionsForm {...form} close={close} isSaving={isSaving} onSaving={setSaving} />}
    </Dialog>
  );
}

type FormProps = Omit<Props, 'onClose'> & { close: () => void; isSaving?: boolean; onSaving?: (isSaving: boolean) => void };

export function SyncOptionsForm({ slug, options, close, isSaving = false, onSaving }: FormProps) {
  // The page reads what is chosen anew while the dialog is open.
  const [began] = useState(() => ({ subsidiary: options.subsidiary?.id ?? '', account: options.netsuiteAccount?.id ?? '' }));
  const [isOutdated, setOutdated] = useState(false);
  const [subsidiary, setSubsidiary] = useState(began.subsidiary);
  const [account, setAccount] = useState(began.account);
  const [wrong, setWrong] = useState<Record<string, string[]>>({});
  const send = useSave({ rereadsRefused: true });
  const subsidiaries = useQuery({
    queryKey: ['subsidiaries', slug],
    queryFn: ({ signal }) => call(listSubsidiariesCall, { params: { connector: slug } }, signal),
  });
  const accounts = useQuery({
    queryKey: ['accounts', slug, subsidiary],
    enabled: subsidiary !== '',
    queryFn: ({ signal }) => call(listAccountsCall, { params: { connector: slug, id: subsidiary } }, signal),
  });
  const save = async () => {
    const body = { subsidiary, account, ...(!isOutdated && { was: began }) };
    onSaving?.(true);
    try {
      await send(saveSyncOptionsCall, { params: { connector: slug }, body }, close);
    } catch (error) {
      // Who was told of another's change has read it when they save again.
      if (isRefused(error, 'changed_meanwhile')) setOutdated(true);
      setWrong(fieldMessages(error));
      throw error;
    } finally {
      onSaving?.(false);
    }
  };
  return (
    <Stack id="inventorySyncModal">
      {/* What is chosen while it is saved would be in no call. */}
      <Stack inert={isSaving}>
        <NativeSelect
          label="Subsidiary"
          data={optionsOf('-- Select Subsidiary --', subsidiaries.data)}
          value={subsidiary}
          onChange={({ currentTarget }) => {
            setSubsidiary(currentTarget.value);
            setAccount('');
            setWrong({});
          }}
          error={subsidiaries.error ? errorMessage(subsidiaries.error) : wrong.subsidiary?.[0]}
          data-autofocus
        />
        <NativeSelect
          label="Account"
          data={optionsOf('-- Select Account --', accounts.data)}
          value={account}
          disabled={subsidiary === ''}
          onChange={({ currentTarget }) => setAccount(currentTarget.value)}
          error={accounts.error ? errorMessage(accounts.error) : wrong.account?.[0]}
        />
      </Stack>
      <DialogButtons onCancel={close} leavable={!isSaving}>
        <SubmitButton run={save}>Save</SubmitButton>
      </DialogButtons>
    </Stack>
  );
}

const optionsOf = (none: string, options: readonly SyncOption[] = []) => [
  { value: '', label: none },
  ...options.map(({ id, name }) => ({ value: id, label: name })),
];
