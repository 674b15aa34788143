import { Stack, Text } from '@mantine/core';
import { SubmitButton } from '../../../../ui/buttons/submit-button.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../../../ui/dialog/dialog-buttons.tsx';
import { PasswordField } from '../../../../ui/form/password-field.tsx';
import { PlainForm, type Typed, useSending } from '../../../../ui/plain-form.tsx';
import { demoPasswordOf } from '../../people/demo-people.ts';
import { useDemo, useSignedIn } from '../../sessions/use-signed-in.ts';

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
  const isDemo = useDemo();
  const demoPassword = demoPasswordOf(useSignedIn()?.email);
  const { busy, faults, send } = useSending(async ({ password = '' }: Typed, close: () => void) => {
    await run(password);
    close();
  });
  return (
    <Dialog title={title} bare closable={!busy} onClose={onClose}>
      {(close) => (
        <PlainForm send={(typed) => send(typed, close)}>
          <Stack>
            <Text c="dimmed">{text}</Text>
            <PasswordField
              label="Your password"
              description={isDemo && demoPassword && `In the demo it is ${demoPassword}`}
              name="password"
              autoComplete="current-password"
              error={faults.password}
              required
              data-autofocus
            />
            <DialogButtons onCancel={close} leavable={!busy}>
              <SubmitButton busy={busy} color={danger ? 'red' : 'accent'}>
                {verb}
              </SubmitButton>
            </DialogButtons>
          </Stack>
        </PlainForm>
      )}
    </Dialog>
  );
}
