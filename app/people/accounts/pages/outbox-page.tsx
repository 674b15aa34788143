import { Text } from '@mantine/core';
import { href, Link } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { found, page } from '../../../../platform/http/page.ts';
import { EmptyState, ErrorState } from '../../../ui/blocks/empty-state.tsx';
import { Skeleton } from '../../../ui/blocks/skeleton.tsx';
import { useQuery } from '../../../ui/hooks/use-query.ts';
import { AccountClock } from '../../../ui/time/clock.tsx';
import { listOutbox } from '../contract.ts';
import { OutboxMail } from '../demo-mail/outbox-mail.tsx';
import { Entrance } from '../entrance/entrance.tsx';
import type { Route } from './+types/outbox-page.ts';

/** The demo does not send mail but shows it here. Outside the demo this page does not exist. */
export const loader = page('anyone', ({ session, demo }) => {
  const now = found(demo ? Date.now() : null);
  return { now, timezone: session?.timezone ?? 'UTC', dateStyle: session?.dateStyle ?? ('month_first' as const) };
});

export default function OutboxPage({ loaderData }: Route.ComponentProps) {
  return (
    <Entrance title="Outbox" wide>
      <Text c="dimmed">The demo sends no mail. This is what it would have sent.</Text>
      <AccountClock {...loaderData}>
        <Mails />
      </AccountClock>
      <Text component={Link} to={href('/sign-in')} size="sm">
        Back to Crossdock
      </Text>
    </Entrance>
  );
}

function Mails() {
  const { data: outbox, error, refetch } = useQuery({ queryKey: ['outbox'], queryFn: () => call(listOutbox, {}) });
  if (error) return <ErrorState title="The mails could not be loaded" error={error} onRetry={refetch} />;
  if (!outbox) return <Skeleton rows={4} label="Loading mails" />;
  if (outbox.mails.length === 0)
    return <EmptyState title="No mail yet">Ask for a new password on the sign-in page, and its mail appears here.</EmptyState>;
  return (
    <ol>
      {outbox.mails.map((mail) => (
        <OutboxMail key={mail.id} mail={mail} />
      ))}
    </ol>
  );
}
