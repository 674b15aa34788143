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

type Props = { ticket: Ticket; userId: number; isPast: boolean };

/** The form for the next message; a closed ticket takes none but notes, and keeps what somebody was writing. */
export function Reply({ ticket, userId, isPast }: Props) {
  const [isNote, setNote] = useState(false);
  const isClosed = ticket.status === 'closed';
  const takesSome = !isClosed || ticket.notes !== undefined;
  const draftKey = `support-draft:${userId}:${ticket.id}`;
  return (
    <section
      data-above-alerts
      className={isClosed ? classes.closed : classes.composer}
      aria-labelledby={takesSome ? 'new-message' : undefined}
    >
      {takesSome && (
        <VisuallyHidden component="h2" id="new-message">
          New message
        </VisuallyHidden>
      )}
      {isClosed ? <Closed draftKey={draftKey} /> : ticket.notes && <WhoSees isNote={isNote} onChoose={setNote} />}
      {!isClosed && (
        // Hidden, not taken away: files may be on their way, and a message that may have arrived keeps its key.
        <div hidden={isNote}>
          <NewMessage ticket={ticket} draftKey={draftKey} isPast={isPast} waiting={<div className={classes.waiting} />} />
        </div>
      )}
      {ticket.notes && (isNote || isClosed) && <NewNote ticketId={ticket.id} draftKey={`support-note:${userId}:${ticket.id}`} />}
    </section>
  );
}

function WhoSees({ isNote, onChoose }: { isNote: boolean; onChoose: (isNote: boolean) => void }) {
  return (
    <Group gap={6} role="group" aria-label="Who sees it">
      {[false, true].map((each) => (
        <Button key={String(each)} size="xs" variant="default" aria-pressed={isNote === each} onClick={() => onChoose(each)}>
          {each ? 'Internal note' : 'Reply'}
        </Button>
      ))}
    </Group>
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
