import { Modal, Select } from '@mantine/core';
import { useState } from 'react';
import { SubmitButton } from '../ui/submit-button.tsx';
import { actAs } from './act-as.ts';

type Props = { accounts: { id: number; name: string }[]; current: number; opened: boolean; onClose: () => void };

/** Where a super admin chooses whom to act as. */
export function AccountSwitcher({ accounts, current, opened, onClose }: Props) {
  const [chosen, setChosen] = useState<string | null>(null);
  const others = accounts.filter(({ id }) => id !== current).map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <Modal opened={opened} onClose={onClose} title="Act as an account" size={420}>
      <div style={{ display: 'grid', gap: 16, justifyItems: 'start' }}>
        <Select
          label="Account"
          description="What you do there is recorded in its log."
          data={others}
          value={chosen}
          onChange={setChosen}
          searchable
          w="100%"
          data-autofocus
        />
        <SubmitButton run={() => actAs(Number(chosen))} disabled={chosen === null}>
          Act as this account
        </SubmitButton>
      </div>
    </Modal>
  );
}
