import { Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { href, Link, useLocation } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { requestPasswordReset } from '../contract.ts';
import { Entrance } from '../entrance/entrance.tsx';
import { EntranceForm } from '../entrance/entrance-form.tsx';
import { TextButton } from '../entrance/text-button.tsx';
import { useEntranceCall } from '../entrance/use-entrance-call.ts';

export default function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [isCorrecting, setCorrecting] = useState(false);
  /** On the sign-in page. */
  const typedBefore = (useLocation().state as { email?: string } | null)?.email;
  const sending = useEntranceCall(async (email: string) => {
    await call(requestPasswordReset, { body: { email } });
    setSentTo(email);
    setCorrecting(false);
  });
  if (sentTo && !isCorrecting) return <Sent to={sentTo} onCorrect={() => setCorrecting(true)} />;
  return (
    <Entrance title="Forgot your password?">
      <Text c="dimmed">We send you a link to choose a new one.</Text>
      <EntranceForm {...sending} verb="Send the link" send={({ email = '' }) => sending.send(email)} below={<BackToSignIn />}>
        <TextInput
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          autoFocus={isCorrecting}
          defaultValue={sentTo ?? typedBefore}
        />
      </EntranceForm>
    </Entrance>
  );
}

/** Shows the same text whether or not the address is known, so as not to reveal who has an account. */
function Sent({ to, onCorrect }: { to: string; onCorrect: () => void }) {
  return (
    <Entrance title="Look in your mail">
      <Text c="dimmed" role="status">
        If <strong>{to}</strong> has an account here, a link is on its way. It works once, for an hour. So do those that were mailed just
        before it, until one of them is used.
      </Text>
      <Group justify="space-between" gap="0 12px">
        <TextButton onClick={onCorrect}>Correct the address</TextButton>
        <BackToSignIn />
      </Group>
    </Entrance>
  );
}

const BackToSignIn = () => (
  <Text component={Link} to={href('/sign-in')} size="sm">
    Back to sign-in
  </Text>
);
