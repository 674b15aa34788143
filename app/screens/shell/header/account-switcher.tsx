import { Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../platform/call.ts';
import { listAllAccounts } from '../../../people/accounts/contract.ts';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../../ui/dialog/dialog-buttons.tsx';
import { useQuery } from '../../../ui/hooks/use-query.ts';
import { errorMessage } from '../../../ui/words/error-message.ts';
import { actAs } from './act-as.ts';

type Props = { current: number; onClose: () => void };

/** Where a super admin chooses the account to act as. */
export default function AccountSwitcher({ current, onClose }: Props) {
  const { data, error } = useQuery({ queryKey: ['accounts'], queryFn: () => call(listAllAccounts, {}) });
  const [chosen, setChosen] = useState<string | null>(null);
  const others = (data?.accounts ?? []).filter(({ id }) => id !== current).map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <Dialog title="Act as an account" onClose={onClose}>
      {(close) => (
        <Stack>
          <Select
            label="Account"
            description={data && others.length === 0 ? 'There is no other account.' : 'What you do there is recorded in its log.'}
            data={others}
            value={chosen}
            onChange={setChosen}
            searchable
            comboboxProps={{ withinPortal: false }}
            error={error && errorMessage(error)}
            nothingFoundMessage={data ? 'Sorry, no matching options.' : 'Loading…'}
            data-autofocus
          />
          <DialogButtons onCancel={close}>
            <SubmitButton run={() => actAs(Number(chosen))} disabled={chosen === null}>
              Act as this account
            </SubmitButton>
          </DialogButtons>
        </Stack>
      )}
    </Dialog>
  );
}
