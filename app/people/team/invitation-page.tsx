import { Text, TextInput } from '@mantine/core';
import { href, Link, useSearchParams } from 'react-router';
import { call } from '../../../platform/call.ts';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { useQuery } from '../../ui/hooks/use-query.ts';
import { signIn } from '../accounts/contract.ts';
import { Entrance } from '../accounts/entrance/entrance.tsx';
import { EntranceForm } from '../accounts/entrance/entrance-form.tsx';
import { LinkFailed } from '../accounts/entrance/link-failed.tsx';
import { useEntranceCall } from '../accounts/entrance/use-entrance-call.ts';
import { shortest } from '../accounts/passwords/password-length.ts';
import { acceptInvitationCall, readInvitationCall } from './contract.ts';

/** The page of the mailed link: `?token=…`. */
export default function InvitationPage() {
  const [params] = useSearchParams();
  // No longer than the call takes it: a longer one is none of ours.
  const token = (params.get('token') ?? '').slice(0, 200);
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => call(readInvitationCall, { query: { token } }),
    retry: false,
    refetchOnWindowFocus: false,
  });
  if (invitation.isError)
    return (
      <LinkFailed what="This invitation" error={invitation.error} onRetry={invitation.refetch}>
        <Link to={href('/sign-in')}>Sign in</Link>
      </LinkFailed>
    );
  return <Join token={token} invited={invitation.data} />;
}

function Join({ token, invited }: { token: string; invited: { email: string; accountName: string } | undefined }) {
  const sending = useEntranceCall(async (name: string, password: string) => {
    const { email } = await call(acceptInvitationCall, { body: { token, name, password } });
    await call(signIn, { body: { email, password } });
    location.assign(href('/'));
  });
  // It may have been accepted although the reply was lost, or the sign-in after it.
  const mayHaveJoined = sending.refusal !== null && Object.keys(sending.faults).length === 0;
  return (
    <Entrance title={invited ? `Join ${invited.accountName}` : 'Your invitation'}>
      <EntranceForm
        {...sending}
        verb="Join"
        disabled={!invited}
        send={({ name = '', password = '' }) => sending.send(name, password)}
        below={
          mayHaveJoined && (
            <Text component={Link} to={href('/sign-in')} size="sm">
              Joined already? Sign in
            </Text>
          )
        }
      >
        <TextInput label="E-mail" name="email" autoComplete="username" readOnly value={invited?.email ?? ''} />
        <TextInput label="Your name" name="name" autoComplete="name" maxLength={120} required withAsterisk={false} />
        <PasswordField
          label="Password"
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
