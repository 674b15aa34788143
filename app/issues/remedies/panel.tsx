import { Button } from '@mantine/core';
import { IconExclamationCircleFilled, IconX } from '@tabler/icons-react';
import { SubmitButton } from '../../ui/submit-button.tsx';
import classes from './panel.module.css';

type Props = {
  title: React.ReactNode;
  /** What it will mend. */
  impact?: React.ReactNode;
  children: React.ReactNode;
  verb: string;
  /** False without the permission, or when nothing can be chosen. */
  canSend?: boolean;
  busy: boolean;
  failure: React.ReactNode;
  onSend: () => void;
  onClose: () => void;
};

/** The form of a remedy. Enter submits; Esc closes it, unless it only closes a list of choices. */
export function Panel({ title, impact, children, verb, canSend = true, busy, failure, onSend, onClose }: Props) {
  return (
    <form
      className={classes.panel}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) onSend();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isListOpen(event.target)) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className={classes.head}>
        <h2>{title}</h2>
        <button type="button" className={classes.close} aria-label="Close" onClick={onClose}>
          <IconX size={16} aria-hidden />
        </button>
      </div>
      {impact && <p className={classes.impact}>{impact}</p>}
      {children}
      {failure && (
        <p className={classes.failure} role="alert">
          <IconExclamationCircleFilled size={15} aria-hidden /> <span>{failure}</span>
        </p>
      )}
      <div className={classes.ways}>
        <Button variant="default" onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        {canSend && <SubmitButton busy={busy}>{verb}</SubmitButton>}
      </div>
    </form>
  );
}

const isListOpen = (target: EventTarget) =>
  target instanceof Element && target.getAttribute('aria-expanded') === 'true' && target.matches('[data-expanded]');
