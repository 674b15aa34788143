import { Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { showError } from '../../../../ui/alerts/alerts.ts';
import { SubmitButton } from '../../../../ui/buttons/submit-button.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../../../ui/dialog/dialog-buttons.tsx';
import { PasswordField } from '../../../../ui/form/password-field.tsx';
import { fieldMessages } from '../../../../ui/words/error-message.ts';
import { demoPassword } from '../../people/demo-people.ts';
import { useDemo } from '../../sessions/use-signed-in.ts';

type Props = {
  title: string;
  /** What will happen. */
  text: string;
  verb: string;
  danger?: boolean;
  /** The dialog closes when it ends well; a wrong password is said beside its field. */
  run: (password: string) => Promise<unknown>;
  onClose: () => void;
};

/** Asks for the own password before something that a stranger at an open browser must not do. */
export default function PasswordDialog({ title, text, verb, danger = false, run, onClose }: Props) {
  const demo = useDemo();
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const send = async (event: FormEvent<HTMLFormElement>, close: () => void) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFault(undefined);
    try {
      await run(String(new FormData(event.currentTarget).get('password')));
      close();
    } catch (error) {
      const wrong = fieldMessages(error).password?.[0];
      setFault(wrong);
      if (!wrong) showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} bare closable={!busy} onClose={onClose}>
      {(close) => (
        <form method="post" onSubmit={(event) => send(event, close)}>
          <Stack>
            <Text c="dimmed">{text}</Text>
            <PasswordField
              label="Your password"
              description={demo && `In the demo it is ${demoPassword}`}
              name="password"
              autoComplete="current-password"
              error={fault}
              required
              data-autofocus
            />
            <DialogButtons onCancel={close} leavable={!busy}>
              <SubmitButton busy={busy} color={danger ? 'red' : 'accent'}>
                {verb}
              </SubmitButton>
            </DialogButtons>
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
