import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../platform/call.ts';
import { CopyText } from '../../ui/copy-text.tsx';
import { errorMessage } from '../../ui/error-message.ts';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Connection, webhookAddressCall } from '../contract.ts';

/** The webhook address to enter at the other side. Loaded on demand: its secret is not part of the page. */
export function WebhookAddress({ connection: { slug, connector_label } }: { connection: Pick<Connection, 'slug' | 'connector_label'> }) {
  const { data, error } = useQuery({
    queryKey: ['webhook-address', slug],
    queryFn: ({ signal }) => call(webhookAddressCall, { params: { name: slug } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Section title="Webhook">
      <Why>Give this address to {connector_label}, and its news are here within seconds. Without it they are found at the next read.</Why>
      {!data && !error && <Skeleton rows={1} />}
      {error && <Why>{errorMessage(error)}</Why>}
      {data && (
        <>
          <CopyText text={data.address} label="Copy address" />
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

const Why = ({ children }: { children: React.ReactNode }) => (
  <Text size="sm" c="dimmed" my={4}>
    {children}
  </Text>
);
