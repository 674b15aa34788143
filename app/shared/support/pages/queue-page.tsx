import { page } from '../../../../platform/http/page.ts';
import { readAddress } from '../../../../platform/list/query.ts';
import { EmptyState } from '../../../ui/blocks/empty-state.tsx';
import { ListPage } from '../../../ui/list/list-page.tsx';
import { useLiveReload } from '../../../ui/live/use-live.ts';
import { listQueueCall } from '../contract.ts';
import { listQueue } from '../queries.ts';
import { ticketTabs } from '../widgets/tabs.ts';
import { ticketsList } from '../widgets/tickets-list.tsx';
import type { Route } from './+types/queue-page.ts';

export const loader = page('portal', async ({ session, tenant, search }) => {
  const query = readAddress(listQueueCall, search, session);
  return { query, tickets: await listQueue(tenant, query) };
});

/** The tickets of all accounts: what waits longest for a reply comes first. */
export default function QueuePage({ loaderData: { query, tickets } }: Route.ComponentProps) {
  useLiveReload(['support_queue']);
  return (
    <ListPage
      title="Tickets of all accounts"
      list={ticketsList({ queue: true })}
      page={tickets}
      query={query}
      tabs={ticketTabs(true, 'queue', query.status)}
      empty={<EmptyState title="Nobody waits">No account has a ticket here.</EmptyState>}
    />
  );
}
