import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../../../platform/call.ts';
import { SubmitButton } from '../../ui/buttons/submit-button.tsx';
import { errorMessage } from '../../ui/words/error-message.ts';
import { Entrance, Refusal } from '../accounts/entrance/entrance.tsx';
import { useEntranceCall } from '../accounts/entrance/use-entrance-call.ts';
import { confirmAddressCall, readConfirmationCall } from './addresses/contract.ts';

/** The page of the link in a mail: `?token=…`. A press confirms, since programs follow the links in mails too. */
export default function ConfirmAddressPage() {
  const [params] = useSearchParams();
  const token = (params.get('token') ?? '').slice(0, 2_000);
  const [done, setDone] = useState<string | null>(null);
  const asked = useQuery({
    queryKey: ['mail-address', token],
    queryFn: () => call(readConfirmationCall, { query: { token } }),
    retry: false,
    refetchOnWindowFocus: false,
  });
  const { refusal, busy, send } = useEntranceCall(async () => {
    const { message } = await call(confirmAddressCall, { body: { token } });
    setDone(message);
  });
  if (asked.isError)
    return (
      <Entrance title="This link no longer works">
        <Text c="dimmed">{errorMessage(asked.error)}</Text>
      </Entrance>
    );
  return (
    <Entrance title={done ? 'Your address is confirmed' : 'Confirm your address'}>
      <Stack>
        <Refusal sentence={refusal} />
        {asked.data && !done && (
          <>
            <Text>
              {asked.data.account} wants to mail {asked.data.address} when something needs attention.
            </Text>
            <SubmitButton busy={busy} run={() => send()} fullWidth>
              Confirm
            </SubmitButton>
          </>
        )}
        <p role="status">{done}</p>
      </Stack>
    </Entrance>
  );
}
