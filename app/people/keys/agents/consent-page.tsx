import { Button, Text } from '@mantine/core';
import { useLocation } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { page } from '../../../../platform/http/page.ts';
import { Skeleton } from '../../../ui/blocks/skeleton.tsx';
import { useQuery } from '../../../ui/hooks/use-query.ts';
import { errorMessage } from '../../../ui/words/error-message.ts';
import { ConfirmIdentity } from '../../accounts/confirming/confirm-identity.tsx';
import { Entrance } from '../../accounts/entrance/entrance.tsx';
import { askConsentCall } from './contract.ts';
import classes from './widgets/consent.module.css';
import { ConsentForm } from './widgets/consent-form.tsx';

export const loader = page('connect', () => null);

/** Where the program of an agent sends a person, who decides what it may. */
export default function ConsentPage() {
  const { search } = useLocation();
  const consent = useQuery({
    queryKey: ['consent', search],
    queryFn: () => call(askConsentCall, { body: { query: search.slice(1, 8_000) } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  if (consent.isError)
    return (
      <Entrance title="This agent cannot be connected">
        <Text c="dimmed">{errorMessage(consent.error)}</Text>
      </Entrance>
    );
  const { question, redirect } = consent.data ?? {};
  if (question)
    return (
      <>
        <ConsentForm question={question} />
        <ConfirmIdentity />
      </>
    );
  return (
    <Entrance title={redirect ? 'This agent cannot be connected' : 'Connect an agent'}>
      {redirect ? <AskedWrongly redirect={redirect} /> : <Skeleton rows={4} label="Asking who the agent is" />}
    </Entrance>
  );
}

/** Nobody is sent on without pressing: who wrote a link to here may want to lead people astray. */
function AskedWrongly({ redirect }: { redirect: string }) {
  const { host, searchParams } = new URL(redirect);
  return (
    <>
      <Text c="dimmed">Its program asked for this in a way that is not understood here: {searchParams.get('error_description')}</Text>
      <Button component="a" href={redirect} variant="default" classNames={{ root: classes.back ?? '', label: classes.label ?? '' }}>
        Back to {host}
      </Button>
    </>
  );
}
