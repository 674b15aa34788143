import { Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../platform/call.ts';
import type { Typed } from '../../../ui/plain-form.tsx';
import { Entrance } from '../entrance/entrance.tsx';
import { EntranceForm } from '../entrance/entrance-form.tsx';
import { TextButton } from '../entrance/text-button.tsx';
import { useEntranceCall } from '../entrance/use-entrance-call.ts';
import { signInWithCode } from './contract.ts';

type Props = { onSignedIn: () => void; onBack: () => void };

/** The second step of signing in: a code of the authenticator app, or a recovery code. */
export function CodeStep({ onSignedIn, onBack }: Props) {
  const [byRecovery, setByRecovery] = useState(false);
  const sending = useEntranceCall(async ({ code = '' }: Typed) => {
    await call(signInWithCode, { body: { code } });
    onSignedIn();
  });
  const below = (
    <>
      <Group justify="space-between" gap="0 12px">
        <TextButton onClick={() => setByRecovery(!byRecovery)}>
          {byRecovery ? 'Use your authenticator app' : 'Use a recovery code'}
        </TextButton>
        <TextButton onClick={onBack}>Back</TextButton>
      </Group>
      {byRecovery && (
        <Text size="sm" c="dimmed">
          Neither phone nor codes? Ask the people who run your Crossdock.
        </Text>
      )}
    </>
  );
  return (
    <Entrance title="Enter your code">
      <EntranceForm {...sending} verb="Sign in" below={below}>
        <CodeInput key={String(byRecovery)} byRecovery={byRecovery} />
      </EntranceForm>
    </Entrance>
  );
}

function CodeInput({ byRecovery }: { byRecovery: boolean }) {
  const input = byRecovery
    ? { label: 'Recovery code', description: 'Each works once', autoComplete: 'off', classNames: { input: 'mono' } }
    : {
        label: 'Code',
        description: 'The six digits in your authenticator app',
        autoComplete: 'one-time-code',
        inputMode: 'numeric' as const,
      };
  // The page before it is gone, and its focus with it.
  return <TextInput {...input} name="code" required withAsterisk={false} autoFocus />;
}
