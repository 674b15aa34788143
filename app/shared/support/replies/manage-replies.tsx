import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../platform/call.ts';
import { showAlert } from '../../../ui/alerts/alerts.ts';
import { FormButtons } from '../../../ui/buttons/form-buttons.tsx';
import { RowActions, RowButton } from '../../../ui/buttons/row-button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { WithQuestion } from '../../../ui/dialog/with-question.tsx';
import { useDialogGuard } from '../../../ui/form/use-dialog-guard.tsx';
import { useQueryClient } from '../../../ui/hooks/use-query.ts';
import { draftText } from '../widgets/draft.ts';
import { deleteReplyCall, type SavedReply } from './contract.ts';
import classes from './replies.module.css';
import { ReplyForm } from './reply-form.tsx';
import { repliesKey, useReplies } from './use-replies.ts';

/** A reply that is written: a new one from this text, or one that there is. */
type Edited = { reply: SavedReply | null; body: string };

type Props = {
  /** HTML that is to be saved as a reply; null to look at all of them. */
  begin: string | null;
  onClose: () => void;
};

/** The saved replies of the account: adds, changes and deletes them, where one writes. */
export default function ManageReplies({ begin, onClose }: Props) {
  const [edited, setEdited] = useState<Edited | null>(begin === null ? null : { reply: null, body: begin });
  const [isUnsaved, setUnsaved] = useState(false);
  const { guard, question } = useDialogGuard(isUnsaved, onClose);
  const edit = (next: Edited | null) => {
    setEdited(next);
    setUnsaved(false);
  };
  const title = edited ? (edited.reply ? 'Change the saved reply' : 'Save a reply') : 'Saved replies';
  return (
    <Dialog title={title} size={620} {...guard} onClose={onClose}>
      {(close) => (
        <>
          {edited ? (
            <ReplyForm
              {...edited}
              onUnsaved={setUnsaved}
              onCancel={() => (begin === null ? edit(null) : close())}
              onSaved={() => edit(null)}
            />
          ) : (
            <Replies onEdit={(reply) => edit({ reply, body: reply.body })} onNew={() => edit({ reply: null, body: '' })} />
          )}
          {question}
        </>
      )}
    </Dialog>
  );
}

function Replies({ onEdit, onNew }: { onEdit: (reply: SavedReply) => void; onNew: () => void }) {
  const { data, isError } = useReplies(true);
  return (
    <Stack gap={16}>
      {isError && <p className="soft">The saved replies could not be loaded.</p>}
      {data?.data.length === 0 && (
        <p className="soft">Nothing is saved yet. What you save, everyone in your account can put into a message.</p>
      )}
      <ul aria-label="Saved replies">
        {data?.data.map((reply) => (
          <li key={reply.id} className={classes.row}>
            <div className={classes.words}>
              <strong>{reply.name}</strong>
              <p className={classes.excerpt}>{draftText(reply.body)}</p>
            </div>
            <RowActions>
              <RowButton aria-label={`Edit ${reply.name}`} onClick={() => onEdit(reply)}>
                Edit
              </RowButton>
              <DeleteReply reply={reply} />
            </RowActions>
          </li>
        ))}
      </ul>
      <FormButtons>
        <Button onClick={onNew}>New reply</Button>
      </FormButtons>
    </Stack>
  );
}

function DeleteReply({ reply: { id, name } }: { reply: SavedReply }) {
  const client = useQueryClient();
  const remove = async () => {
    const { message } = await call(deleteReplyCall, { params: { id } });
    showAlert('success', message);
    await client.invalidateQueries({ queryKey: repliesKey });
  };
  return (
    <WithQuestion
      button={(ask) => (
        <RowButton aria-label={`Delete ${name}`} onClick={ask}>
          Delete
        </RowButton>
      )}
      title={`Delete “${name}”?`}
      text="Messages that were written with it stay as they are."
      verb="Delete"
      danger
      run={remove}
    />
  );
}
