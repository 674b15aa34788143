import { Stack } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { href } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { page } from '../../../../platform/http/page.ts';
import { showAlert, showError } from '../../../ui/alerts/alerts.ts';
import { PageHeader } from '../../../ui/blocks/page-header.tsx';
import { FormButtons } from '../../../ui/buttons/form-buttons.tsx';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { fieldMessages } from '../../../ui/words/error-message.ts';
import { changePasswordCall } from '../contract.ts';
import { shortest } from '../passwords/password-length.ts';

export const loader = page('signed_in', () => null);

/** Everyone changes their own password. */
export default function PasswordPage() {
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<Record<string, string[]>>({});
  const [busy, setBusy] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !form.current) return;
    const typed = new FormData(form.current);
    const body = { currentPassword: String(typed.get('currentPassword')), newPassword: String(typed.get('newPassword')) };
    setBusy(true);
    setFaults({});
    try {
      const { message } = await call(changePasswordCall, { body });
      form.current.reset();
      showAlert('success', message);
    } catch (error) {
      setFaults(fieldMessages(error));
      if (Object.keys(fieldMessages(error)).length === 0) showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <PageHeader title="Change password" back={{ to: href('/settings/profile'), label: 'Profile' }} />
      <form ref={form} method="post" onSubmit={save}>
        <Stack maw={380} mt="sm">
          <PasswordField
            label="Current password"
            name="currentPassword"
            autoComplete="current-password"
            error={faults.currentPassword?.[0]}
            required
          />
          <PasswordField
            label="New password"
            description={`At least ${shortest} characters, and not your name. Every other browser is signed out.`}
            name="newPassword"
            autoComplete="new-password"
            minLength={shortest}
            error={faults.newPassword?.[0]}
            required
          />
          <FormButtons>
            <SubmitButton busy={busy}>Change password</SubmitButton>
          </FormButtons>
        </Stack>
      </form>
    </>
  );
}
