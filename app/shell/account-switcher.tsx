import { Select } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { SubmitButton } from '../ui/submit-button.tsx';
import classes from './account-switcher.module.css';
import { actAs } from './act-as.ts';

type Props = { accounts: { id: number; name: string }[]; current: number; onClose: () => void };

/** Where a super admin chooses whom to act as. */
export default function AccountSwitcher({ accounts, current, onClose }: Props) {
  const [chosen, setChosen] = useState<string | null>(null);
  const others = accounts.filter(({ id }) => id !== current).map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <Dialog title="Act as an account" onClose={onClose}>
      <div className={classes.form}>
        <Select
          label="Account"
          description="What you do there is recorded in its log."
          data={others}
          value={chosen}
          onChange={setChosen}
          searchable
          data-autofocus
        />
        <SubmitButton run={() => actAs(Number(chosen))} disabled={chosen === null}>
          Act as this account
        </SubmitButton>
      </div>
    </Dialog>
  );
}
