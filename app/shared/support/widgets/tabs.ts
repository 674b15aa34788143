import { href } from 'react-router';
import type { Tab } from '../../../ui/list/tabs.tsx';
import type { TicketQuery } from '../contract.ts';

type Chosen = Pick<TicketQuery, 'status' | 'mine'> | 'queue';

/** The tabs of the tickets; super admins have the queue of all accounts before them, and there its closed ones. */
export function ticketTabs(isSuper: boolean, chosen: Chosen, status: TicketQuery['status'] = 'open'): Tab[] {
  const [own, queue] = [href('/support-tickets'), href('/support-tickets/queue')];
  const { mine = undefined, ...query } = chosen === 'queue' ? { status: null } : chosen;
  const all = [
    { label: 'All accounts', to: queue, selected: chosen === 'queue' && status === 'open' },
    { label: 'All accounts, closed', to: `${queue}?status=closed`, selected: chosen === 'queue' && status !== 'open' },
  ];
  return [
    ...(isSuper ? all : []),
    { label: 'Open', to: own, selected: !mine && query.status === 'open' },
    { label: 'Mine', to: `${own}?mine=yes&status=all`, selected: mine === 'yes' },
    { label: 'Closed', to: `${own}?status=closed`, selected: !mine && query.status === 'closed' },
    { label: 'All', to: `${own}?status=all`, selected: !mine && query.status === 'all' },
  ];
}

/** The way back from a ticket: to the account's own, or to the queue of all. */
export const backToTickets = (isElsewhere: boolean) =>
  isElsewhere
    ? { to: href('/support-tickets/queue'), label: 'Tickets of all accounts' }
    : { to: href('/support-tickets'), label: 'Tickets' };
