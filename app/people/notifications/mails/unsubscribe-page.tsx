import { Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { href, Link, useSearchParams } from 'react-router';
import { call } from '../../../../platform/call.ts';
import type { Reply } from '../../../../platform/endpoint.ts';
import { FormButtons } from '../../../ui/buttons/form-buttons.tsx';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { useQuery } from '../../../ui/hooks/use-query.ts';
import { errorMessage } from '../../../ui/words/error-message.ts';
import { Entrance, Refusal } from '../../accounts/entrance/entrance.tsx';
import { useEntranceCall } from '../../accounts/entrance/use-entrance-call.ts';
import { readUnsubscribeCall, unsubscribeCall } from '../contract.ts';
import type { NotificationKind } from '../kinds.ts';

/** The page of the link in a mail: `?token=…`. Nobody has to sign in to be left alone. */
export default function UnsubscribePage() {
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const choices = useQuery({
    queryKey: ['unsubscribe', token],
    queryFn: () => call(readUnsubscribeCall, { query: { token } }),
    retry: false,
    refetchOnWindowFocus: false,
  });
  return (
    <Entrance title="What you are mailed about">
      {choices.isError && (
        <>
          <Text c="dimmed">{errorMessage(choices.error)}</Text>
          <Link to={href('/settings/notifications')}>Sign in, and choose it there</Link>
        </>
      )}
      {choices.data && <Choices token={token} {...choices.data} />}
    </Entrance>
  );
}

function Choices({ token, account, to, kinds }: Reply<typeof readUnsubscribeCall> & { token: string }) {
  const [mails, setMails] = useState(kinds.filter(({ mail }) => mail).map(({ kind }) => kind as NotificationKind));
  const [done, setDone] = useState<string | null>(null);
  const { refusal, busy, send } = useEntranceCall(async (chosen: NotificationKind[]) => {
    setDone(null);
    const { message } = await call(unsubscribeCall, { body: { token, kinds: chosen } });
    setMails(chosen);
    setDone(message);
  });
  return (
    <Stack>
      <Text c="dimmed">
        Mails of {account} to {to}
      </Text>
      <Refusal sentence={refusal} />
      {kinds.map(({ kind, label }) => (
        <Checkbox
          key={kind}
          label={label}
          checked={mails.includes(kind as NotificationKind)}
          onChange={(event) => {
            const isOn = event.currentTarget.checked;
            setMails(isOn ? [...mails, kind as NotificationKind] : mails.filter((each) => each !== kind));
          }}
        />
      ))}
      <FormButtons>
        <SubmitButton busy={busy} variant="default" run={() => send([])}>
          Unsubscribe from all
        </SubmitButton>
        <SubmitButton busy={busy} run={() => send(mails)}>
          Save
        </SubmitButton>
      </FormButtons>
      <p role="status">{done}</p>
    </Stack>
  );
}
