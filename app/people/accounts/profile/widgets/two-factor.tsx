import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../../platform/call.ts';
import { showAlert } from '../../../../ui/alerts/alerts.ts';
import { Section } from '../../../../ui/blocks/section.tsx';
import { lazily } from '../../../../ui/lazily.tsx';
import { renewRecoveryCodes, setUpTwoFactor, turnOffTwoFactor } from '../../two-factor/contract.ts';
import type { Profile } from '../contract.ts';
import PasswordDialog from './password-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useProfileChanged } from './use-profile.ts';

const SetUpTwoFactor = lazily(() => import('./set-up-two-factor.tsx'));

type SetUp = { address: string; recoveryCodes: string[] };

/** Turns two-factor sign-in on and off, and shows recovery codes once. */
export function TwoFactor({ twoFactor: { on, recoveryCodesLeft, required } }: Pick<Profile, 'twoFactor'>) {
  const [question, setQuestion] = useState<Question | null>(null);
  const [setUp, setSetUp] = useState<SetUp | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const changed = useProfileChanged();
  const run = {
    setUp: async (password: string) => setSetUp(await call(setUpTwoFactor, { body: { password } })),
    renew: async (password: string) => setCodes((await call(renewRecoveryCodes, { body: { password } })).recoveryCodes),
    turnOff: async (password: string) => {
      showAlert('success', (await call(turnOffTwoFactor, { body: { password } })).message);
      await changed();
    },
  };
  return (
    <Section title="Two-factor sign-in" actions={<Actions on={on} required={required} onAsk={setQuestion} />}>
      <Stack gap={8} maw={640}>
        <Text c="dimmed">{on ? inWords(recoveryCodesLeft) : 'Off. Signing in takes your password alone.'}</Text>
        {required && on && <Text c="dimmed">It is required of you, and stays on.</Text>}
      </Stack>
      {question && <PasswordDialog {...questions[question]} run={run[question]} onClose={() => setQuestion(null)} />}
      {setUp && !question && (
        <SetUpTwoFactor address={setUp.address} onOn={() => setCodes(setUp.recoveryCodes)} onClose={() => setSetUp(null)} />
      )}
      {codes && !setUp && !question && (
        <RecoveryCodes
          codes={codes}
          onClose={() => {
            setCodes(null);
            changed();
          }}
        />
      )}
    </Section>
  );
}

const questions = {
  setUp: {
    title: 'Set up two-factor sign-in',
    text: 'Signing in will take a code from an app on your phone too, such as Google Authenticator, 1Password or Aegis.',
    verb: 'Continue',
  },
  renew: { title: 'New recovery codes', text: 'The codes that you have now stop working.', verb: 'Make new codes' },
  turnOff: {
    title: 'Turn off two-factor sign-in',
    text: 'Signing in will take your password alone. Every other browser is signed out.',
    ...{ verb: 'Turn off', danger: true },
  },
};
type Question = keyof typeof questions;

function Actions({ on, required, onAsk }: { on: boolean; required: boolean; onAsk: (question: Question) => void }) {
  if (!on) return <Button onClick={() => onAsk('setUp')}>Set up</Button>;
  return (
    <>
      <Button variant="default" onClick={() => onAsk('renew')}>
        New recovery codes
      </Button>
      {!required && (
        <Button variant="default" onClick={() => onAsk('turnOff')}>
          Turn off
        </Button>
      )}
    </>
  );
}

function inWords(codesLeft: number): string {
  const left = codesLeft === 1 ? 'One recovery code is left.' : `${codesLeft || 'No'} recovery codes are left.`;
  return `On. Signing in takes a code from your authenticator app, or a recovery code. ${left}`;
}
