import { Text } from '@mantine/core';
import { call } from '../../../../platform/call.ts';
import { Section } from '../../../ui/blocks/section.tsx';
import { Skeleton } from '../../../ui/blocks/skeleton.tsx';
import { useQuery } from '../../../ui/hooks/use-query.ts';
import { CopyText } from '../../../ui/text/copy-text.tsx';
import { Ago } from '../../../ui/time/relative-time.tsx';
import { errorMessage } from '../../../ui/words/error-message.ts';
import { type Connection, webhookAddressCall } from '../contract.ts';
import type { Webhook } from '../webhooks/webhook-address.ts';

/** While the other side is being given the address, which takes seconds. */
const askAgainMs = 3_000;
const isSubscribing = (told: SubscriptionProps['told'] | null | undefined) => told?.at === null && told.failure === null;

type Props = {
  connection: Pick<Connection, 'slug' | 'connector_label'>;
  /** As it came with the page. */
  first: Webhook | null;
  /** Whether the connection may be gone at any moment: then nothing more is asked about it. */
  isEnding: boolean;
};

/** The webhook address to enter at the other side. */
export function WebhookAddress({ connection: { slug, connector_label }, first, isEnding }: Props) {
  const { data, error } = useQuery({
    queryKey: ['webhook-address', slug],
    queryFn: ({ signal }) => call(webhookAddressCall, { params: { name: slug } }, signal),
    initialData: first ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => !isEnding && isSubscribing(state.data?.told) && askAgainMs,
  });
  return (
    <Section title="Webhook">
      {data?.told ? (
        <Subscription told={data.told} label={connector_label} />
      ) : (
        <Why>Give this address to {connector_label}, and its news are here within seconds. Without it they are found at the next read.</Why>
      )}
      {!data && !error && <Skeleton rows={1} />}
      {error && <Why>{errorMessage(error)}</Why>}
      {data && (
        <>
          <CopyText text={data.address} label="Copy address">
            <span style={{ fontSize: 'var(--size-small)', wordBreak: 'break-all' }}>{data.address}</span>
          </CopyText>
          <Why>
            {data.proof === 'address'
              ? 'The secret is part of the address: treat it as a password.'
              : 'Deliveries are signed with the webhook secret.'}
          </Why>
          {data.secret && <CopyText text={data.secret} label="Copy webhook secret" />}
        </>
      )}
    </Section>
  );
}

type SubscriptionProps = { told: { at: Date | string | null; failure: string | null }; label: string };

/** What we gave to the other side ourselves, so that nobody has to. */
function Subscription({ told: { at, failure }, label }: SubscriptionProps) {
  if (failure)
    return (
      <Why>
        {failure} Enter it there by hand, or wait: it is given again in a quarter of an hour. Until then news are found at the next read.
      </Why>
    );
  if (!at) return <Why>{label} is being given this address. Until then its news are found at the next read.</Why>;
  return (
    <Why>
      {label} was given this address <Ago at={at} />, and sends its news here within seconds.
    </Why>
  );
}

const Why = ({ children }: { children: React.ReactNode }) => (
  <Text size="sm" c="dimmed" my={4}>
    {children}
  </Text>
);
