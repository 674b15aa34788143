import { Input, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CallError, call, isRefused } from '../../../../platform/call.ts';
import { showAlert } from '../../../ui/alerts/alerts.ts';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { DialogButtons } from '../../../ui/dialog/dialog-buttons.tsx';
import { useQueryClient } from '../../../ui/hooks/use-query.ts';
import { draftText } from '../widgets/draft.ts';
import { MessageEditor } from '../widgets/message-editor.tsx';
import { changeReplyCall, createReplyCall, type SavedReply } from './contract.ts';
import { repliesKey } from './use-replies.ts';

type Props = {
  reply: SavedReply | null;
  body: string;
  /** Called with whether it holds something that is not saved. */
  onUnsaved: (isUnsaved: boolean) => void;
  onCancel: () => void;
  onSaved: () => void;
};

/** The name and the text of a saved reply. What is wrong is said beside its field. */
export function ReplyForm({ reply, body, onUnsaved, onCancel, onSaved }: Props) {
  const [name, setName] = useState(reply?.name ?? '');
  const [html, setHtml] = useState(body);
  const [wrong, setWrong] = useState<CallError['fields']>({});
  // After a person has read that another changed it, it is saved without what it was.
  const [isOutdated, setOutdated] = useState(false);
  const client = useQueryClient();
  const change = (next: { name?: string; html?: string }) => {
    const written = { name, html, ...next };
    setName(written.name);
    setHtml(written.html);
    // What was typed and taken away again leaves an empty paragraph.
    onUnsaved(written.name !== (reply?.name ?? '') || (written.html !== body && draftText(written.html + body) !== ''));
  };
  const save = async () => {
    const written = { name, body: html };
    try {
      const was = reply && !isOutdated ? { was: { name: reply.name, body: reply.body } } : {};
      const saved = reply
        ? call(changeReplyCall, { params: { id: reply.id }, body: { ...written, ...was } })
        : call(createReplyCall, { body: written });
      showAlert('success', (await saved).message);
    } catch (error) {
      if (isRefused(error, 'changed_meanwhile')) setOutdated(true);
      if (!(error instanceof CallError) || error.status !== 422) throw error;
      return setWrong(error.fields);
    }
    await client.invalidateQueries({ queryKey: repliesKey });
    onSaved();
  };
  return (
    <Stack gap={12}>
      <TextInput
        label="Name"
        placeholder="Such as: Damaged on arrival"
        maxLength={80}
        data-autofocus
        value={name}
        error={wrong.name?.[0]}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <div>
        <MessageEditor label="Text of the reply" initial={body} onChange={(next) => change({ html: next })} />
        {wrong.body && <Input.Error role="alert">{wrong.body[0]}</Input.Error>}
      </div>
      <DialogButtons onCancel={onCancel}>
        <SubmitButton run={save}>Save</SubmitButton>
      </DialogButtons>
    </Stack>
  );
}
