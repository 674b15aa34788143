import { page } from '../../../../platform/http/page.ts';
import { allDepartments } from '../../../people/team/queries.ts';
import { PageHeader } from '../../../ui/blocks/page-header.tsx';
import { Columns, Section } from '../../../ui/blocks/section.tsx';
import { PageLink } from '../../../ui/buttons/page-link.tsx';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { useSave } from '../../../ui/hooks/use-save.ts';
import { useLiveReload } from '../../../ui/live/use-live.ts';
import { RecordTags } from '../../tags/record-tags.tsx';
import { tagsOfRecord } from '../../tags/tags.ts';
import { closeTicketCall, reopenTicketCall, type Ticket } from '../contract.ts';
import { getTicket } from '../queries.ts';
import { subjectOf, toggleLabels } from '../ticket.ts';
import { accountOfTicket } from '../ticket-account.ts';
import { Conversation } from '../widgets/conversation.tsx';
import { Reply } from '../widgets/reply.tsx';
import { backToTickets } from '../widgets/tabs.ts';
import classes from '../widgets/ticket.module.css';
import { TicketFacts } from '../widgets/ticket-facts.tsx';
import { TicketStatusBadge } from '../widgets/ticket-status.tsx';
import { useMarkRead } from '../widgets/use-mark-read.ts';
import type { Route } from './+types/ticket-page.ts';

export const loader = page('work', async ({ tenant, session, readingAccount, id, search }) => {
  const accountId = await accountOfTicket(tenant, session.role, id);
  const isElsewhere = accountId !== session.accountId;
  const given = Number(search.get('before'));
  const before = Number.isSafeInteger(given) && given > 0 ? given : undefined;
  const [ticket, departments] = await readingAccount(accountId, (theirs) =>
    Promise.all([getTicket(theirs, id, session, before), allDepartments(theirs)]),
  );
  // Whoever helps from another account neither sees the tags of this one nor puts any on.
  const tags = isElsewhere ? null : await tagsOfRecord(tenant, { type: 'ticket', id });
  return { ticket, departments, tags, isElsewhere, isPast: before !== undefined, userId: session.userId };
});

export default function TicketPage({ loaderData }: Route.ComponentProps) {
  return <TicketOnPage key={loaderData.ticket.id} {...loaderData} />;
}

/** A conversation in one column, and what it is about beside it. */
function TicketOnPage({ ticket, departments, tags, isElsewhere, isPast, userId }: Route.ComponentProps['loaderData']) {
  // The first topic is of the own account, the second of all accounts, for super admins.
  useLiveReload(['support_tickets', 'support_queue', 'departments'], 500);
  useMarkRead(ticket);
  return (
    <>
      <PageHeader
        title={subjectOf(ticket)}
        back={backToTickets(isElsewhere)}
        beside={<TicketStatusBadge status={ticket.status} pill />}
        actions={<ToggleTicket ticket={ticket} />}
      />
      {tags && <RecordTags record={{ type: 'ticket', id: ticket.id }} tags={tags} />}
      <Columns side={<TicketFacts ticket={ticket} departments={departments} />}>
        <div className={classes.thread}>
          <Section title="Description">
            <p className={classes.description}>{ticket.description}</p>
          </Section>
          <Section title="Messages" count={ticket.messages.length}>
            {ticket.has_older && (
              <p className="soft">
                There are older messages than these. <PageLink to={`?before=${ticket.messages[0]?.id}`}>Older messages</PageLink>
              </p>
            )}
            <Conversation ticket={ticket} isPast={isPast} />
            {isPast && (
              <p className="soft">
                There are newer messages than these. <PageLink to="?">Newest messages</PageLink>
              </p>
            )}
          </Section>
          <Reply ticket={ticket} userId={userId} isPast={isPast} />
        </div>
      </Columns>
    </>
  );
}

/** Closes the ticket, or re-opens it. */
function ToggleTicket({ ticket: { id, status } }: { ticket: Ticket }) {
  const save = useSave();
  return (
    <SubmitButton variant="default" run={() => save(status === 'closed' ? reopenTicketCall : closeTicketCall, { params: { id } })}>
      {toggleLabels[status]}
    </SubmitButton>
  );
}
