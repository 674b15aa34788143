import { PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { requestContext } from '../../platform/http/request-context.ts';
import { SubmitButton } from '../ui/submit-button.tsx';
import { DemoSignIns } from './demo-sign-ins.tsx';
import classes from './entrance.module.css';
import { Entrance, Refusal } from './entrance.tsx';
import { nextAddress } from './next-address.ts';
import { signInCall } from './sign-in-call.ts';

export function loader({ context, request }: LoaderFunctionArgs) {
  const next = nextAddress(new URL(request.url).searchParams.get('next'));
  if (context.get(requestContext).session) throw redirect(next);
  return { next, signIns: [] };
}

export default function SignInPage() {
  const { next, signIns } = useLoaderData<typeof loader>();
  const { refusal, busy, signIn } = useSignIn(next);
  return (
    <Entrance title="Sign in">
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          signIn(String(form.get('email')), String(form.get('password')));
        }}
      >
        <Refusal sentence={refusal} />
        <TextInput label="E-mail" name="email" type="email" autoComplete="username" required withAsterisk={false} data-autofocus />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          visibilityToggleButtonProps={toggle}
        />
        <SubmitButton busy={busy} fullWidth>
          Sign in
        </SubmitButton>
        <Link to="/forgot-password" className={classes.aside}>
          Forgot your password?
        </Link>
      </form>
      {signIns.length > 0 && <DemoSignIns signIns={signIns} busy={busy} onChoose={signIn} />}
    </Entrance>
  );
}

const toggle = { 'aria-label': 'Show password', tabIndex: 0 };

function useSignIn(next: string) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const signIn = async (email: string, password: string) => {
    if (busy) return;
    setBusy(true);
    setRefusal(null);
    const answer = await signInCall('sign-in/email', { email, password });
    if (answer.ok) return window.location.assign(next);
    setRefusal(answer.sentence);
    setBusy(false);
  };
  return { refusal, busy, signIn };
}
