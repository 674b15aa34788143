import { Button } from '@mantine/core';
import { href, Link, useRevalidator } from 'react-router';
import { page } from '../../../../platform/http/page.ts';
import { readAddress } from '../../../../platform/list/query.ts';
import { allDepartments } from '../../../people/team/queries.ts';
import { EmptyState } from '../../../ui/blocks/empty-state.tsx';
import { ListPage } from '../../../ui/list/list-page.tsx';
import { useLiveReload } from '../../../ui/live/use-live.ts';
import { namesOfFilter } from '../../tags/filter.ts';
import { tagging } from '../../tags/many/action.ts';
import { listTicketsCall } from '../contract.ts';
import { listTickets } from '../queries.ts';
import { ticketTabs } from '../widgets/tabs.ts';
import { ticketsList } from '../widgets/tickets-list.tsx';
import type { Route } from './+types/list-page.ts';

export const loader = page('work', async ({ session, tenant, search }) => {
  const query = readAddress(listTicketsCall, search, session);
  const [tickets, departments, tagNames] = await Promise.all([
    listTickets(tenant, query),
    allDepartments(tenant),
    namesOfFilter(tenant, query.tag),
  ]);
  return { query, tickets, departments, tagNames, isSuper: session.role === 'super' };
});

/** What the people of the account asked support. */
export default function TicketsPage({ loaderData: { query, tickets, departments, tagNames, isSuper } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  useLiveReload(['support_tickets', 'tags']);
  return (
    <ListPage
      title="Tickets"
      list={ticketsList({ departments, tagNames, bulk: { actions: tagging('ticket', revalidate) } })}
      page={tickets}
      query={query}
      tabs={ticketTabs(isSuper, query)}
      actions={
        <Button component={Link} to={href('/support')}>
          New ticket
        </Button>
      }
      empty={
        <EmptyState title="No tickets here" action={<Link to={href('/support')}>Ask support</Link>}>
          A ticket can be raised here, or on the page of the order, product or connection that it is about.
        </EmptyState>
      }
    />
  );
}
