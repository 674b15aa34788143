import { Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../platform/call.ts';
import { type Account, listAllAccounts } from '../../../people/accounts/contract.ts';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../../ui/dialog/dialog-buttons.tsx';
import { useQuery } from '../../../ui/hooks/use-query.ts';
import { errorMessage } from '../../../ui/words/error-message.ts';
import { actAs } from './act-as.ts';

type Props = { current: number; onClose: () => void };

/** Where a super admin chooses the account to act as. */
export default function AccountSwitcher({ current, onClose }: Props) {
  const [chosen, setChosen] = useState<Account | null>(null);
  const [typed, setTyped] = useState('');
  const words = typed === chosen?.name ? '' : typed.trim().toLowerCase();
  const { data: all, error } = useAccounts('');
  const { data: found } = useAccounts(words);
  const listed = found?.accounts ?? all?.accounts.filter(({ name }) => name.toLowerCase().includes(words)) ?? [];
  // One that was found by its words is chosen still when all are listed again.
  const accounts = new Map([...listed, ...(chosen && words === '' ? [chosen] : [])].map((each) => [each.id, each]));
  const others = [...accounts.values()].filter(({ id }) => id !== current);
  return (
    <Dialog title="Act as an account" onClose={onClose}>
      {(close) => (
        <Stack>
          <Select
            label="Account"
            description={
              words === '' && all && others.length === 0 ? 'There is no other account.' : 'What you do there is recorded in its log.'
            }
            data={others.map(({ id, name }) => ({ value: String(id), label: name }))}
            // More accounts may have these words than were read at first: the server has looked for them.
            filter={({ options }) => options}
            value={chosen && String(chosen.id)}
            onChange={(value) => setChosen(others.find(({ id }) => String(id) === value) ?? null)}
            onSearchChange={setTyped}
            searchable
            comboboxProps={{ withinPortal: false }}
            error={error && errorMessage(error)}
            nothingFoundMessage={found ? 'Sorry, no matching options.' : 'Loading…'}
            data-autofocus
          />
          <DialogButtons onCancel={close}>
            <SubmitButton run={() => actAs(chosen?.id ?? 0)} disabled={chosen === null}>
              Act as this account
            </SubmitButton>
          </DialogButtons>
        </Stack>
      )}
    </Dialog>
  );
}

const useAccounts = (search: string) =>
  useQuery({ queryKey: ['accounts', search], queryFn: ({ signal }) => call(listAllAccounts, { query: { search } }, signal) });
