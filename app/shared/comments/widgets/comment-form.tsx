import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { FormButtons } from '../../../ui/buttons/form-buttons.tsx';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { useSave } from '../../../ui/hooks/use-save.ts';
import { type Comment, changeCommentCall, createCommentCall, type Discussion } from '../contract.ts';
import classes from '../discussion.module.css';
import type { Commented } from '../record.ts';
import { MentionField } from './mention-field.tsx';

type Props = { people: Discussion['people'] } & (
  | { record: Commented; comment?: undefined; onClose?: undefined }
  | { comment: Comment; onClose: () => void; record?: undefined }
);

/** What was begun to be written of a record stays while one looks at others; with a document that is left it goes. */
const drafts = new Map<string, string>();

function keepDraft(draft: string, text: string): void {
  if (text === '') drafts.delete(draft);
  else drafts.set(draft, text);
}

/** Writes a comment, or edits one of one's own. */
export function CommentForm({ people, record, comment, onClose }: Props) {
  const draft = record && `${record.type} ${record.id}`;
  // Another tab may change it while it is edited here.
  const [was, setWas] = useState(comment?.body);
  const [text, write] = useState(comment?.body ?? drafts.get(draft ?? '') ?? '');
  const latest = useRef(text);
  const setText = (now: string) => {
    latest.current = now;
    write(now);
    if (draft) keepDraft(draft, now);
  };
  const forget = () => {
    // What was written in the meantime stays.
    write((now) => (now === text ? '' : now));
    if (draft && drafts.get(draft) === text) drafts.delete(draft);
  };
  const save = useSave();
  const send = async () => {
    const body = text.trim();
    if (!comment) return save(createCommentCall, { params: record, body: { body } }, forget);
    await save(changeCommentCall, { params: { id: comment.id }, body: { body, was } }, () => setWas(body));
    if (latest.current === text) onClose?.();
  };
  return (
    <div className={classes.form}>
      <MentionField label={comment ? 'Edit comment' : 'Comment'} value={text} people={people} onChange={setText} />
      {(text !== '' || comment) && (
        <FormButtons>
          {onClose && (
            <Button variant="default" size="xs" onClick={onClose}>
              Cancel
            </Button>
          )}
          <SubmitButton size="xs" run={send} disabled={text.trim() === ''}>
            {comment ? 'Save' : 'Add comment'}
          </SubmitButton>
        </FormButtons>
      )}
    </div>
  );
}
