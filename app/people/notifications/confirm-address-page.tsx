import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../../../platform/call.ts';
import { SubmitButton } from '../../ui/buttons/submit-button.tsx';
import { useQuery } from '../../ui/hooks/use-query.ts';
import { Entrance, Refusal } from '../accounts/entrance/entrance.tsx';
import { LinkFailed } from '../accounts/entrance/link-failed.tsx';
import { useEntranceCall } from '../accounts/entrance/use-entrance-call.ts';
import { confirmAddressCall, readConfirmationCall } from './addresses/contract.ts';

/** The page of the link in a mail: `?token=…`. A press confirms, since programs follow the links in mails too. */
export default function ConfirmAddressPage() {
  const [params] = useSearchParams();
  const token = (params.get('token') ?? '').slice(0, 2_000);
  const [done, setDone] = useState<string | null>(null);
  const request = useQuery({
    queryKey: ['mail-address', token],
    queryFn: () => call(readConfirmationCall, { query: { token } }),
    retry: false,
    refetchOnWindowFocus: false,
  });
  const { refusal, busy, send } = useEntranceCall(async () => {
    const { message } = await call(confirmAddressCall, { body: { token } });
    setDone(message);
  });
  if (request.isError) return <LinkFailed what="This link" error={request.error} onRetry={request.refetch} />;
  return (
    <Entrance title={done ? 'Your address is confirmed' : 'Confirm your address'}>
      <Stack>
        <Refusal sentence={refusal} />
        {request.data && !done && (
          <>
            <Text>
              {request.data.account} wants to mail {request.data.address} when something needs attention.
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
