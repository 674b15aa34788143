import { Button, Group, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { Notice } from '../../../ui/blocks/notice.tsx';
import { Section } from '../../../ui/blocks/section.tsx';
import { useHydrated } from '../../../ui/hooks/use-hydrated.ts';
import { lazily } from '../../../ui/lazily.tsx';
import type { Ticket } from '../contract.ts';
import { ticketIsClosed } from '../ticket.ts';
import { draftText, readDraft } from './draft.ts';
import classes from './ticket.module.css';

const NewNote = lazily(() => import('../notes/new-note.tsx'));
const NewMessage = lazily(() => import('./new-message.tsx'));

/** The form for the next message; a closed ticket takes none, and keeps what somebody was writing. */
export function Reply({ ticket, userId }: { ticket: Ticket; userId: number }) {
  const draftKey = `support-draft:${userId}:${ticket.id}`;
  if (ticket.status === 'closed') return <Closed draftKey={draftKey} />;
  return <Composer ticket={ticket} draftKey={draftKey} noteKey={`support-note:${userId}:${ticket.id}`} />;
}

/** Stays at the foot of the window while the conversation is in view, and has a place of its own at its end. */
function Composer({ ticket, draftKey, noteKey }: { ticket: Ticket; draftKey: string; noteKey: string }) {
  const [isNote, setNote] = useState(false);
  const hydrated = useHydrated();
  return (
    <section className={classes.composer} aria-labelledby="new-message">
      <VisuallyHidden component="h2" id="new-message">
        New message
      </VisuallyHidden>
      {ticket.notes && (
        <Group gap={6} role="group" aria-label="Who sees it">
          {[false, true].map((each) => (
            <Button
              key={String(each)}
              size="xs"
              variant="default"
              disabled={!hydrated}
              aria-pressed={isNote === each}
              onClick={() => setNote(each)}
            >
              {each ? 'Internal note' : 'Reply'}
            </Button>
          ))}
        </Group>
      )}
      {isNote && ticket.notes ? (
        <NewNote ticketId={ticket.id} draftKey={noteKey} />
      ) : (
        <NewMessage ticket={ticket} draftKey={draftKey} waiting={<div className={classes.waiting} />} />
      )}
    </section>
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
