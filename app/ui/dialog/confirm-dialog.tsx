import { Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { SubmitButton } from '../buttons/submit-button.tsx';
import { PlainForm } from '../plain-form.tsx';
import { usePress } from '../use-press.ts';
import { Dialog } from './dialog.tsx';
import { DialogButtons, DialogEnd } from './dialog-buttons.tsx';
import type { DialogProps } from './open-dialog.tsx';

type Props = {
  title?: string;
  /** What will happen, and to how many. */
  text?: React.ReactNode;
  /** The button's verb, as in `Disconnect`. */
  verb?: string;
  /** The way out, where Cancel could mean something else here. It then has the focus: to stay is what one rather means. */
  back?: string;
  danger?: boolean;
  /** True while it cannot be confirmed yet. */
  disabled?: boolean;
  /** Why not, beside its button. */
  reason?: string | undefined;
  /** Runs while the button spins; the dialog closes when it ends well, and stays when it throws. */
  run: () => Promise<unknown>;
  /** Of a `useDialogGuard`, where something is typed in it; its `question` is rendered beside this dialog. */
  guard?: Pick<DialogProps, 'closable' | 'mayClose'>;
  size?: DialogProps['size'];
  onClose: () => void;
};

/** Asks before something is done. Render it while it is asked; Enter confirms, Esc and Cancel leave, and focus goes back. */
export function ConfirmDialog({ title = 'Please confirm', run, guard = {}, size, onClose, ...question }: Props) {
  // The dialog asks when it is to close: that something runs draws its question alone.
  const running = useRef(false);
  const go = async (close: () => void) => {
    running.current = true;
    try {
      await run();
      close();
    } finally {
      running.current = false;
    }
  };
  const mayClose = () => !running.current && (guard.mayClose?.() ?? true);
  return (
    <Dialog title={title} size={size} bare {...guard} mayClose={mayClose} onClose={onClose}>
      {(close) => <Question {...question} onConfirm={() => go(close)} onCancel={close} />}
    </Dialog>
  );
}

type QuestionProps = Omit<Props, 'title' | 'run' | 'guard' | 'size' | 'onClose'> & {
  onConfirm: () => Promise<void>;
  onCancel: () => void;
};

function Question(props: QuestionProps) {
  const { text = confirmText, verb = 'Confirm', back, danger = false, disabled = false, reason, onConfirm, onCancel } = props;
  const { busy: running, press } = usePress(onConfirm);
  const form = useFocusWhenConfirmable(disabled);
  return (
    <PlainForm ref={form} send={press} tabIndex={-1} data-autofocus={disabled || undefined} style={{ outline: 'none' }}>
      <Text component="div" c="dimmed" mb={16}>
        {text}
      </Text>
      <DialogEnd>
        <DialogButtons
          onCancel={onCancel}
          back={back ?? (/cancel/i.test(verb) ? 'Go back' : 'Cancel')}
          leavable={!running}
          focused={back !== undefined}
        >
          <SubmitButton
            busy={running}
            color={danger ? 'red' : 'accent'}
            disabled={disabled}
            reason={reason}
            data-autofocus={(back === undefined && !disabled) || undefined}
          >
            {verb}
          </SubmitButton>
        </DialogButtons>
      </DialogEnd>
    </PlainForm>
  );
}

/** A button that cannot be pressed yet takes no focus: until it can, the question itself has it, unless the person has gone elsewhere. */
function useFocusWhenConfirmable(disabled: boolean): React.RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!disabled && document.activeElement === form.current)
      form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus({ preventScroll: true });
  }, [disabled]);
  return form;
}

export const confirmText = 'Are you sure you want perform this action.';
