import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { FormButtons } from '../../../ui/buttons/form-buttons.tsx';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { useSave } from '../../../ui/hooks/use-save.ts';
import { dropDraft, readDraft, writeDraft } from '../widgets/draft.ts';
import { createNoteCall } from './contract.ts';
import classes from './notes.module.css';

type Props = { ticketId: number; draftKey: string };

/** Writes an internal note. What was typed is kept in its tab until it is added. */
export default function NewNote({ ticketId, draftKey }: Props) {
  const [body, setBody] = useState(() => readDraft(draftKey, 'tab'));
  const save = useSave();
  const change = (next: string) => {
    setBody(next);
    writeDraft(draftKey, next, 'tab');
  };
  const forget = () => {
    dropDraft(draftKey, body, 'tab');
    // What was written in the meantime stays.
    setBody((now) => (now === body ? '' : now));
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
        <SubmitButton run={() => save(createNoteCall, { params: { id: ticketId }, body: { body } }, forget)} disabled={body.trim() === ''}>
          Add note
        </SubmitButton>
      </FormButtons>
    </>
  );
}
