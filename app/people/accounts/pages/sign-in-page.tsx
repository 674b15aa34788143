import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { href, Link, redirect } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { page } from '../../../../platform/http/page.ts';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { signIn } from '../contract.ts';
import { DemoSignIns } from '../entrance/demo-sign-ins.tsx';
import { Entrance } from '../entrance/entrance.tsx';
import { EntranceForm } from '../entrance/entrance-form.tsx';
import { nextAddress } from '../entrance/next-address.ts';
import { useEntranceCall } from '../entrance/use-entrance-call.ts';
import { demoSignIns } from '../people/demo-people.ts';
import { CodeStep } from '../two-factor/code-step.tsx';
import type { Route } from './+types/sign-in-page.ts';

export const loader = page('anyone', ({ session, search, demo }) => {
  const next = nextAddress(search.get('next'));
  if (session) throw redirect(next);
  return { next, people: demo ? demoSignIns() : [] };
});

export default function SignInPage({ loaderData: { next, people } }: Route.ComponentProps) {
  const [email, setEmail] = useState('');
  const [needsCode, setNeedsCode] = useState(false);
  // A full page load, so that nothing fetched while signed out remains.
  const enter = () => window.location.assign(next);
  const sending = useEntranceCall(async (email: string, password: string) => {
    const reply = await call(signIn, { body: { email, password } });
    if (reply.needsCode) setNeedsCode(true);
    else enter();
  });
  if (needsCode) return <CodeStep onSignedIn={enter} onBack={() => setNeedsCode(false)} />;
  return (
    <Entrance title="Sign in">
      <EntranceForm
        {...sending}
        verb="Sign in"
        send={({ email = '', password = '' }) => sending.send(email, password)}
        below={
          <Text component={Link} to={href('/forgot-password')} state={{ email }} size="sm">
            Forgot your password?
          </Text>
        }
      >
        <TextInput
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <PasswordField label="Password" name="password" autoComplete="current-password" required />
      </EntranceForm>
      {people.length > 0 && <DemoSignIns people={people} busy={sending.busy} onChoose={sending.send} />}
    </Entrance>
  );
}
