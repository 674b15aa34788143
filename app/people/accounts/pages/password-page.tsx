import { Stack } from '@mantine/core';
import { href } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { page } from '../../../../platform/http/page.ts';
import { showAlert } from '../../../ui/alerts/alerts.ts';
import { PageHeader } from '../../../ui/blocks/page-header.tsx';
import { FormButtons } from '../../../ui/buttons/form-buttons.tsx';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { PlainForm, type Typed, useSending } from '../../../ui/plain-form.tsx';
import { changePasswordCall } from '../contract.ts';
import { shortest } from '../passwords/password-length.ts';

export const loader = page('signed_in', () => null);

/** Everyone changes their own password. */
export default function PasswordPage() {
  const { busy, faults, send } = useSending(async ({ currentPassword = '', newPassword = '' }: Typed, form: HTMLFormElement) => {
    const { message } = await call(changePasswordCall, { body: { currentPassword, newPassword } });
    form.reset();
    showAlert('success', message);
  });
  return (
    <>
      <PageHeader title="Change password" back={{ to: href('/settings/profile'), label: 'Profile' }} />
      <PlainForm send={send}>
        <Stack maw={380} mt="sm">
          <PasswordField
            label="Current password"
            name="currentPassword"
            autoComplete="current-password"
            error={faults.currentPassword}
            required
          />
          <PasswordField
            label="New password"
            description={`At least ${shortest} characters, and not your name. Every other browser is signed out.`}
            name="newPassword"
            autoComplete="new-password"
            minLength={shortest}
            error={faults.newPassword}
            required
          />
          <FormButtons>
            <SubmitButton busy={busy}>Change password</SubmitButton>
          </FormButtons>
        </Stack>
      </PlainForm>
    </>
  );
}
