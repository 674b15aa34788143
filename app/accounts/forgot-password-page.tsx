import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { SubmitButton } from '../ui/submit-button.tsx';
import classes from './entrance.module.css';
import { Entrance, Refusal } from './entrance.tsx';
import { signInCall } from './sign-in-call.ts';

export default function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const ask = async (email: string) => {
    setBusy(true);
    setRefusal(null);
    const answer = await signInCall('request-password-reset', { email, redirectTo: '/reset-password' });
    if (answer.ok) setSentTo(email);
    else setRefusal(answer.sentence);
    setBusy(false);
  };
  if (sentTo) return <Sent to={sentTo} />;
  return (
    <Entrance title="Forgot your password?">
      <p className={classes.lead}>We send you a link to choose a new one.</p>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          ask(String(new FormData(event.currentTarget).get('email')));
        }}
      >
        <Refusal sentence={refusal} />
        <TextInput label="E-mail" name="email" type="email" autoComplete="username" required withAsterisk={false} />
        <SubmitButton busy={busy} fullWidth>
          Send the link
        </SubmitButton>
        <Link to="/sign-in" className={classes.aside}>
          Back to sign-in
        </Link>
      </form>
    </Entrance>
  );
}

/** Says the same whether or not the address is known: who has an account here is nobody's business. */
function Sent({ to }: { to: string }) {
  return (
    <Entrance title="Look in your mail">
      <p className={classes.lead} role="status">
        If <strong>{to}</strong> has an account here, a link is on its way. It works once, for an hour.
      </p>
      <Link to="/sign-in" className={classes.aside}>
        Back to sign-in
      </Link>
    </Entrance>
  );
}
