import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { showAlert } from '../../../ui/alerts/alerts.ts';
import { FormButtons } from '../../../ui/buttons/form-buttons.tsx';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
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
  const { revalidate } = useRevalidator();
  const save = async () => {
    const body = { body: text };
    const { message } = comment
      ? await call(changeCommentCall, { params: { id: comment.id }, body })
      : await call(createCommentCall, { params: record, body });
    showAlert('success', message);
    setText(comment ? text : '');
    await revalidate();
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
          <SubmitButton size="xs" run={save} disabled={text.trim() === ''}>
            {comment ? 'Save' : 'Add comment'}
          </SubmitButton>
        </FormButtons>
      )}
    </div>
  );
}
