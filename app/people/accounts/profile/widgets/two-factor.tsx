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
type Question = 'set up' | 'renew' | 'turn off' | null;

/** Turns two-factor sign-in on and off, and shows recovery codes once. */
export function TwoFactor({ twoFactor: { on, recoveryCodesLeft, required } }: Pick<Profile, 'twoFactor'>) {
  const [asking, setAsking] = useState<Question>(null);
  const [setUp, setSetUp] = useState<SetUp | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const changed = useProfileChanged();
  const ask = { onClose: () => setAsking(null) };
  return (
    <Section title="Two-factor sign-in" actions={<Actions on={on} required={required} onAsk={setAsking} />}>
      <Stack gap={8} maw={640}>
        <Text c="dimmed">{on ? inWords(recoveryCodesLeft) : 'Off. Signing in takes your password alone.'}</Text>
        {required && on && <Text c="dimmed">It is required of you, and stays on.</Text>}
      </Stack>
      {asking === 'set up' && (
        <PasswordDialog
          title="Set up two-factor sign-in"
          text="Signing in will take a code from an app on your phone too, such as Google Authenticator, 1Password or Aegis."
          verb="Continue"
          run={async (password) => setSetUp(await call(setUpTwoFactor, { body: { password } }))}
          {...ask}
        />
      )}
      {asking === 'renew' && (
        <PasswordDialog
          title="New recovery codes"
          text="The codes that you have now stop working."
          verb="Make new codes"
          run={async (password) => setCodes((await call(renewRecoveryCodes, { body: { password } })).recoveryCodes)}
          {...ask}
        />
      )}
      {asking === 'turn off' && (
        <PasswordDialog
          title="Turn off two-factor sign-in"
          text="Signing in will take your password alone. Every other browser is signed out."
          verb="Turn off"
          danger
          run={async (password) => {
            showAlert('success', (await call(turnOffTwoFactor, { body: { password } })).message);
            await changed();
          }}
          {...ask}
        />
      )}
      {setUp && !asking && (
        <SetUpTwoFactor address={setUp.address} onOn={() => setCodes(setUp.recoveryCodes)} onClose={() => setSetUp(null)} />
      )}
      {codes && !setUp && !asking && (
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

function Actions({ on, required, onAsk }: { on: boolean; required: boolean; onAsk: (question: Question) => void }) {
  if (!on) return <Button onClick={() => onAsk('set up')}>Set up</Button>;
  return (
    <>
      <Button variant="default" onClick={() => onAsk('renew')}>
        New recovery codes
      </Button>
      {!required && (
        <Button variant="default" onClick={() => onAsk('turn off')}>
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
