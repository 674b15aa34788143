import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { showAlert } from '../../../ui/alerts/alerts.ts';
import { FormButtons } from '../../../ui/buttons/form-buttons.tsx';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { dropDraft, readDraft, writeDraft } from '../widgets/draft.ts';
import { createNoteCall } from './contract.ts';
import classes from './notes.module.css';

type Props = { ticketId: number; draftKey: string };

/** Writes an internal note. What was typed is kept in its tab until it is added. */
export default function NewNote({ ticketId, draftKey }: Props) {
  const [body, setBody] = useState(() => readDraft(draftKey, 'tab'));
  const { revalidate } = useRevalidator();
  const change = (next: string) => {
    setBody(next);
    writeDraft(draftKey, next, 'tab');
  };
  const add = async () => {
    const { message } = await call(createNoteCall, { params: { id: ticketId }, body: { body } });
    dropDraft(draftKey, body, 'tab');
    setBody('');
    showAlert('success', message);
    await revalidate();
  };
  return (
    <>
      <Textarea
        aria-label="Internal note"
        placeholder="Only support sees this: no mail, and nothing on the requester’s page"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={10_000}
        classNames={{ input: classes.field }}
        value={body}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
      <FormButtons>
        <SubmitButton run={add} disabled={body.trim() === ''}>
          Add note
        </SubmitButton>
      </FormButtons>
    </>
  );
}
