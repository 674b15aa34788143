import { href } from 'react-router';
import { Section } from '../../../ui/blocks/section.tsx';
import { PageLink } from '../../../ui/buttons/page-link.tsx';
import { useLiveReload } from '../../../ui/live/use-live.ts';
import { Ago } from '../../../ui/time/relative-time.tsx';
import { type ItemType, itemNouns, subjectOf } from '../ticket.ts';
import type { TicketAbout } from './about.ts';
import classes from './tickets-about.module.css';

type Props = {
  type: ItemType;
  id: number;
  tickets: readonly TicketAbout[];
};

/** Beside a record: its tickets, and the way to raise one about it. */
export function TicketsAbout({ type, id, tickets }: Props) {
  useLiveReload(['support_tickets']);
  return (
    <Section
      title="Tickets"
      {...(tickets.length > 0 && { count: tickets.length })}
      actions={<PageLink to={`${href('/support')}?item_type=${type}&item_id=${id}`}>Ask support</PageLink>}
    >
      {tickets.length === 0 ? (
        <p className="soft">Nobody has asked support about this {itemNouns[type].toLowerCase()}.</p>
      ) : (
        <ul className={classes.tickets}>
          {tickets.map((ticket) => (
            <li key={ticket.id}>
              <PageLink to={href('/support-tickets/:id', { id: String(ticket.id) })}>{subjectOf(ticket)}</PageLink>{' '}
              <span className="faint">
                {ticket.status} · <Ago at={ticket.last_message_at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
