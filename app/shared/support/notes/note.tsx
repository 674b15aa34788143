import { Group } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { RowButton } from '../../../ui/buttons/row-button.tsx';
import { WithQuestion } from '../../../ui/dialog/with-question.tsx';
import { useSave } from '../../../ui/hooks/use-save.ts';
import { Ago } from '../../../ui/time/relative-time.tsx';
import { deleteNoteCall, type TicketNote } from './contract.ts';
import classes from './notes.module.css';

/** An internal note within the conversation: it looks unlike what the requester sees. */
export function Note({ ticketId, note }: { ticketId: number; note: TicketNote }) {
  const { owner, created_at, body, deletable } = note;
  return (
    <li className={classes.note}>
      <Group justify="space-between" gap="4px 16px" className={classes.head}>
        <span>
          <strong>{owner.name}</strong>{' '}
          <span className="faint">
            <Ago at={created_at} />
          </span>{' '}
          <span className={classes.mark}>
            <IconEyeOff size={14} stroke={1.8} aria-hidden /> Internal note
          </span>
        </span>
        {deletable && <DeleteNote ticketId={ticketId} note={note} />}
      </Group>
      <p className={classes.body}>{body}</p>
    </li>
  );
}

function DeleteNote({ ticketId, note: { id, owner } }: { ticketId: number; note: TicketNote }) {
  const save = useSave();
  return (
    <WithQuestion
      button={(ask) => (
        <RowButton aria-label={`Delete the note of ${owner.name}`} onClick={ask}>
          Delete
        </RowButton>
      )}
      title="Delete the note?"
      text="Nobody can read it after that."
      verb="Delete"
      danger
      run={() => save(deleteNoteCall, { params: { id: ticketId, noteId: id } }, () => document.getElementById('main')?.focus())}
    />
  );
}
