import { Group } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { useRevalidator } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { showAlert } from '../../../ui/alerts/alerts.ts';
import { RowButton } from '../../../ui/buttons/row-button.tsx';
import { WithQuestion } from '../../../ui/dialog/with-question.tsx';
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
  const { revalidate } = useRevalidator();
  const remove = async () => {
    const { message } = await call(deleteNoteCall, { params: { id: ticketId, noteId: id } });
    showAlert('success', message);
    document.getElementById('main')?.focus();
    await revalidate();
  };
  return (
    <WithQuestion
      button={(ask) => (
        <RowButton aria-label={`Delete the note of ${owner.name}`} onClick={ask}>
          Delete
        </RowButton>
      )}
      title="Delete the note?"
      verb="Delete"
      danger
      run={remove}
    />
  );
}
