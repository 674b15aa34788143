import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { SubmitButton } from '../submit-button.tsx';
import classes from './confirm-dialog.module.css';

type Props = {
  title?: string;
  /** What will happen, and to how many. */
  text?: React.ReactNode;
  /** The button's verb, as in `Disconnect`. */
  verb?: string;
  danger?: boolean;
  /** Runs while the button spins; the dialog closes when it ends well, and stays when it throws. */
  run: () => Promise<unknown>;
  onClose: () => void;
};

/** Asks before something is done. Render it while it is asked; Esc and Cancel leave, and focus goes back. */
export function ConfirmDialog({ title = 'Please confirm', text = confirmText, verb = 'Confirm', danger = false, run, onClose }: Props) {
  const [open, setOpen] = useState(true);
  const [running, setRunning] = useState(false);
  const leave = () => !running && setOpen(false);
  const go = async () => {
    setRunning(true);
    try {
      await run();
      setOpen(false);
    } finally {
      setRunning(false);
    }
  };
  return (
    <Modal opened={open} onClose={leave} onExitTransitionEnd={onClose} title={title} size={440} withCloseButton={false}>
      <div className={classes.text}>{text}</div>
      <div className={classes.ways}>
        <Button variant="default" onClick={leave} disabled={running}>
          Cancel
        </Button>
        <SubmitButton run={go} color={danger ? 'red' : 'accent'} data-autofocus>
          {verb}
        </SubmitButton>
      </div>
    </Modal>
  );
}

export const confirmText = 'Are you sure you want perform this action.';
