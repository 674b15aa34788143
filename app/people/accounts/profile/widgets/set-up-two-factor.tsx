import { Stack } from '@mantine/core';
import { SubmitButton } from '../../../../ui/buttons/submit-button.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../../../ui/dialog/dialog-buttons.tsx';
import { PlainForm } from '../../../../ui/plain-form.tsx';
import { FirstCode, useFirstCode } from '../../two-factor/first-code.tsx';

type Props = { address: string; onOn: () => void; onClose: () => void };

/** What the app scans, and the first code that it shows for it. */
export default function SetUpTwoFactor({ address, onOn, onClose }: Props) {
  const { busy, faults, send } = useFirstCode();
  return (
    <Dialog title="Set up your authenticator app" bare closable={!busy} onClose={onClose}>
      {(close) => (
        <PlainForm
          send={(typed) =>
            send(typed, () => {
              onOn();
              close();
            })
          }
        >
          <Stack>
            <FirstCode address={address} fault={faults.code} />
            <DialogButtons onCancel={close} leavable={!busy}>
              <SubmitButton busy={busy}>Turn on</SubmitButton>
            </DialogButtons>
          </Stack>
        </PlainForm>
      )}
    </Dialog>
  );
}
