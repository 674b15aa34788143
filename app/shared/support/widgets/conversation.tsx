import { Group } from '@mantine/core';
import { useState } from 'react';
import { RowActions, RowButton } from '../../../ui/buttons/row-button.tsx';
import { lazily } from '../../../ui/lazily.tsx';
import { Ago } from '../../../ui/time/relative-time.tsx';
import type { Ticket, TicketMessage } from '../contract.ts';
import { NotMailed } from '../mail/not-mailed.tsx';
import { Note } from '../notes/note.tsx';
import { DeleteMessage } from './delete-message.tsx';
import { FileList } from './file-list.tsx';
import classes from './ticket.module.css';

const EditMessage = lazily(() => import('./edit-message.tsx'));

/** The messages, the newest last, and among them the notes of who may see them. */
export function Conversation({ ticket: { id, messages, notes = [] }, isPast }: { ticket: Ticket; isPast: boolean }) {
  // What somebody edits stays with what they typed, although the page shows it no longer: newer ones took its place, or it was deleted.
  const [inEditors, setInEditors] = useState<readonly TicketMessage[]>([]);
  const gone = inEditors.filter((edited) => !messages.some((message) => message.id === edited.id));
  const edit = (message: TicketMessage, isEdited: boolean) =>
    setInEditors((others) => [...others.filter((other) => other.id !== message.id), ...(isEdited ? [message] : [])]);
  const all = [
    ...[...gone, ...messages].map((message) => ({ message, at: message.created_at })),
    ...notes.map((note) => ({ note, at: note.created_at })),
  ];
  if (all.length === 0) return <p className="soft">{isPast ? 'There are no older messages.' : 'No messages yet.'}</p>;
  return (
    <ol className={classes.messages}>
      {all
        .toSorted((a, b) => +new Date(a.at) - +new Date(b.at))
        .map((each) =>
          'note' in each ? (
            <Note key={`note-${each.note.id}`} ticketId={id} note={each.note} />
          ) : (
            <Message
              key={each.message.id}
              ticketId={id}
              message={each.message}
              isEdited={inEditors.some((edited) => edited.id === each.message.id)}
              onEdit={(isEdited) => edit(each.message, isEdited)}
            />
          ),
        )}
    </ol>
  );
}

type MessageProps = { ticketId: number; message: TicketMessage; isEdited: boolean; onEdit: (isEdited: boolean) => void };

/** Only who wrote it may edit or delete it, and only while the ticket is open. What is being edited then stays in its editor. */
function Message({ ticketId, message, isEdited, onEdit }: MessageProps) {
  const { owner, created_at, edited_at, not_mailed, mailable, changeable, body, files } = message;
  const name = `the message of ${owner.name}`;
  return (
    <li className={classes.message}>
      <Group justify="space-between" gap="4px 16px" className={classes.head}>
        <span>
          <strong>{owner.name}</strong>{' '}
          <span className="faint">
            <Ago at={created_at} />
            {edited_at && ' · edited'}
          </span>
        </span>
        {changeable && !isEdited && (
          <RowActions>
            <RowButton aria-label={`Edit ${name}`} onClick={() => onEdit(true)}>
              Edit
            </RowButton>
            <DeleteMessage ticketId={ticketId} messageId={message.id} name={name} />
          </RowActions>
        )}
      </Group>
      {isEdited ? (
        <EditMessage ticketId={ticketId} message={message} onClose={() => onEdit(false)} />
      ) : (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server cleaned it by an allow-list when it was stored.
        <div data-message className={classes.body} dangerouslySetInnerHTML={{ __html: body }} />
      )}
      {not_mailed && <NotMailed ticketId={ticketId} messageId={message.id} name={name} because={not_mailed} mailable={mailable} />}
      <FileList ticketId={ticketId} files={files} />
    </li>
  );
}
