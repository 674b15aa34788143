import { Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { call } from '../../../../platform/call.ts';
import { showAlert, showError } from '../../../ui/alerts/alerts.ts';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../../ui/dialog/dialog-buttons.tsx';
import { fieldMessages } from '../../../ui/error-message.ts';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { confirmTwoFactor } from '../../two-factor/contract.ts';
import { QrCode } from './qr-code.tsx';
import classes from './two-factor.module.css';

/** What the app scans, and the first code that it shows for it. */
export default function SetUpTwoFactor({ address, onOn, onClose }: { address: string; onOn: () => void; onClose: () => void }) {
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const send = async (event: FormEvent<HTMLFormElement>, close: () => void) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFault(undefined);
    try {
      const { message } = await call(confirmTwoFactor, { body: { code: String(new FormData(event.currentTarget).get('code')) } });
      showAlert('success', message);
      onOn();
      close();
    } catch (error) {
      const wrong = fieldMessages(error).code?.[0];
      setFault(wrong);
      if (!wrong) showError(error);
    } finally {
      setBusy(false);
    }
  };
  const key = new URL(address).searchParams.get('secret') ?? '';
  return (
    <Dialog title="Set up your authenticator app" bare closable={!busy} onClose={onClose}>
      {(close) => (
        <form method="post" onSubmit={(event) => send(event, close)}>
          <Stack>
            <div className={classes.scan}>
              <Text c="dimmed">Scan this with your authenticator app, or type the key below into it.</Text>
              <QrCode text={address} label="Code to scan with your authenticator app" />
              <CopyText text={key} label="Copy the key">
                {key.match(/.{1,4}/g)?.join(' ')}
              </CopyText>
            </div>
            <CodeField error={fault} />
            <DialogButtons onCancel={close} leavable={!busy}>
              <SubmitButton busy={busy}>Turn on</SubmitButton>
            </DialogButtons>
          </Stack>
        </form>
      )}
    </Dialog>
  );
}

const CodeField = ({ error }: { error: string | undefined }) => (
  <TextInput
    label="Code"
    description="The six digits that the app shows now"
    name="code"
    inputMode="numeric"
    autoComplete="one-time-code"
    error={error}
    required
    withAsterisk={false}
    data-autofocus
  />
);
