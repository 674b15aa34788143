import { Text, TextInput } from '@mantine/core';
import { call } from '../../../../platform/call.ts';
import { showAlert } from '../../../ui/alerts/alerts.ts';
import { type Typed, useSending } from '../../../ui/plain-form.tsx';
import { CopyText } from '../../../ui/text/copy-text.tsx';
import { confirmTwoFactor } from './contract.ts';
import { QrCode } from './qr-code.tsx';
import classes from './set-up.module.css';

/** Sends the first code of a form with `FirstCode` in it, which turns two-factor sign-in on; a wrong one is said beside its field. */
export const useFirstCode = () =>
  useSending(async ({ code = '' }: Typed, onOn: () => void) => {
    showAlert('success', (await call(confirmTwoFactor, { body: { code } })).message);
    onOn();
  });

/** What the authenticator app scans, and the field for the first code that it shows for it. */
export function FirstCode({ address, fault }: { address: string; fault: string | undefined }) {
  const key = new URL(address).searchParams.get('secret') ?? '';
  return (
    <>
      <div className={classes.scan}>
        <Text c="dimmed">Scan this with your authenticator app, or type the key below into it.</Text>
        <QrCode text={address} label="Code to scan with your authenticator app" />
        <CopyText text={key} label="Copy the key">
          {key.match(/.{1,4}/g)?.join(' ')}
        </CopyText>
      </div>
      <TextInput
        label="Code"
        description="The six digits that the app shows now"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        error={fault}
        required
        withAsterisk={false}
        data-autofocus
      />
    </>
  );
}
