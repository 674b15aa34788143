import { Text } from '@mantine/core';
import { useState } from 'react';
import { href, Link, useSearchParams } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { resetPassword } from '../contract.ts';
import { Entrance } from '../entrance/entrance.tsx';
import { EntranceForm } from '../entrance/entrance-form.tsx';
import { useEntranceCall } from '../entrance/use-entrance-call.ts';
import { shortest } from '../passwords/password-length.ts';

/** The page of the mailed link: `?token=…`, or `?error=…` when it was used or has expired. */
export default function ResetPasswordPage() {
  const [params] = useSearchParams();
  const token = params.get('token');
  const [done, setDone] = useState(false);
  if (done) return <Finished title="Your password is changed" to={href('/sign-in')} way="Sign in" />;
  if (!token)
    return (
      <Finished
        title="This link no longer works"
        lead="It was used already, or it is older than an hour."
        to={href('/forgot-password')}
        way="Ask for a new link"
      />
    );
  return <ChoosePassword token={token} onDone={() => setDone(true)} />;
}

function ChoosePassword({ token, onDone }: { token: string; onDone: () => void }) {
  const sending = useEntranceCall(async (newPassword: string) => {
    await call(resetPassword, { body: { token, newPassword } });
    onDone();
  });
  return (
    <Entrance title="Choose a new password">
      <EntranceForm
        {...sending}
        verb="Save password"
        send={({ password = '' }) => sending.send(password)}
        below={
          sending.refusal && (
            <Text component={Link} to={href('/forgot-password')} size="sm">
              Ask for a new link
            </Text>
          )
        }
      >
        <PasswordField
          label="New password"
          description={`At least ${shortest} characters, and not your name.`}
          name="password"
          autoComplete="new-password"
          minLength={shortest}
          required
        />
      </EntranceForm>
    </Entrance>
  );
}

function Finished({ title, lead, to, way }: { title: string; lead?: string; to: string; way: string }) {
  return (
    <Entrance title={title}>
      {lead && <Text c="dimmed">{lead}</Text>}
      <Link to={to}>{way}</Link>
    </Entrance>
  );
}
