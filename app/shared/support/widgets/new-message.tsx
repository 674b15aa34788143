import { Group } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { Editor } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { CallError, call } from '../../../../platform/call.ts';
import { showAlert } from '../../../ui/alerts/alerts.ts';
import { ProgressBar } from '../../../ui/blocks/progress-bar.tsx';
import { FormButtons } from '../../../ui/buttons/form-buttons.tsx';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { useLeaveFromHere } from '../../../ui/hooks/use-leave-from-here.ts';
import { createMessageCall, type Ticket } from '../contract.ts';
import { RepliesMenu } from '../replies/replies-menu.tsx';
import { createdFlagMs } from '../ticket.ts';
import { AttachButton } from './attach-button.tsx';
import { dropDraft, newKey, readDraft, writeDraft } from './draft.ts';
import { FileList } from './file-list.tsx';
import classes from './files.module.css';
import { MessageEditor } from './message-editor.tsx';
import { type Upload, useUploads } from './use-uploads.ts';

type Props = {
  ticket: Ticket;
  draftKey: string;
  /** Whether the page shows older messages, to which a new one does not belong. */
  isPast: boolean;
};

/** Writes a message: rich text, and files that are dropped, pasted or chosen. What was typed is kept until it is sent. */
export default function NewMessage({ ticket: { id, pending }, draftKey, isPast }: Props) {
  const [{ html, sent }, write] = useState(() => ({ html: readDraft(draftKey), sent: 0 }));
  // It may have arrived although no reply came: the same again is the same message, and another text is another.
  const last = useRef<{ text: string; key: string }>(null);
  const [isCreated, setCreated] = useFlag(createdFlagMs);
  const uploads = useUploads(id);
  const editor = useRef<Editor>(null);
  const { revalidate } = useRevalidator();
  const leaveFromHere = useLeaveFromHere();
  const change = (next: string) => {
    write((now) => ({ ...now, html: next }));
    writeDraft(draftKey, next);
  };
  const create = async () => {
    const leave = leaveFromHere();
    try {
      const files = pending.map((file) => file.id);
      if (last.current?.text !== html) last.current = { text: html, key: newKey() };
      const { message } = await call(createMessageCall, { params: { id }, body: { body: html, files, key: last.current.key } });
      last.current = null;
      // What was written in the meantime stays, in the same editor.
      write((now) => (now.html === html ? { html: '', sent: now.sent + 1 } : now));
      dropDraft(draftKey, html);
      setCreated();
      showAlert('success', message);
    } catch (error) {
      // It was closed in the meantime: the page shows that, and what was typed.
      if (error instanceof CallError && error.status === 409) await revalidate();
      throw error;
    }
    await (isPast ? leave('?', { preventScrollReset: true }) : revalidate());
  };
  const isUploading = uploads.running.length > 0;
  return (
    <Dropped onFiles={uploads.add}>
      <MessageEditor key={sent} label="Message" initial={html} focused={sent > 0} onChange={change} onFiles={uploads.add} held={editor} />
      <Uploads running={uploads.running} />
      <FileList ticketId={id} files={pending} />
      <Group justify="space-between" gap="4px 8px">
        <RepliesMenu written={html} onInsert={({ body }) => editor.current?.chain().focus().insertContent(body).run()} />
        <FormButtons>
          {isUploading && <span className="soft">The files are still on their way.</span>}
          <AttachButton onFiles={uploads.add} />
          <SubmitButton run={create} disabled={isUploading} leftSection={isCreated && <IconCheck size={16} aria-hidden />}>
            Create
          </SubmitButton>
        </FormButtons>
      </Group>
    </Dropped>
  );
}

/** True for so long after it is set. */
function useFlag(ms: number): [boolean, () => void] {
  const [isSet, setIsSet] = useState(false);
  useEffect(() => {
    if (!isSet) return;
    const timer = setTimeout(() => setIsSet(false), ms);
    return () => clearTimeout(timer);
  }, [isSet, ms]);
  return [isSet, () => setIsSet(true)];
}

type OnFiles = { onFiles: (files: readonly File[]) => void };

/** Takes files that are dropped anywhere on it. */
function Dropped({ onFiles, children }: OnFiles & { children: React.ReactNode }) {
  const [isOver, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button beside it does the same by keyboard.
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => setOver(currentTarget.contains(relatedTarget as Node | null))}
      onDrop={(event) => {
        setOver(false);
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        onFiles([...event.dataTransfer.files]);
      }}
    >
      {children}
    </div>
  );
}

const Uploads = ({ running }: { running: readonly Upload[] }) => (
  <div className={classes.uploads}>
    {running.map(({ key, name, share }) => (
      <ProgressBar key={key} label={`Uploading ${name}`} done={Math.round(100 * share)} total={100} unit="%" />
    ))}
  </div>
);
