import { Notice } from '../../../ui/blocks/notice.tsx';
import { Section } from '../../../ui/blocks/section.tsx';
import { useHydrated } from '../../../ui/hooks/use-hydrated.ts';
import { lazily } from '../../../ui/lazily.tsx';
import type { Ticket } from '../contract.ts';
import { ticketIsClosed } from '../ticket.ts';
import { draftText, readDraft } from './draft.ts';
import classes from './ticket.module.css';

const NewMessage = lazily(() => import('./new-message.tsx'));

/** The form for the next message; a closed ticket takes none, and keeps what somebody was writing. */
export function Reply({ ticket, userId }: { ticket: Ticket; userId: number }) {
  const draftKey = `support-draft:${userId}:${ticket.id}`;
  if (ticket.status === 'closed') return <Closed draftKey={draftKey} />;
  return (
    <Section title="New message">
      <NewMessage ticket={ticket} draftKey={draftKey} waiting={<div className={classes.waiting} />} />
    </Section>
  );
}

function Closed({ draftKey }: { draftKey: string }) {
  const draft = useHydrated() ? draftText(readDraft(draftKey)) : '';
  return (
    <div>
      <Notice>{ticketIsClosed}</Notice>
      {draft !== '' && (
        <Section title="What you were writing">
          <p className={classes.kept}>{draft}</p>
          <p className="soft">It is kept in this browser, and back in the form when the ticket is re-opened.</p>
        </Section>
      )}
    </div>
  );
}
