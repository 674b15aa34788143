import { Text } from '@mantine/core';
import { useState } from 'react';
import { href, redirect } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { page } from '../../../../platform/http/page.ts';
import { RowButton } from '../../../ui/buttons/row-button.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import type { Typed } from '../../../ui/plain-form.tsx';
import { usePress } from '../../../ui/use-press.ts';
import { signOut } from '../contract.ts';
import { Entrance } from '../entrance/entrance.tsx';
import { EntranceForm } from '../entrance/entrance-form.tsx';
import { nextAddress } from '../entrance/next-address.ts';
import { useEntranceCall } from '../entrance/use-entrance-call.ts';
import type { Route } from './+types/set-up-page.ts';
import { CodesToKeep } from './codes-to-keep.tsx';
import { setUpTwoFactor } from './contract.ts';
import { FirstCode, useFirstCode } from './first-code.tsx';

export const loader = page('anyone', ({ session, search }) => {
  const next = nextAddress(search.get('next'));
  if (!session) throw redirect(href('/sign-in'));
  if (!session.needsTwoFactor) throw redirect(next);
  return { next, why: session.role === 'super' ? 'Super admins sign in' : `Everyone at ${session.accountName} signs in` };
});

type SetUp = { address: string; recoveryCodes: string[] };

/** Where whoever must have two-factor sign-in sets it up, before anything else. */
export default function SetUpTwoFactorPage({ loaderData: { next, why } }: Route.ComponentProps) {
  const [setUp, setSetUp] = useState<SetUp | null>(null);
  const [isOn, setOn] = useState(false);
  if (setUp && isOn)
    return (
      <Entrance title="Your recovery codes">
        <CodesToKeep codes={setUp.recoveryCodes} onKept={() => window.location.assign(next)} />
      </Entrance>
    );
  return (
    <Entrance title="Set up two-factor sign-in">
      {setUp ? <Scan address={setUp.address} onOn={() => setOn(true)} /> : <Password why={why} onSetUp={setSetUp} />}
      <SignOut />
    </Entrance>
  );
}

function Password({ why, onSetUp }: { why: string; onSetUp: (setUp: SetUp) => void }) {
  const sending = useEntranceCall(async ({ password = '' }: Typed) => onSetUp(await call(setUpTwoFactor, { body: { password } })));
  return (
    <>
      <Text c="dimmed" mb={16}>
        {why} with a code from an app on their phone too, such as Google Authenticator, 1Password or Aegis. Get one, then go on here.
      </Text>
      <EntranceForm {...sending} verb="Continue">
        <PasswordField label="Your password" name="password" autoComplete="current-password" required />
      </EntranceForm>
    </>
  );
}

function Scan({ address, onOn }: { address: string; onOn: () => void }) {
  const { faults, busy, send } = useFirstCode();
  return (
    <EntranceForm busy={busy} refusal={null} send={(typed) => send(typed, onOn)} verb="Turn on">
      <FirstCode address={address} fault={faults.code} />
    </EntranceForm>
  );
}

function SignOut() {
  const { press } = usePress(async () => {
    await call(signOut, {});
    window.location.assign(href('/sign-in'));
  });
  return (
    <Text size="sm" mt={16}>
      <RowButton onClick={press}>Sign out</RowButton>
    </Text>
  );
}
