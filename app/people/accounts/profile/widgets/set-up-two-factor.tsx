import { Stack } from '@mantine/core';
import { useState } from 'react';
import { SubmitButton } from '../../../../ui/buttons/submit-button.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../../../ui/dialog/dialog-buttons.tsx';
import { FirstCode, useFirstCode } from '../../two-factor/first-code.tsx';

type Props = { address: string; onOn: () => void; onClose: () => void };

/** What the app scans, and the first code that it shows for it. */
export default function SetUpTwoFactor({ address, onOn, onClose }: Props) {
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog title="Set up your authenticator app" bare closable={!isBusy} onClose={onClose}>
      {(close) => <Form address={address} onOn={onOn} onBusy={setBusy} close={close} />}
    </Dialog>
  );
}

type FormProps = Pick<Props, 'address' | 'onOn'> & { onBusy: (busy: boolean) => void; close: () => void };

function Form({ address, onOn, onBusy, close }: FormProps) {
  const { fault, busy, send } = useFirstCode(() => {
    onOn();
    close();
  });
  return (
    <form
      method="post"
      onSubmit={(event) => {
        onBusy(true);
        void send(event).finally(() => onBusy(false));
      }}
    >
      <Stack>
        <FirstCode address={address} fault={fault} />
        <DialogButtons onCancel={close} leavable={!busy}>
          <SubmitButton busy={busy}>Turn on</SubmitButton>
        </DialogButtons>
      </Stack>
    </form>
  );
}
