import { useRef, useState } from 'react';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { DialogButtons } from '../../../ui/dialog/dialog-buttons.tsx';
import { useSave } from '../../../ui/hooks/use-save.ts';
import { changeMessageCall, type TicketMessage } from '../contract.ts';
import classes from './files.module.css';
import { MessageEditor } from './message-editor.tsx';

type Props = { ticketId: number; message: TicketMessage; onClose: () => void };

/** Edits a message in its place. Cancel leaves it as it was. */
export default function EditMessage({ ticketId, message: { id, body, changeable }, onClose }: Props) {
  // Another tab may change it while it is edited here.
  const [was, setWas] = useState(body);
  const [html, setHtml] = useState(body);
  const latest = useRef(body);
  const save = useSave();
  const params = { id: ticketId, messageId: id };
  const change = (next: string) => {
    latest.current = next;
    setHtml(next);
  };
  const send = async () => {
    await save(changeMessageCall, { params, body: { body: html, was } }, (reply) => setWas(reply.body));
    // What was written in the meantime stays, in the same editor.
    if (latest.current === html) onClose();
  };
  return (
    <div className={classes.drop}>
      <MessageEditor label="Edit message" initial={body} focused onChange={change} />
      <DialogButtons onCancel={onClose}>
        <SubmitButton run={send} reason={!changeable && 'The ticket is closed. Re-open it to save this.'}>
          Save
        </SubmitButton>
      </DialogButtons>
    </div>
  );
}
