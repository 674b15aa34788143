import { Button } from '@mantine/core';
import { useState } from 'react';
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

/** Writes a comment, or edits one of one's own. */
export function CommentForm({ people, record, comment, onClose }: Props) {
  const [text, setText] = useState(comment?.body ?? '');
  const save = useSave();
  const send = async () => {
    const body = { body: text };
    if (comment) await save(changeCommentCall, { params: { id: comment.id }, body });
    else await save(createCommentCall, { params: record, body }, () => setText(''));
    onClose?.();
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
